package io.tellask.store.segment;

import io.tellask.store.file.StoreFiles;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.layout.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * One mapped segment file and what is known about it in memory: where its records end, how far it is on disk, and which records are dead
 * (one bit for each 8 bytes, set at the start of a record that was replaced or removed).
 *
 * <p>The writer changes it under the shard's lock; readers read {@link #bytes} and the dead bits without one. Mapping and bits live in a
 * shared arena, so an access after {@link #close} raises {@link IllegalStateException} and never reaches unmapped memory.
 */
public final class LogSegment {
    private static final VarHandle DEAD_WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Bytes of the log whose dead bits are in one word. */
    public static final int DEAD_WORD_BYTES = 512;

    final SegmentLayout.Header header;
    public final int number;
    public final Path file;
    public final MemorySegment bytes;
    public final long baseSequence;

    /** The entry of {@link Records} that addresses name it by. */
    public int slot;

    /** Where the next record goes. */
    public long end = SegmentLayout.HEADER;

    public long records;

    /** Bytes of records that hold no value of a key: replaced and removed ones, and all that are counted in {@link #inertBytes}. */
    public long deadBytes;

    /** Bytes of records that never held a value: removals, and the heads of batches. */
    public long inertBytes;

    /** No record in here was dead when this was the next sequence number. */
    public long cleanAsOf;

    /** The last sequence number that this segment stands for, once it is sealed. */
    public long lastSequence;

    public final ExpirySummary expiries = new ExpirySummary();

    /** Everything before this offset is on disk. Belongs to the forcing thread. */
    public long forcedTo;

    /** Whether the file's name is on disk. Belongs to the forcing thread. */
    public boolean nameForced;

    /** Whether the footer is written: nothing is added any more. */
    public volatile boolean sealed;

    /** What {@link SegmentLayout#markOf} said when it was sealed. */
    private long mark;

    private final Arena arena;
    private final MemorySegment dead;

    /** All records before this offset are dead, whatever their bits say: the map was cleared behind them. */
    private volatile long clearedTo;

    private int pins;
    private boolean retired;

    LogSegment(StoreFiles files, Path file, SegmentLayout.Header header) throws IOException {
        this(files, file, file, header);
    }

    /** Maps a file that is about to be renamed to {@code file}. */
    public LogSegment(StoreFiles files, Path source, Path file, SegmentLayout.Header header) throws IOException {
        this.file = file;
        this.header = header;
        number = header.number();
        baseSequence = header.baseSequence();
        cleanAsOf = baseSequence;
        arena = Arena.ofShared();
        try {
            bytes = files.map(source, header.capacity(), arena);
            dead = arena.allocate(header.capacity() / 64, 8);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            arena.close();
            throw e;
        }
    }

    /** Tells that the footer is written. */
    public void seal() {
        mark = SegmentLayout.markOf(bytes, true);
        sealed = true;
    }

    /** As {@link SegmentLayout#markOf}; also of one that is not mapped any more. */
    long mark() {
        return sealed ? mark : SegmentLayout.markOf(bytes, false);
    }

    /** The last of the numbers that this segment stands for. */
    public int through() {
        return number + header.covers();
    }

    public boolean isRewritten() {
        return header.kind() == SegmentLayout.REWRITTEN;
    }

    public long capacity() {
        return bytes.byteSize();
    }

    /** Bytes that still fit before the footer. */
    long room() {
        return sealed ? 0 : recordLimit() - end;
    }

    /** Where records end at the latest. */
    public long recordLimit() {
        return capacity() - SegmentLayout.FOOTER;
    }

    /** One past the last byte between {@link #end} and the footer that is not zero, or {@link #end}. */
    public long lastByte() {
        return Zeroes.skipBack(bytes, end, recordLimit());
    }

    public long liveBytes() {
        return end - SegmentLayout.HEADER - deadBytes;
    }

    /** Bytes of records that were replaced or removed: what rewriting is sure to free. */
    public long replacedBytes() {
        return deadBytes - inertBytes;
    }

    /** Length of the record at an offset, padding included; of a damaged one, something between the shortest and the longest it can be. */
    public long recordBytes(long offset) {
        long told = RecordLayout.alignedBytes(bytes.get(SegmentLayout.INT, offset + RecordLayout.LENGTH));
        return Math.clamp(told, RecordLayout.alignedBytes(RecordLayout.HEADER), recordLimit() - offset);
    }

    /** Marks a record whose key has another value or none by now. */
    public void markDead(long offset) {
        deadBytes += recordBytes(offset);
        setBit(offset);
    }

    /** Marks a record, or the head of a batch, that never held a value. */
    public void markInert(long offset, long length) {
        deadBytes += length;
        inertBytes += length;
        setBit(offset);
    }

    private void setBit(long offset) {
        long at = offset >>> 9 << 3;
        long word = (long) DEAD_WORD.get(dead, at);
        DEAD_WORD.setRelease(dead, at, word | 1L << (offset >>> 3));
    }

    /** Takes all records before an offset as dead. Their bits stay, for scans that began before. */
    void clear(long before) {
        clearedTo = before;
        deadBytes = Math.max(deadBytes, before - SegmentLayout.HEADER);
    }

    /** Whether it has no record that never held a value: what is dead in it hides nothing. */
    public boolean hadPutsOnly() {
        return inertBytes == 0;
    }

    /** Whether nothing in it holds a value because the map was cleared behind it. */
    public boolean isCleared() {
        return end > SegmentLayout.HEADER && clearedTo == end;
    }

    public boolean isDead(long offset) {
        return offset < clearedTo || (deadWord(offset) >>> (offset >>> 3) & 1) != 0;
    }

    /** What says of each record whether it was replaced or removed by itself: the dead bits of the {@link #DEAD_WORD_BYTES} bytes that an offset is among, the first of them lowest. */
    public long deadWord(long offset) {
        return (long) DEAD_WORD.getAcquire(dead, offset >>> 9 << 3);
    }

    /** The part of the dead bits that says something about records before {@link #end}. */
    public MemorySegment deadBits() {
        return dead.asSlice(0, (end + 511) / 512 * 8);
    }

    /** A copy of {@link #deadBits} in which records before a clear are dead, too. */
    public MemorySegment allDeadBits() {
        MemorySegment bits = MemorySegment.ofArray(deadBits().toArray(ValueLayout.JAVA_LONG));
        long words = clearedTo / DEAD_WORD_BYTES;
        bits.asSlice(0, words * 8).fill((byte) -1);
        if (clearedTo % DEAD_WORD_BYTES != 0) {
            long rest = (1L << (clearedTo >>> 3)) - 1;
            bits.set(ValueLayout.JAVA_LONG, words * 8, bits.get(ValueLayout.JAVA_LONG, words * 8) | rest);
        }
        return bits;
    }

    /** Bytes of records that hold a value, without those that have likely expired. */
    public long lastingBytes(long nowMillis) {
        return liveBytes() - Math.min(liveBytes(), expiries.expiredBytes(nowMillis));
    }

    /** Keeps the segment mapped until {@link #unpin}. */
    public synchronized void pin() {
        pins++;
    }

    /** Returns whether the segment is not needed any more. */
    public synchronized boolean unpin() {
        return --pins == 0 && retired;
    }

    /** Tells that the log does without the segment from now on; returns whether nobody else needs it. */
    public synchronized boolean retire() {
        retired = true;
        return pins == 0;
    }

    public void close() {
        arena.close();
    }
}
