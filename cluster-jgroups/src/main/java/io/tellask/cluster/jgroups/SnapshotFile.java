package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The last snapshot of a member, with the index and the term of the last entry in it. A new one takes the place of the old one at once, when it
 * is on disk. Used by one thread at a time.
 *
 * <pre>
 * +--------+-------------+------------+-------+
 * | check  | index: long | term: long | state |
 * +--------+-------------+------------+-------+
 * </pre>
 *
 * Big endian; the check is a CRC-32C of all that follows. No index is negative: a form that follows this one, which is number {@value #FORM}, has its own
 * number there, negated.
 */
final class SnapshotFile {
    /** Index of the snapshot that a log is founded with: whoever has nothing asks for entry 1, and gets the snapshot since that is not there. */
    private static final long FIRST_INDEX = 2;

    private static final long FIRST_TERM = 1;
    private static final int FORM = 1;
    private static final int HEADER = 4 + 8 + 8; // check, index, term

    private final Path folder;
    private final Path file;
    private final Path next;
    private long index;
    private long term;
    private @Nullable ByteBuffer pending;

    private SnapshotFile(Path folder) {
        this.folder = folder;
        file = folder.resolve("snapshot");
        next = folder.resolve("snapshot.next");
    }

    /**
     * Makes a log that begins with a snapshot.
     *
     * @throws IOException if the folder is not empty, or cannot be written
     */
    static void found(Path folder, ByteBuffer content) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new IOException("folder is not empty; give the log of a new group a folder of its own");
            }
        }
        try (VoteFile votes = VoteFile.open(folder.resolve("vote"))) {
            votes.write(FIRST_TERM, new byte[0]);
        }
        SnapshotFile snapshot = open(folder);
        snapshot.prepare(content);
        snapshot.keep(FIRST_INDEX, FIRST_TERM); // what counts; else opening finds an empty log
    }

    static SnapshotFile open(Path folder) throws IOException {
        SnapshotFile snapshot = new SnapshotFile(folder);
        Files.deleteIfExists(snapshot.next);
        if (Files.exists(snapshot.file)) {
            ByteBuffer all = snapshot.all();
            snapshot.index = all.getLong(4);
            if (snapshot.index < 0) {
                throw new IOException("file has form=" + -snapshot.index + ", newest known=" + FORM
                        + ", so a newer version wrote it; run the member with that version: file="
                        + snapshot.file.getFileName());
            }
            snapshot.term = all.getLong(12);
        }
        return snapshot;
    }

    private ByteBuffer all() throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        if (all.limit() < HEADER || all.getInt(0) != check(all)) {
            throw new IOException("file is damaged: file=" + file.getFileName() + "; " + RaftLog.RESET);
        }
        return all;
    }

    private static int check(ByteBuffer all) {
        CRC32C check = new CRC32C();
        check.update(all.slice(4, all.limit() - 4));
        return (int) check.getValue();
    }

    /** Index of the last entry in the snapshot; 0 where there is none. */
    long index() {
        return index;
    }

    long term() {
        return term;
    }

    /** What {@link #keep} gave last, or null. */
    @Nullable
    ByteBuffer content() throws IOException {
        if (index == 0) {
            return null;
        }
        ByteBuffer all = all();
        return all.position(HEADER).slice();
    }

    /** Takes a state whose index is said by {@link #keep}. */
    void prepare(ByteBuffer state) {
        pending = state;
    }

    /** Puts the prepared state in the place of the one before, if there is any; on disk when this returns. */
    void keep(long itsIndex, long itsTerm) throws IOException {
        ByteBuffer state = pending;
        if (state == null) {
            return;
        }
        ByteBuffer all = ByteBuffer.allocate(HEADER + state.remaining());
        all.putInt(0).putLong(itsIndex).putLong(itsTerm).put(state.duplicate());
        all.putInt(0, check(all));
        try (RandomAccessFile data = new RandomAccessFile(next.toFile(), "rw")) {
            data.setLength(0);
            data.write(all.array());
            data.getFD().sync();
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Folders.force(folder);
        index = itsIndex;
        term = itsTerm;
        pending = null;
    }
}
