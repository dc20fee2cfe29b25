package io.tellask.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A disk that keeps what was forced, and of the rest what chance decides: any subset of the sectors that were changed since, zeros where
 * nothing was ever forced, a shorter file where its length was not, and the first so many changes of the directory. Thread-safe.
 *
 * <p>Directory changes reach the disk in their order, as in a journalling file system.
 */
final class TornDisk extends MemoryOnlyFiles {
    private static final int PAGE = 4096;

    /** A file's content on disk, whatever it is called. */
    private static final class Disk {
        byte[] forced = new byte[0];
        boolean lengthForced;

        @Nullable
        Path now;
    }

    /** A change of the directory; no disk for a deletion. */
    private record Change(String name, @Nullable Disk disk) {}

    private final Path directory;
    private final Map<String, Disk> names = new TreeMap<>();
    private final Map<String, Disk> forcedNames = new TreeMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<MemorySegment, Disk> mapped = new IdentityHashMap<>();
    private final Map<FileChannel, Disk> written = new IdentityHashMap<>();
    private final UUID boot = UUID.randomUUID();
    private final SplittableRandom random;
    private @Nullable Path image;
    private Runnable before = () -> {};
    private Runnable after = () -> {};
    private int stepsLeft = -1;

    /** Takes all that is in the directory as forced. */
    TornDisk(Path directory, SplittableRandom random) throws IOException {
        this.directory = directory;
        this.random = random;
        Files.createDirectories(directory);
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                names.put(file.getFileName().toString(), forced(file));
            }
        }
        forcedNames.putAll(names);
    }

    private static Disk forced(Path file) throws IOException {
        Disk disk = new Disk();
        disk.forced = Files.readAllBytes(file);
        disk.lengthForced = true;
        disk.now = file;
        return disk;
    }

    /** Cuts the power when so many more forces and directory changes have begun or ended, 0 for at once; tells when the cut begins and is over. */
    synchronized void cutAfter(int steps, Path target, Runnable begins, Runnable over) throws IOException {
        image = target;
        before = begins;
        after = over;
        stepsLeft = steps;
        if (steps == 0) {
            cut();
        }
    }

    private void step() throws IOException {
        if (stepsLeft > 0 && --stepsLeft == 0) {
            cut();
        }
    }

    /** Makes what the disk holds after the cut. */
    private void cut() throws IOException {
        before.run();
        Path target = Files.createDirectories(image);
        int sector = random.nextBoolean() ? PAGE : 512;
        int keptOfTen = random.nextInt(11);
        Map<String, Disk> left = new TreeMap<>(forcedNames);
        for (Change change : changes.subList(0, random.nextInt(changes.size() + 1))) {
            apply(left, change);
        }
        for (Map.Entry<String, Disk> entry : left.entrySet()) {
            Files.write(target.resolve(entry.getKey()), torn(entry.getValue(), sector, keptOfTen));
        }
        stepsLeft = -1;
        after.run();
    }

    private static void apply(Map<String, Disk> target, Change change) {
        if (change.disk == null) {
            target.remove(change.name);
        } else {
            target.put(change.name, change.disk);
        }
    }

    private byte[] torn(Disk disk, int sector, int keptOfTen) throws IOException {
        if (disk.now == null) {
            return disk.forced;
        }
        byte[] now = content(disk.now);
        int length = disk.lengthForced || random.nextInt(3) > 0 ? now.length : random.nextInt(now.length + 1);
        byte[] result = Arrays.copyOf(disk.forced, Math.max(length, disk.forced.length));
        for (int at = 0; at < Math.min(now.length, result.length); at += sector) {
            if (random.nextInt(10) < keptOfTen) {
                System.arraycopy(now, at, result, at, Math.min(sector, Math.min(now.length, result.length) - at));
            }
        }
        return result;
    }

    /** The content of a file, or nothing if it was given up meanwhile. */
    private static byte[] content(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException gone) {
            return new byte[0];
        }
    }

    private void change(String name, @Nullable Disk disk) {
        Change change = new Change(name, disk);
        changes.add(change);
        Disk before = names.get(name);
        if (before != null && before != disk) {
            before.now = null;
        }
        apply(names, change);
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    @Override
    public void allocate(Path file, long bytes) throws IOException {
        super.allocate(file, bytes);
        synchronized (this) {
            Disk fresh = new Disk();
            fresh.now = file;
            change(name(file), fresh);
            step();
        }
    }

    @Override
    public synchronized FileChannel create(Path file) throws IOException {
        FileChannel channel = super.create(file);
        Disk fresh = new Disk();
        fresh.now = file;
        change(name(file), fresh);
        written.put(channel, fresh);
        step();
        return channel;
    }

    @Override
    public synchronized MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
        MemorySegment segment = super.map(file, bytes, arena);
        Disk disk = names.get(name(file));
        if (disk != null) {
            mapped.put(segment, disk);
        }
        return segment;
    }

    @Override
    public synchronized void force(MemorySegment range) throws IOException {
        step();
        for (Map.Entry<MemorySegment, Disk> entry : mapped.entrySet()) {
            long from = range.address() - entry.getKey().address();
            if (entry.getKey().scope().isAlive()
                    && from >= 0
                    && from < entry.getKey().byteSize()) {
                force(entry.getValue(), (int) from & -PAGE, (int) (from + range.byteSize() + PAGE - 1) & -PAGE);
            }
        }
        step();
    }

    private static void force(Disk disk, int from, int to) throws IOException {
        if (disk.now != null) {
            byte[] now = Files.readAllBytes(disk.now);
            disk.forced = Arrays.copyOf(disk.forced, now.length);
            System.arraycopy(now, from, disk.forced, from, Math.min(to, now.length) - from);
            disk.lengthForced = true;
        }
    }

    @Override
    public synchronized void force(FileChannel channel) throws IOException {
        step();
        force(written.remove(channel), 0, Integer.MAX_VALUE);
        step();
    }

    @Override
    public synchronized void overwrite(Path file, byte[] content) throws IOException {
        step();
        super.overwrite(file, content);
        Disk disk = names.get(name(file));
        if (disk != null) {
            force(disk, 0, Integer.MAX_VALUE);
        }
        step();
    }

    /** Each disk is that of another run of the machine. */
    @Override
    public UUID boot() {
        return boot;
    }

    @Override
    public synchronized void forceDirectory(Path where) throws IOException {
        step();
        if (where.normalize().equals(directory)) {
            changes.forEach(change -> apply(forcedNames, change));
            changes.clear();
        }
        step();
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        step();
        super.delete(file);
        change(name(file), null);
        step();
    }

    @Override
    public synchronized void move(Path source, Path target) throws IOException {
        step();
        super.move(source, target);
        Disk moved = names.remove(name(source));
        if (moved == null) {
            moved = forced(target);
        }
        moved.now = target;
        changes.add(new Change(name(source), null));
        change(name(target), moved);
        step();
    }
}
