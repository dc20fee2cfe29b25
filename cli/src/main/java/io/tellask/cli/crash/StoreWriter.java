package io.tellask.cli.crash;

import io.tellask.store.Batch;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreBackup;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The process that is killed: follows scripts as fast as it can, and says over its standard output what it has done, after each step. So another
 * process knows what was acknowledged.
 *
 * <p>It writes words of 8 bytes: the writer above the number of its step, or a negative one for {@link #OPENED}, {@link #BUSY} and, counting down
 * from {@link #FORCES}, how often the log was forced.
 */
final class StoreWriter {
    static final long OPENED = -1;
    /** What the moment is about begins. */
    static final long BUSY = -2;

    static final long FORCES = -1_000;

    /** Steps of each writer between two closes. */
    private static final int LAP_STEPS = 4_000;

    /** Steps of a writer between two looks at how often the log was forced. */
    private static final int LOOK_STEPS = 64;

    private static final int BACKUPS_KEPT = 3;

    private final Path directory;
    private final long seed;
    private final CrashMoment moment;
    private final Durability durability;
    private final boolean tellsForces;
    private final int[] next;
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private @Nullable DurableMap<Integer, byte[]> opened;
    private long forcesTold; // guarded by out

    private StoreWriter(String... arguments) {
        directory = Path.of(arguments[0]);
        seed = Long.parseLong(arguments[1]);
        moment = CrashMoment.valueOf(arguments[2]);
        durability = Durability.valueOf(arguments[3]);
        tellsForces = durability == Durability.PERIODIC && moment == CrashMoment.WRITES;
        next = new int[arguments.length - 4];
        for (int writer = 0; writer < next.length; writer++) {
            next[writer] = Integer.parseInt(arguments[4 + writer]);
        }
    }

    /** Arguments: directory, seed, moment, durability, and the number of each writer's first step. */
    public static void main(String[] arguments) throws Exception {
        new StoreWriter(arguments).run();
    }

    static Path map(Path directory) {
        return directory.resolve("map");
    }

    static Path backups(Path directory) {
        return directory.resolve("backups");
    }

    static DurableMap<Integer, byte[]> open(Path map, CrashMoment moment, Durability durability) {
        return DurableMap.builder(map, Integer.class, byte[].class)
                .durability(durability)
                .limits(moment.limits())
                .compaction(moment.compaction())
                .open();
    }

    private void run() throws Exception {
        while (true) {
            opened = open(map(directory), moment, durability);
            tell(OPENED);
            List<Thread> threads = new ArrayList<>();
            for (int writer = 0; writer < next.length; writer++) {
                int number = writer;
                threads.add(start(() -> write(new WriterScript(seed, number))));
            }
            startBusiness();
            for (Thread thread : threads) {
                thread.join();
            }
            tell(BUSY);
            map().close();
        }
    }

    private DurableMap<Integer, byte[]> map() {
        return Objects.requireNonNull(opened);
    }

    private Thread start(Callable<?> work) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                work.call();
            } catch (Throwable failure) {
                System.err.println("reason=" + failure);
                Runtime.getRuntime().halt(1);
            }
        });
    }

    private void startBusiness() {
        if (moment == CrashMoment.COMPACTION) {
            start(this::compact);
        } else if (moment == CrashMoment.BACKUP) {
            start(this::backUp);
        }
    }

    private @Nullable Void write(WriterScript script) throws IOException {
        int lap = moment == CrashMoment.CHECKPOINT ? LAP_STEPS : Integer.MAX_VALUE;
        for (int left = lap; left > 0; left--) {
            WriterScript.Step step = script.step(next[script.writer()]);
            make(script, step);
            tell((long) script.writer() << 32 | step.number());
            next[script.writer()]++;
            if (tellsForces && left % LOOK_STEPS == 0) {
                tellForces();
            }
        }
        return null;
    }

    private void make(WriterScript script, WriterScript.Step step) {
        if (step.keys().length > 1) {
            makeBatch(script, step);
            return;
        }
        int key = step.keys()[0];
        if (step.removals()[0]) {
            boolean _ = map().remove(script.name(key));
        } else {
            map().put(script.name(key), script.value(step.number(), key));
        }
    }

    private void makeBatch(WriterScript script, WriterScript.Step step) {
        Batch<Integer, byte[]> batch = map().batch();
        for (int i = 0; i < step.keys().length; i++) {
            int key = step.keys()[i];
            if (step.removals()[i]) {
                batch.remove(script.name(key));
            } else {
                batch.put(script.name(key), script.value(step.number(), key));
            }
        }
        boolean _ = batch.commit();
    }

    private void tell(long word) throws IOException {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(word).array();
        synchronized (out) {
            out.write(bytes);
        }
    }

    private @Nullable Void compact() throws IOException {
        while (true) {
            tell(BUSY);
            map().compact();
        }
    }

    private @Nullable Void backUp() throws IOException {
        Path folder = Files.createDirectories(backups(directory));
        Path previous = null;
        for (int number = 0; ; number++) {
            tell(BUSY);
            Path target = folder.resolve(Integer.toString(number));
            map().backup(target, new StoreBackup.Options(previous, number % 2 == 0), (done, total) -> {});
            if (number >= BACKUPS_KEPT) {
                Path unneeded = folder.resolve("unneeded");
                Files.move(folder.resolve(Integer.toString(number - BACKUPS_KEPT)), unneeded);
                Folders.delete(unneeded);
            }
            previous = target;
        }
    }

    /** No acknowledgement comes between looking and telling. */
    private void tellForces() throws IOException {
        synchronized (out) {
            long forces = map().statistics().forces();
            if (forces > forcesTold) {
                tell(FORCES - forces);
                forcesTold = forces;
            }
        }
    }
}
