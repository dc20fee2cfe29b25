package io.tellask.kv.resp.command;

import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Request;
import org.jspecify.annotations.Nullable;

/** What SCAN is asked for. Immutable. */
final class ScanOptions {
    private static final int USUAL_COUNT = 10;

    private final long cursor;
    private final int count;
    private final @Nullable Glob pattern;
    private final boolean strings;

    private ScanOptions(long cursor, int count, @Nullable Glob pattern, boolean strings) {
        this.cursor = cursor;
        this.count = count;
        this.pattern = pattern;
        this.strings = strings;
    }

    static ScanOptions of(Request request, RespLimits limits) {
        long cursor = cursor(request);
        long count = USUAL_COUNT;
        Glob pattern = null;
        boolean strings = true;
        for (int i = 2; i < request.count(); i += 2) {
            if (i + 1 == request.count()) {
                throw ErrorReply.SYNTAX;
            } else if (request.is(i, "count")) {
                count = request.integer(i + 1);
            } else if (request.is(i, "match")) {
                pattern = request.pattern(i + 1, limits);
            } else if (request.is(i, "type")) {
                strings = request.is(i + 1, "string");
            } else {
                throw ErrorReply.SYNTAX;
            }
            if (count < 1) {
                throw ErrorReply.SYNTAX;
            }
        }
        return new ScanOptions(cursor, (int) Math.min(count, Integer.MAX_VALUE), pattern, strings);
    }

    /** As C reads a number: nothing is 0, and a negative one counts from the other end. */
    private static long cursor(Request request) {
        String text = request.text(1);
        try {
            if (text.startsWith("-")) {
                return -Long.parseUnsignedLong(text.substring(1));
            }
            return text.isEmpty() ? 0 : Long.parseUnsignedLong(text);
        } catch (NumberFormatException malformed) {
            throw new ErrorReply("ERR invalid cursor");
        }
    }

    /** Where to go on; 0 at the beginning. */
    long cursor() {
        return cursor;
    }

    /** About how many keys to look at. */
    int count() {
        return count;
    }

    /** Whether a key is asked for; counts what finding that out took. */
    boolean wants(byte[] key, MatchCost steps) {
        return strings && (pattern == null || pattern.matches(key, steps));
    }
}
