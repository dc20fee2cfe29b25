package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.store.ValueTarget;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * A reused buffer that replies are written into, in the version of the protocol that the client speaks: 2 or 3.
 *
 * <p>It grows up to a limit; what goes beyond raises {@link ReplyTooLongException}, which ends the connection. Not thread-safe.
 */
final class Reply implements ValueTarget {
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
    private byte[] array;
    private int end;
    private int valueStart;
    private int valueOffset;
    private boolean third;

    /** An empty buffer for at most so many bytes, which asks for room before it grows. */
    Reply(int limit, LongPredicate room) {
        this(limit, room, USUAL_BYTES);
    }

    /** One that has room for so many bytes at first. */
    Reply(int limit, LongPredicate room, int firstBytes) {
        this.limit = limit;
        this.room = room;
        array = new byte[firstBytes];
    }

    /** Speaks version 2 or 3 from now on. */
    void protocol(int version) {
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

    int length() {
        return end;
    }

    /** Forgets what was written after a length. */
    void truncate(int length) {
        end = length;
    }

    /** Forgets everything, and the memory that an unusually long reply took. */
    void clear() {
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
        long needed = (long) end + bytes;
        if (needed > limit) {
            throw new ReplyTooLongException(needed);
        }
        int larger = (int) Math.max(needed, Math.min(limit, 2L * array.length));
        if (!room.test(larger)) {
            throw new ReplyTooLongException(needed);
        }
        array = Arrays.copyOf(array, larger);
    }

    /** Bytes that are a reply, or part of one, already. */
    void raw(byte[] bytes) {
        raw(bytes, 0, bytes.length);
    }

    void raw(byte[] bytes, int offset, int length) {
        makeRoom(length);
        System.arraycopy(bytes, offset, array, end, length);
        end += length;
    }

    void ok() {
        raw(OK);
    }

    /** A word without line ends. */
    void status(String word) {
        line('+', word);
    }

    /** An error's text, which begins with its code; line ends in it become blanks, and it is bounded and printable. */
    void error(String text) {
        line('-', SafeText.of(text.replace('\r', ' ').replace('\n', ' '), MAX_ERROR_CHARS));
    }

    private void line(char type, String text) {
        makeRoom(text.length() + FRAME_BYTES);
        array[end++] = (byte) type;
        raw(text.getBytes(ISO_8859_1));
        raw(LINE_END);
    }

    void integer(long value) {
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
    void nil() {
        raw(third ? NULL : NIL_BULK);
    }

    /** No array. */
    void nilArray() {
        raw(third ? NULL : NIL_ARRAY);
    }

    void array(int count) {
        header('*', count);
    }

    /** Puts the head of an array before its replies, which are already there from a position on. */
    void insertArray(int at, int count) {
        int before = end;
        array(count);
        moveBack(at, before);
    }

    /** Puts a bulk string before replies that are already there from a position on. */
    void insertBulk(int at, String text) {
        int before = end;
        bulk(text);
        moveBack(at, before);
    }

    /** Moves what was written last, from {@code from} on, to {@code at}, and what was there behind it. */
    private void moveBack(int at, int from) {
        byte[] moved = Arrays.copyOfRange(array, from, end);
        System.arraycopy(array, at, array, at + moved.length, from - at);
        System.arraycopy(moved, 0, array, at, moved.length);
    }

    /** The head of so many pairs of replies. */
    void map(int count) {
        header(third ? '%' : '*', third ? count : 2L * count);
    }

    void set(int count) {
        header(third ? '~' : '*', count);
    }

    /** The head of a message that is no reply. */
    void push(int count) {
        header(third ? '>' : '*', count);
    }

    void bulk(String text) {
        bulk(text.getBytes(UTF_8));
    }

    void bulk(byte[] bytes) {
        bulk(bytes, 0, bytes.length);
    }

    void bulk(byte[] bytes, int offset, int length) {
        bulkHeader(length);
        System.arraycopy(bytes, offset, array, end, length);
        endBulk(length);
    }

    /** Notes where the next value that is read begins. */
    void beginValue() {
        valueStart = end;
    }

    /** Forgets a value that was begun and is not there. */
    void forgetValue() {
        end = valueStart;
    }

    /** Makes room for a value, which {@code beginValue} was called before: read again, it takes its own place. */
    @Override
    public void room(int valueBytes) {
        end = valueStart;
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
    void insertVerbatim(int at) {
        int length = end - at;
        int before = end;
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
    void verbatim(String text) {
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
