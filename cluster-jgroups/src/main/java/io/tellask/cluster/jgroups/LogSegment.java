package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jgroups.protocols.raft.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * A file of entries with indexes that follow each other. Used by one thread at a time; an interrupt does not close it, as it would a channel.
 *
 * <pre>
 * +--------------+--------+-------------+------------+-------------+---------+
 * | length: int  | check  | index: long | term: long | kind: byte  | command |
 * +--------------+--------+-------------+------------+-------------+---------+
 * </pre>
 *
 * Big endian. The length is that of the command, the check a CRC-32C of all that follows it and the length. A kind that is not known is of a newer
 * version, and refused.
 */
final class LogSegment implements AutoCloseable {
    static final int HEADER = 2 * Integer.BYTES + 2 * Long.BYTES + 1;

    private static final String SUFFIX = ".segment";
    private static final byte INTERNAL = 1;
    private static final byte WITHOUT_COMMAND = 2;

    private final Path file;
    private final RandomAccessFile data;
    private final long first;
    private int[] ends = new int[64]; // of each entry
    private int count;

    private LogSegment(Path file, RandomAccessFile data, long first) {
        this.file = file;
        this.data = data;
        this.first = first;
    }

    static LogSegment create(Path folder, long first) throws IOException {
        Path file = folder.resolve(String.format("%016x", first) + SUFFIX);
        Files.createFile(file);
        return new LogSegment(file, new RandomAccessFile(file.toFile(), "rw"), first);
    }

    static boolean isSegment(Path file) {
        return file.getFileName().toString().matches("[0-9a-f]{16}\\" + SUFFIX);
    }

    /** Opens a segment and reads all of it; {@link #isTorn} says whether something follows that is no entry. */
    static LogSegment open(Path file) throws IOException {
        String name = file.getFileName().toString();
        long first = Long.parseUnsignedLong(name.substring(0, name.length() - SUFFIX.length()), 16);
        LogSegment segment = new LogSegment(file, new RandomAccessFile(file.toFile(), "rw"), first);
        ByteBuffer all = segment.bytes(0, Math.toIntExact(segment.data.length()));
        int at = 0;
        for (int end = end(all, at, first); end > 0; end = end(all, at, segment.last() + 1)) {
            requireKnown(all.get(at + HEADER - 1), file);
            segment.add(end);
            at = end;
        }
        return segment;
    }

    private static void requireKnown(byte kind, Path file) throws IOException {
        if ((kind & ~(INTERNAL | WITHOUT_COMMAND)) != 0) {
            throw new IOException("entry has kind=" + kind + ", greatest known=" + (INTERNAL | WITHOUT_COMMAND)
                    + ", so a newer version wrote it; run the member with that version: file=" + file.getFileName());
        }
    }

    /** Where the entry at a position ends, or -1 where there is none with this index. */
    private static int end(ByteBuffer all, int at, long index) {
        if (all.limit() - at < HEADER) {
            return -1;
        }
        int length = all.getInt(at);
        long end = at + HEADER + (long) length;
        boolean isThere = length >= 0
                && end <= all.limit()
                && all.getLong(at + 8) == index
                && check(all, at, (int) end) == all.getInt(at + 4);
        return isThere ? (int) end : -1;
    }

    private static int check(ByteBuffer all, int at, int end) {
        CRC32C check = new CRC32C();
        check.update(all.slice(at, Integer.BYTES));
        check.update(all.slice(at + 2 * Integer.BYTES, end - at - 2 * Integer.BYTES));
        return (int) check.getValue();
    }

    private ByteBuffer bytes(long from, int length) throws IOException {
        byte[] bytes = new byte[length];
        data.seek(from);
        data.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    long first() {
        return first;
    }

    /** The index of the last entry; one less than the first where there is none. */
    long last() {
        return first + count - 1;
    }

    int size() {
        return count == 0 ? 0 : ends[count - 1];
    }

    Path file() {
        return file;
    }

    /** Whether bytes follow the last entry. */
    boolean isTorn() throws IOException {
        return data.length() > size();
    }

    /**
     * Whether an entry follows somewhere after bytes that are none: then it is not that the last write was cut short, but damage.
     */
    boolean isDamaged() throws IOException {
        ByteBuffer rest = bytes(size(), (int) (data.length() - size()));
        for (int at = 0; at <= rest.limit() - HEADER; at++) {
            long index = rest.getLong(at + 8);
            if (index > last() && index - last() <= rest.limit() / HEADER && end(rest, at, index) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Drops what follows the last entry. */
    void cut() throws IOException {
        data.setLength(size());
        data.getFD().sync();
    }

    /** The bytes of an entry, to be written by {@link #write}. */
    static void encode(long index, LogEntry entry, ByteBuffer into) {
        int at = into.position();
        byte[] command = entry.command();
        int kind = (entry.internal() ? INTERNAL : 0) | (command == null ? WITHOUT_COMMAND : 0);
        into.putInt(command == null ? 0 : entry.length())
                .putInt(0)
                .putLong(index)
                .putLong(entry.term());
        into.put((byte) kind);
        if (command != null) {
            into.put(command, entry.offset(), entry.length());
        }
        into.putInt(at + 4, check(into.duplicate().clear(), at, into.position()));
    }

    static int encodedSize(LogEntry entry) {
        return HEADER + (entry.command() == null ? 0 : entry.length());
    }

    /** Appends entries of the given sizes, from an array. */
    void write(ByteBuffer encoded, int[] sizes, int entries) throws IOException {
        data.seek(size());
        data.write(encoded.array(), 0, encoded.limit());
        for (int i = 0; i < entries; i++) {
            add(size() + sizes[i]);
        }
    }

    private void add(int end) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = end;
    }

    void force() throws IOException {
        data.getFD().sync();
    }

    @Nullable
    LogEntry read(long index) throws IOException {
        if (index < first || index > last()) {
            return null;
        }
        int slot = (int) (index - first);
        int at = slot == 0 ? 0 : ends[slot - 1];
        ByteBuffer bytes = bytes(at, ends[slot] - at);
        if (end(bytes, 0, index) < 0) {
            throw new IOException("entry is damaged: file=" + file.getFileName() + ", index=" + index);
        }
        byte kind = bytes.get(HEADER - 1);
        byte[] command = null;
        if ((kind & WITHOUT_COMMAND) == 0) {
            command = new byte[bytes.limit() - HEADER];
            bytes.get(HEADER, command);
        }
        int length = command == null ? 0 : command.length;
        return new LogEntry(bytes.getLong(16), command, 0, length, (kind & INTERNAL) != 0);
    }

    /** Drops an entry and all after it. */
    void cutFrom(long index) throws IOException {
        count = (int) Math.max(0, index - first);
        cut();
    }

    void delete() throws IOException {
        data.close();
        Files.deleteIfExists(file);
    }

    @Override
    public void close() throws IOException {
        data.close();
    }
}
