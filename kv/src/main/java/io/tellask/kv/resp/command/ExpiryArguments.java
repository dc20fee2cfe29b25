package io.tellask.kv.resp.command;

import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Request;
import org.jspecify.annotations.Nullable;

/** How commands say when a key expires. Stateless. */
enum ExpiryArguments {
    /** In so many seconds. */
    EX(1000, true),
    /** In so many milliseconds. */
    PX(1, true),
    /** At a second since 1970. */
    EXAT(1000, false),
    /** At a millisecond since 1970. */
    PXAT(1, false);

    private final long millis;
    private final boolean fromNow;

    ExpiryArguments(long millis, boolean fromNow) {
        this.millis = millis;
        this.fromNow = fromNow;
    }

    /** The form that an option names, or null if it names none. */
    static @Nullable ExpiryArguments named(Request request, int index) {
        if (request.is(index, "ex")) {
            return EX;
        } else if (request.is(index, "px")) {
            return PX;
        } else if (request.is(index, "exat")) {
            return EXAT;
        } else if (request.is(index, "pxat")) {
            return PXAT;
        }
        return null;
    }

    /** The time that an argument above 0 says, in milliseconds since 1970. */
    long positive(Request request, int index, String command, long now) {
        if (request.integer(index) <= 0) {
            throw ErrorReply.invalidExpiry(command);
        }
        return time(request, index, command, now);
    }

    /** The time that an argument says, which may have passed. */
    long time(Request request, int index, String command, long now) {
        long value = request.integer(index);
        if (value > Long.MAX_VALUE / millis || value < Long.MIN_VALUE / millis) {
            throw ErrorReply.invalidExpiry(command);
        }
        long start = fromNow ? now : 0;
        if (value * millis > Long.MAX_VALUE - start) {
            throw ErrorReply.invalidExpiry(command);
        }
        return value * millis + start;
    }
}
