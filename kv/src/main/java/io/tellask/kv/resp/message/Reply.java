package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.store.ValueTarget;
import io.tellask.text.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A reused buffer that replies are written into, in the version of the protocol that the client speaks: 2 or 3.
 *
 * <p>What is too long for its array goes into further ones, {@link #forEachPiece pieces} of {@value #USUAL_BYTES} bytes or a longer value each: a reply of
 * many values is neither copied while it grows nor one large object of the heap. It grows up to a limit; what goes beyond raises
 * {@link ReplyTooLongException}, which ends the connection. Not thread-safe.
 */
public final class Reply implements ValueTarget {
    private static final int USUAL_BYTES = 128 << 10;

    /** A type's character, a number, two line ends: all that stands around the bytes of a value. */
    private static final int FRAME_BYTES = Decimal.MAX_LENGTH + 5;

    private static final int MAX_ERROR_CHARS = 1_000;
    private static final byte[] OK = "+OK\r\n".getBytes(ISO_8859_1);
    private static final byte[] NIL_BULK = "$-1\r\n".getBytes(ISO_8859_1);
    private static final byte[] NIL_ARRAY = "*-1\r\n".getBytes(ISO_8859_1);
    private static final byte[] NULL = "_\r\n".getBytes(ISO_8859_1);
    private static final byte[] TEXT = "txt:".getBytes(ISO_8859_1);
    private static final byte[] LINE_END = {'\r', '\n'};

    private final int limit;
    private final LongPredicate room;
    private final List<Piece> full = new ArrayList<>();
    private int fullBytes;
    private byte[] array; // what is written next, behind those that are full
    private int end;
    private int valueStart;
    private int valueOffset;
    private boolean third;

    /** Takes a part of what was written. */
    public interface PieceTaker {
        void take(byte[] bytes, int offset, int length);
    }

    /** Some of what was written: nobody changes it any more. */
    private record Piece(byte[] bytes, int offset, int length) {}

    /** An empty buffer for at most so many bytes, which asks for room before it grows. */
    public Reply(int limit, LongPredicate room) {
        this(limit, room, USUAL_BYTES);
    }

    /** One that has room for so many bytes at first. */
    public Reply(int limit, LongPredicate room, int firstBytes) {
        this.limit = limit;
        this.room = room;
        array = new byte[firstBytes];
    }

    /** Speaks version 2 or 3 from now on. */
    public void protocol(int version) {
        third = version == 3;
    }

    /** Whether version 3 is spoken. */
    boolean isThird() {
        return third;
    }

    @Override
    public byte[] array() {
        return array;
    }

    public int length() {
        return fullBytes + end;
    }

    /** How much memory it takes. */
    public int heldBytes() {
        return fullBytes + array.length;
    }

    /** Forgets what was written after a length. */
    public void truncate(int length) {
        while (length < fullBytes) {
            Piece last = full.removeLast();
            fullBytes -= last.length();
            end = 0;
            if (length > fullBytes) {
                addFull(new Piece(last.bytes(), last.offset(), length - fullBytes));
            }
        }
        end = length - fullBytes;
    }

    /** Shows all that was written, in order. */
    public void forEachPiece(PieceTaker taker) {
        for (Piece piece : full) {
            taker.take(piece.bytes(), piece.offset(), piece.length());
        }
        if (end > 0) {
            taker.take(array, 0, end);
        }
    }

    /** Hands over what was written, but for what is in the array, which is then all that is here. */
    public void handOver(PieceTaker taker) {
        if (full.isEmpty()) {
            return;
        }
        for (Piece piece : full) {
            taker.take(piece.bytes(), piece.offset(), piece.length());
        }
        full.clear();
        fullBytes = 0;
    }

    /** A copy of what was written from a position on. */
    public byte[] copyFrom(int from) {
        byte[] copy = new byte[length() - from];
        int[] at = {-from};
        forEachPiece((bytes, offset, length) -> {
            int skipped = Math.clamp(-at[0], 0, length);
            if (skipped < length) {
                System.arraycopy(bytes, offset + skipped, copy, at[0] + skipped, length - skipped);
            }
            at[0] += length;
        });
        return copy;
    }

    /** Forgets everything, and the memory that an unusually long reply took. */
    public void clear() {
        full.clear();
        fullBytes = 0;
        end = 0;
        if (array.length > 8 * USUAL_BYTES) {
            array = new byte[USUAL_BYTES];
        }
    }

    private void makeRoom(int bytes) {
        if (array.length - end < bytes) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        long needed = (long) length() + bytes;
        if (needed > limit) {
            throw new ReplyTooLongException(needed);
        }
        if (needed <= USUAL_BYTES) {
            array = Arrays.copyOf(array, (int) Math.max(needed, Math.min(USUAL_BYTES, 2L * array.length)));
            return;
        }
        int newBytes = isWellFilled() || array.length < bytes ? Math.max(bytes, USUAL_BYTES) : 0;
        if (!room.test((long) newBytes + (isWellFilled() ? 0 : end))) {
            throw new ReplyTooLongException(needed);
        }
        seal(newBytes);
    }

    private boolean isWellFilled() {
        return end > array.length / 4 * 3;
    }

    /** Makes a piece of what is in the array, and a new one of so many bytes; with 0 the array stays, and the piece is a copy. */
    private void seal(int newBytes) {
        if (end > 0) {
            addFull(new Piece(isWellFilled() && newBytes > 0 ? array : Arrays.copyOf(array, end), 0, end));
        }
        if (newBytes > 0) {
            array = new byte[newBytes];
        }
        end = 0;
    }

    private void addFull(Piece piece) {
        full.add(piece);
        fullBytes += piece.length();
    }

    /** Bytes that are a reply, or part of one, already. */
    public void raw(byte[] bytes) {
        raw(bytes, 0, bytes.length);
    }

    public void raw(byte[] bytes, int offset, int length) {
        makeRoom(length);
        System.arraycopy(bytes, offset, array, end, length);
        end += length;
    }

    public void ok() {
        raw(OK);
    }

    /** A word without line ends. */
    public void status(String word) {
        line('+', word);
    }

    /** An error's text, which begins with its code; line ends in it become blanks, and it is bounded and printable. */
    public void error(String text) {
        line('-', SafeText.of(text.replace('\r', ' ').replace('\n', ' '), MAX_ERROR_CHARS));
    }

    private void line(char type, String text) {
        makeRoom(text.length() + FRAME_BYTES);
        array[end++] = (byte) type;
        raw(text.getBytes(ISO_8859_1));
        raw(LINE_END);
    }

    public void integer(long value) {
        header(':', value);
    }

    private void header(char type, long value) {
        makeRoom(FRAME_BYTES);
        byte[] target = array;
        target[end] = (byte) type;
        int at = Decimal.write(value, target, end + 1);
        target[at] = '\r';
        target[at + 1] = '\n';
        end = at + 2;
    }

    /** No value. */
    public void nil() {
        raw(third ? NULL : NIL_BULK);
    }

    /** No array. */
    public void nilArray() {
        raw(third ? NULL : NIL_ARRAY);
    }

    public void array(int count) {
        header('*', count);
    }

    /** Puts the head of an array before its replies, which are already there from a position on. */
    public void insertArray(int at, int count) {
        int before = length();
        array(count);
        moveBack(at, before);
    }

    /** Puts a bulk string before replies that are already there from a position on. */
    public void insertBulk(int at, String text) {
        int before = length();
        bulk(text);
        moveBack(at, before);
    }

    /** Moves what was written last, from {@code from} on, to {@code at}, and what was there behind it. */
    private void moveBack(int at, int from) {
        byte[] moved = copyFrom(from);
        truncate(from);
        if (at >= fullBytes && array.length - end >= moved.length) {
            int place = at - fullBytes;
            System.arraycopy(array, place, array, place + moved.length, end - place);
            System.arraycopy(moved, 0, array, place, moved.length);
            end += moved.length;
        } else {
            seal(0);
            insert(at, moved);
        }
    }

    /** Puts bytes between pieces, or into one. */
    private void insert(int at, byte[] bytes) {
        int index = 0;
        int rest = at;
        while (rest > 0 && rest >= full.get(index).length()) {
            rest -= full.get(index++).length();
        }
        if (rest > 0) {
            Piece divided = full.get(index);
            full.set(index, new Piece(divided.bytes(), divided.offset() + rest, divided.length() - rest));
            full.add(index++, new Piece(divided.bytes(), divided.offset(), rest));
        }
        full.add(index, new Piece(bytes, 0, bytes.length));
        fullBytes += bytes.length;
    }

    /** The head of so many pairs of replies. */
    public void map(int count) {
        header(third ? '%' : '*', third ? count : 2L * count);
    }

    public void set(int count) {
        header(third ? '~' : '*', count);
    }

    /** The head of a message that is no reply. */
    public void push(int count) {
        header(third ? '>' : '*', count);
    }

    public void bulk(String text) {
        bulk(text.getBytes(UTF_8));
    }

    public void bulk(byte[] bytes) {
        bulk(bytes, 0, bytes.length);
    }

    public void bulk(byte[] bytes, int offset, int length) {
        bulkHeader(length);
        System.arraycopy(bytes, offset, array, end, length);
        endBulk(length);
    }

    /** Notes where the next value that is read begins. */
    public void beginValue() {
        valueStart = length();
    }

    /** Forgets a value that was begun and is not there. */
    public void forgetValue() {
        truncate(valueStart);
    }

    /** Makes room for a value, which {@code beginValue} was called before: read again, it takes its own place. */
    @Override
    public void room(int valueBytes) {
        truncate(valueStart);
        bulkHeader(valueBytes);
        valueOffset = end;
        endBulk(valueBytes);
    }

    @Override
    public int offset() {
        return valueOffset;
    }

    private void bulkHeader(int length) {
        makeRoom(Math.addExact(length, 2 * FRAME_BYTES));
        header('$', length);
    }

    private void endBulk(int length) {
        int at = end + length;
        array[at] = '\r';
        array[at + 1] = '\n';
        end = at + 2;
    }

    /** Makes a text for people of what was written from a position on. */
    public void insertVerbatim(int at) {
        int length = length() - at;
        int before = length();
        if (third) {
            header('=', length + 4L);
            raw(TEXT);
        } else {
            header('$', length);
        }
        moveBack(at, before);
        raw(LINE_END);
    }

    /** A text for people. */
    public void verbatim(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        if (!third) {
            bulk(bytes);
            return;
        }
        header('=', bytes.length + 4L);
        raw(TEXT);
        raw(bytes);
        raw(LINE_END);
    }
}
