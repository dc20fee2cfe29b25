package io.tellask.kv.resp.command;

import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Request;
import org.jspecify.annotations.Nullable;

/** What stands behind key and value of SET, or behind the key of GETEX. Read once, by one thread. */
final class SetOptions {
    private enum Condition {
        NONE,
        IF_ABSENT,
        IF_PRESENT
    }

    private enum Special {
        KEEP,
        PERSIST
    }

    private final Request request;
    private final String command;
    private Condition condition = Condition.NONE;
    private boolean returnsOld;
    private @Nullable ExpiryArguments form;
    private @Nullable Special special;
    private int timeAt;

    private SetOptions(Request request, String command) {
        this.request = request;
        this.command = command;
    }

    static SetOptions ofSet(Request request) {
        SetOptions options = new SetOptions(request, "set");
        for (int i = 3; i < request.count(); i++) {
            i = options.takeCondition(i) ? i : options.takeExpiry(i, Special.KEEP, "keepttl");
        }
        return options;
    }

    static SetOptions ofRead(Request request) {
        SetOptions options = new SetOptions(request, "getex");
        for (int i = 2; i < request.count(); i++) {
            i = options.takeExpiry(i, Special.PERSIST, "persist");
        }
        return options;
    }

    private boolean takeCondition(int i) {
        if (request.is(i, "nx") && condition != Condition.IF_PRESENT) {
            condition = Condition.IF_ABSENT;
        } else if (request.is(i, "xx") && condition != Condition.IF_ABSENT) {
            condition = Condition.IF_PRESENT;
        } else if (request.is(i, "get")) {
            returnsOld = true;
        } else {
            return false;
        }
        return true;
    }

    /** Takes one of the options that say when the key expires, which exclude each other; returns the last argument taken. */
    private int takeExpiry(int i, Special taken, String word) {
        ExpiryArguments named = ExpiryArguments.named(request, i);
        if (request.is(i, word) && form == null) {
            special = taken;
            return i;
        }
        if (named == null || special != null || form != null && form != named || i + 1 == request.count()) {
            throw ErrorReply.SYNTAX;
        }
        form = named;
        timeAt = i + 1;
        return timeAt;
    }

    /** Whether the value before is the reply. */
    boolean returnsOld() {
        return returnsOld;
    }

    /** Whether to set a key that is there, or not there. */
    boolean allows(boolean there) {
        return condition == Condition.NONE || there == (condition == Condition.IF_PRESENT);
    }

    /** Whether the existence of the key matters. */
    boolean isConditional() {
        return condition != Condition.NONE;
    }

    /** Whether the key expires when it would have expired anyway: asked for by SET, or for want of any option. */
    boolean keepsExpiry() {
        return special == Special.KEEP;
    }

    /** Whether nothing is said about when the key expires. */
    boolean isSilent() {
        return special == null && form == null;
    }

    /** When the key expires, in milliseconds since 1970, or {@link Database#NEVER}. */
    long expiry(long now) {
        return form == null ? Database.NEVER : form.positive(request, timeAt, command, now);
    }
}
