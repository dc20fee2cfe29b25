package io.tellask.store.segment;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.file.StoreIdentity;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far the log was written and forced, told without a force: the file {@code WRITTEN}. Its first page says whether a process had the store
 * open, and in which run of the machine; two words in its second page, which is mapped, follow the writer. Such a word outlives the process,
 * as the records do. After a power cut the word of what was forced is an earlier one or the last one: less than it says was never on disk.
 *
 * <pre>
 *  0        8         12      16         32      48              56      60     64     4096      4104     4112    8192
 *  +--------+---------+-------+----------+-------+---------------+-------+------+------+---------+--------+-------+
 *  | magic  | version | state | store id | boot  | last sequence | 0     | crc  | 0    | written | forced | 0     |
 *  +--------+---------+-------+----------+-------+---------------+-------+------+------+---------+--------+-------+
 * </pre>
 *
 * <p>A word is a sequence number in the upper 7 bytes, and a check of it in the lowest. Written by one thread at a time, forced by another.
 */
public final class WriteMark implements AutoCloseable {
    public static final String FILE = "WRITTEN";

    /** Stands for a number that is not known. */
    static final long UNKNOWN = (1L << 56) - 1;

    private static final long MAGIC = SegmentLayout.ascii("TLSKWRIT");
    private static final int VERSION = 0;
    private static final int CLOSED = 0;
    private static final int OPEN = 1;
    private static final int HEAD = 64;
    private static final int WRITTEN_AT = SegmentLayout.PAGE_BYTES;
    private static final int FORCED_AT = WRITTEN_AT + Long.BYTES;
    static final int BYTES = 2 * SegmentLayout.PAGE_BYTES;
    private static final VarHandle WORD =
            SegmentLayout.LONG.withByteAlignment(8).varHandle();
    private static final UUID NO_BOOT = new UUID(0, 0);

    private final Path file;
    private final StoreFiles files;
    private final UUID store;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment bytes;

    /**
     * What the file says.
     *
     * @param open whether the process that wrote it had the store open; a closed store's log ends at {@code lastSequence}
     * @param boot the run of the machine then
     * @param written the last sequence number written, -1 where the word is not what was written
     * @param forced the last one on disk, -1 likewise
     */
    record State(boolean open, UUID boot, long lastSequence, long written, long forced) {}

    private WriteMark(Path file, StoreFiles files, UUID store) throws IOException {
        this.file = file;
        this.files = files;
        this.store = store;
        try {
            bytes = files.map(file, BYTES, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** The file of a closed store whose log ends at a sequence number. */
    public static byte[] closed(UUID store, long lastSequence) {
        byte[] all = new byte[BYTES];
        System.arraycopy(head(store, CLOSED, NO_BOOT, lastSequence), 0, all, 0, HEAD);
        ByteBuffer words = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
        words.putLong(WRITTEN_AT, word(lastSequence)).putLong(FORCED_AT, word(lastSequence));
        return all;
    }

    private static byte[] head(UUID store, int state, UUID boot, long lastSequence) {
        ByteBuffer out = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putInt(VERSION).putInt(state);
        out.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
        out.putLong(boot.getMostSignificantBits()).putLong(boot.getLeastSignificantBits());
        out.putLong(lastSequence).putInt(0);
        return out.putInt(SegmentLayout.crc(out.array(), HEAD - Integer.BYTES)).array();
    }

    /**
     * Tells, durably, that the store is open from now on: its log is known to be on disk up to {@code forced}, and goes on behind {@code written}.
     */
    public static WriteMark start(Path directory, StoreFiles files, UUID store, long written, long forced)
            throws IOException {
        WriteMark mark = new WriteMark(directory.resolve(FILE), files, store);
        try {
            mark.written(written);
            mark.forced(forced);
            files.overwrite(mark.file, head(store, OPEN, files.boot(), forced));
            return mark;
        } catch (IOException | RuntimeException e) {
            mark.close();
            throw e;
        }
    }

    /** Whether the file of a directory says that a process has the store open in this run of the machine; it may have died. */
    public static boolean isOpen(Path directory, UUID boot) {
        try {
            ByteBuffer head = ByteBuffer.wrap(StoreFiles.read(directory.resolve(FILE), HEAD))
                    .order(ByteOrder.LITTLE_ENDIAN);
            return head.capacity() >= HEAD
                    && head.getLong(0) == MAGIC
                    && head.getInt(12) == OPEN
                    && boot.equals(new UUID(head.getLong(32), head.getLong(40)));
        } catch (IOException unreadable) {
            return false; // whoever reads it next says so
        }
    }

    /** What keeps bytes from being a store's; null if nothing does. */
    static @Nullable String fault(byte[] bytes, UUID store) {
        if (bytes.length < BYTES) {
            return "file ends early";
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (in.getLong(0) != MAGIC
                || in.getInt(HEAD - Integer.BYTES) != SegmentLayout.crc(bytes, HEAD - Integer.BYTES)) {
            return "checksum differs";
        }
        StoreIdentity.requireKnown(FILE, in.getInt(8), VERSION);
        if (in.getLong(48) < 0 || in.getLong(48) > SegmentLayout.MAX_SEQUENCE) {
            return "sequence=" + in.getLong(48);
        }
        UUID found = new UUID(in.getLong(16), in.getLong(24));
        return found.equals(store) ? null : "it is of store=" + found;
    }

    /** Reads bytes that have no fault. */
    static State parse(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long forced = sequence(in.getLong(FORCED_AT));
        return new State(
                in.getInt(12) != CLOSED,
                new UUID(in.getLong(32), in.getLong(40)),
                in.getLong(48),
                sequence(in.getLong(WRITTEN_AT)),
                forced == UNKNOWN ? -1 : forced);
    }

    private static long word(long sequence) {
        return sequence << 8 | check(sequence);
    }

    private static long sequence(long word) {
        long sequence = word >>> 8;
        boolean possible = sequence <= SegmentLayout.MAX_SEQUENCE || sequence == UNKNOWN;
        return possible && (word & 0xFF) == check(sequence) ? sequence : -1;
    }

    /** The bytes of a number folded into one; that of 0 is not 0, so a page of zeros is no word. */
    private static long check(long sequence) {
        long half = sequence ^ sequence >>> 32;
        long quarter = half ^ half >>> 16;
        return (quarter ^ quarter >>> 8 ^ 0xA5) & 0xFF;
    }

    /** Tells that all records up to a sequence number are written completely. */
    void written(long sequence) {
        WORD.setRelease(bytes, (long) WRITTEN_AT, word(sequence));
    }

    /** Tells that all of them are on disk. */
    public void forced(long sequence) {
        WORD.setRelease(bytes, (long) FORCED_AT, word(sequence));
    }

    /** Tells that what was written may be gone: a force has failed, and the system may have dropped the pages. */
    public void lostPages() {
        written(UNKNOWN);
    }

    /** Tells, durably, that the store is closed and its log ends at a sequence number, all of which is on disk. */
    public void closed(long lastSequence) throws IOException {
        files.overwrite(file, head(store, CLOSED, NO_BOOT, lastSequence));
    }

    @Override
    public void close() {
        arena.close();
    }
}
