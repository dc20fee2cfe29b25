package io.tellask.kv.resp.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the requests in received bytes: arrays of bulk strings, and inline ones, which are lines of words.
 *
 * <p>A request may come in pieces: the parser remembers how far it got, so that no argument and no line is looked at twice, however small the pieces are.
 * Positions it remembers count from the request's first byte, which may move to another array in between. Not thread-safe.
 */
public final class RequestParser {
    /** What {@link #parse} answers where the request goes on beyond the received bytes. */
    public static final int INCOMPLETE = 0;

    /** What {@link #parse} answers where the bytes are no request; {@link #error} says why. */
    public static final int REFUSED = -1;

    /** Longest line: an inline request, or a length. */
    static final int LINE_BYTES = 64 << 10;

    private static final int UNAUTHENTICATED_ARGUMENTS = 10;
    private static final int UNAUTHENTICATED_BULK_BYTES = 16 << 10;
    private static final int USUAL_DIGITS = 9;
    private static final long INCOMPLETE_LINE = Long.MAX_VALUE;
    private static final long MALFORMED = Long.MIN_VALUE;
    private static final int NOT_READ = -1;

    private final Request request = new Request();
    private final int argumentsLimit;
    private final int bulkLimit;
    private boolean trusted = true;

    private int position;
    private int missing;
    private int bulkLength = NOT_READ;
    private int lineEnd;
    private int lineSeen; // bytes of the unfinished line that hold no end of it
    private @Nullable String error;

    /** A parser for at most so many arguments of at most so many bytes each. */
    public RequestParser(int argumentsLimit, int bulkLimit) {
        this.argumentsLimit = argumentsLimit;
        this.bulkLimit = bulkLimit;
    }

    /** Who has not authenticated may send short requests only. */
    public void trust(boolean authenticated) {
        trusted = authenticated;
    }

    /** The request that was found last; without arguments if it was an empty line or array. */
    public Request request() {
        return request;
    }

    /** What the arguments found so far take, beside their bytes. */
    public long heldBytes() {
        return request.placesBytes();
    }

    /** How long the unfinished request is at least, from its first byte on, or 0 where that is not known. */
    public long leastBytes() {
        return bulkLength == NOT_READ ? 0 : (long) position + bulkLength + 2;
    }

    /** Gives back what an unusual request took, once it has been executed. */
    public void trim() {
        if (position == 0) {
            request.clear();
        }
    }

    /** Forgets a request that has not arrived completely: none will follow. */
    public void drop() {
        position = 0;
        lineSeen = 0;
        missing = 0;
        request.clear();
    }

    public String error() {
        return Objects.requireNonNull(error);
    }

    /**
     * Looks for one request in {@code array} from its first byte at {@code from}; at least one byte is there.
     *
     * @return the request's length in bytes, {@link #INCOMPLETE} or {@link #REFUSED}
     */
    public int parse(byte[] array, int from, int to) {
        if (position == 0) {
            request.clear();
            if (array[from] != '*') {
                return inline(array, from, to);
            }
            if (!readCount(array, from, to)) {
                return error == null ? INCOMPLETE : REFUSED;
            }
        }
        while (missing > 0) {
            if (!readBulk(array, from, to)) {
                return error == null ? INCOMPLETE : REFUSED;
            }
        }
        return found(array, from);
    }

    private int found(byte[] array, int from) {
        request.locate(array, from);
        int length = position;
        position = 0;
        return length;
    }

    private boolean readCount(byte[] array, int from, int to) {
        long count = readLength(array, from + 1, to, "too big mbulk count string");
        if (count == INCOMPLETE_LINE) {
            return false;
        }
        if (count == MALFORMED || count > argumentsLimit) {
            return refuse("invalid multibulk length");
        }
        if (count > UNAUTHENTICATED_ARGUMENTS && !trusted) {
            return refuse("unauthenticated multibulk length");
        }
        position = lineEnd - from;
        missing = (int) Math.max(0, count);
        return true;
    }

    private boolean readBulk(byte[] array, int from, int to) {
        if (bulkLength == NOT_READ && !readBulkLength(array, from, to)) {
            return false;
        }
        if (to - from - position < bulkLength + 2) {
            return false;
        }
        request.add(position, bulkLength);
        position += bulkLength + 2;
        bulkLength = NOT_READ;
        missing--;
        return true;
    }

    private boolean readBulkLength(byte[] array, int from, int to) {
        int at = from + position;
        if (at < to && array[at] != '$') {
            return unexpected(array, at, to);
        }
        long length = readLength(array, at + 1, to, "too big bulk count string");
        if (length == INCOMPLETE_LINE) {
            return false;
        }
        if (length < 0 || length > bulkLimit) {
            return refuse("invalid bulk length");
        }
        if (length > UNAUTHENTICATED_BULK_BYTES && !trusted) {
            return refuse("unauthenticated bulk length");
        }
        position = lineEnd - from;
        bulkLength = (int) length;
        return true;
    }

    /** As Redis, which looks at the first character once the line is complete. */
    private boolean unexpected(byte[] array, int at, int to) {
        int end = endOfLine(array, at, to, '\r');
        if (end < 0) {
            return to - at > LINE_BYTES && refuse("too big bulk count string");
        }
        return end + 1 < to && refuse("expected '$', got '" + (char) (array[at] & 0xFF) + "'");
    }

    /** The number that a line consists of; sets where the next line begins. */
    private long readLength(byte[] array, int start, int to, String tooLong) {
        int value = 0;
        int at = start;
        for (int most = Math.min(to, start + USUAL_DIGITS); at < most; at++) {
            int digit = array[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
        }
        boolean usual = at > start && (array[start] != '0' || at == start + 1);
        if (usual && at + 1 < to && array[at] == '\r') {
            lineEnd = at + 2;
            return value;
        }
        return readUnusualLength(array, start, to, tooLong);
    }

    private long readUnusualLength(byte[] array, int start, int to, String tooLong) {
        int end = endOfLine(array, start, to, '\r');
        if (end < 0 && to - start >= LINE_BYTES) {
            refuse(tooLong);
        }
        if (end < 0 || end + 1 >= to) {
            return INCOMPLETE_LINE;
        }
        lineEnd = end + 2;
        lineSeen = 0;
        if (!Decimal.isInteger(array, start, end - start)) {
            return MALFORMED;
        }
        long value = Decimal.parse(array, start, end - start);
        return value == INCOMPLETE_LINE ? MALFORMED : value;
    }

    /** Looks for the end of the line that begins at {@code from}, where it has not looked yet. */
    private int endOfLine(byte[] array, int from, int to, char last) {
        int at = from + lineSeen;
        while (at < to && array[at] != last) {
            at++;
        }
        lineSeen = Math.max(0, at - from);
        return at < to ? at : -1;
    }

    private boolean refuse(String reason) {
        error = reason;
        return false;
    }

    private int inline(byte[] array, int from, int to) {
        int end = endOfLine(array, from, to, '\n');
        if (end < 0) {
            if (to - from > LINE_BYTES) {
                refuse("too big inline request");
                return REFUSED;
            }
            return INCOMPLETE;
        }
        lineSeen = 0;
        int last = end > from && array[end - 1] == '\r' ? end - 1 : end;
        if (!new InlineWords(array, from, last).split(request)) {
            refuse("unbalanced quotes in request");
            return REFUSED;
        }
        position = end + 1 - from;
        return found(array, from);
    }
}
