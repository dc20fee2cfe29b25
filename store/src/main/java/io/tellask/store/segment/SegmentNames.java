package io.tellask.store.segment;

import io.tellask.store.Damage;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.file.RegularFiles;
import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Gives segment files of a closed store that somebody renamed the names back that their headers tell, before a repair takes them for damaged.
 *
 * <p>Each file first gets a second name, {@code segment-NNNNNNNN.log.placed}, which then replaces the right one: an interrupted repair loses
 * none, and the next one goes on.
 */
public final class SegmentNames {
    private static final String PLACED = ".placed";

    private final Path directory;
    private final StoreIdentity identity;
    private final StoreFiles files;

    private SegmentNames(Path directory, StoreIdentity identity, StoreFiles files) {
        this.directory = directory;
        this.identity = identity;
        this.files = files;
    }

    /**
     * Renames what can be renamed without replacing a file that has its right name, or none; what was wrong with the names.
     *
     * @throws StoreDamagedException if most segments are of one other store, and so it is likely the identity that is the wrong one
     */
    public static List<Damage> restore(Path directory, StoreIdentity identity, StoreFiles files) throws IOException {
        return new SegmentNames(directory, identity, files).restore();
    }

    private List<Damage> restore() throws IOException {
        finishInterrupted();
        Map<Integer, Integer> renamed = new HashMap<>(); // from what the name says to what the header says
        List<Integer> present = new SegmentDirectory(directory, identity.id(), files).numbers();
        List<UUID> others = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            for (int number : present) {
                SegmentLayout.Header header = SegmentFile.open(SegmentPreparer.file(directory, number), number, arena)
                        .header();
                if (header != null && !header.store().equals(identity.id())) {
                    others.add(header.store());
                } else if (header != null && header.number() != number) {
                    renamed.put(number, header.number());
                }
            }
        }
        requireOwn(present.size(), others);
        while (renamed.entrySet().removeIf(entry -> !isFree(entry.getValue(), present, renamed))) {}
        return rename(renamed);
    }

    /** Segments of another store hold nothing for this one: those that are more than its own are not thrown away. */
    private void requireOwn(int present, List<UUID> others) {
        for (UUID other : others) {
            int count = Collections.frequency(others, other);
            if (count > present - others.size()) {
                throw new StoreDamagedException(
                        directory.resolve(StoreIdentity.FILE).toString(),
                        -1,
                        0,
                        "it is of store=" + identity.id() + ", and " + count + " of " + present
                                + " segments are of store=" + other + "; put the file STORE of that store back");
            }
        }
    }

    private static boolean isFree(int number, List<Integer> present, Map<Integer, Integer> renamed) {
        long claims =
                renamed.values().stream().filter(claimed -> claimed == number).count();
        return claims == 1 && (!present.contains(number) || renamed.containsKey(number));
    }

    private List<Damage> rename(Map<Integer, Integer> renamed) throws IOException {
        List<Damage> found = new ArrayList<>();
        if (renamed.isEmpty() || !linkAll(renamed)) {
            return found;
        }
        for (Map.Entry<Integer, Integer> entry : renamed.entrySet()) {
            files.move(placed(entry.getValue()), SegmentPreparer.file(directory, entry.getValue()));
            String name = SegmentPreparer.name(entry.getKey());
            found.add(new Damage(name, entry.getValue(), 0, 0, 0, "it was segment=" + entry.getValue()));
        }
        for (int number : renamed.keySet()) {
            if (!renamed.containsValue(number)) {
                files.delete(SegmentPreparer.file(directory, number));
            }
        }
        files.forceDirectory(directory);
        return found;
    }

    /** False where the file system has no second names: then nothing is renamed. */
    private boolean linkAll(Map<Integer, Integer> renamed) throws IOException {
        try {
            for (Map.Entry<Integer, Integer> entry : renamed.entrySet()) {
                Files.createLink(placed(entry.getValue()), SegmentPreparer.file(directory, entry.getKey()));
            }
            files.forceDirectory(directory);
            return true;
        } catch (UnsupportedOperationException | FileSystemException e) {
            for (int number : renamed.values()) {
                Files.deleteIfExists(placed(number));
            }
            return false;
        }
    }

    /** A second name that is the only one left belongs to the file whose first name another one has by now. */
    private void finishInterrupted() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, "segment-*.log" + PLACED)) {
            for (Path placed : left) {
                RegularFiles.require(placed);
                String name = placed.getFileName().toString();
                Path target = placed.resolveSibling(name.substring(0, name.length() - PLACED.length()));
                if (hasOtherName(placed)) {
                    Files.delete(placed);
                } else {
                    files.move(placed, target);
                }
            }
        }
    }

    private boolean hasOtherName(Path placed) throws IOException {
        for (int number : new SegmentDirectory(directory, identity.id(), files).numbers()) {
            if (Files.isSameFile(SegmentPreparer.file(directory, number), placed)) {
                return true;
            }
        }
        return false;
    }

    private Path placed(int number) {
        return directory.resolve(SegmentPreparer.name(number) + PLACED);
    }
}
