package io.tellask.kv.resp.command;

import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Request;

/**
 * When EXPIRE takes effect. A key without expiry counts as one that expires last.
 *
 * @param ifNone only if the key has no expiry
 * @param ifAny only if it has one
 * @param ifLater only if the new one is later
 * @param ifEarlier only if the new one is earlier
 */
record ExpiryCondition(boolean ifNone, boolean ifAny, boolean ifLater, boolean ifEarlier) {
    static ExpiryCondition of(Request request) {
        ExpiryCondition condition = new ExpiryCondition(false, false, false, false);
        for (int i = 3; i < request.count(); i++) {
            condition = condition.with(request, i);
        }
        if (condition.ifNone && (condition.ifAny || condition.ifLater || condition.ifEarlier)) {
            throw new ErrorReply("ERR NX and XX, GT or LT options at the same time are not compatible");
        }
        if (condition.ifLater && condition.ifEarlier) {
            throw new ErrorReply("ERR GT and LT options at the same time are not compatible");
        }
        return condition;
    }

    private ExpiryCondition with(Request request, int i) {
        if (request.is(i, "nx")) {
            return new ExpiryCondition(true, ifAny, ifLater, ifEarlier);
        } else if (request.is(i, "xx")) {
            return new ExpiryCondition(ifNone, true, ifLater, ifEarlier);
        } else if (request.is(i, "gt")) {
            return new ExpiryCondition(ifNone, ifAny, true, ifEarlier);
        } else if (request.is(i, "lt")) {
            return new ExpiryCondition(ifNone, ifAny, ifLater, true);
        }
        throw new ErrorReply("ERR Unsupported option " + request.shown(i));
    }

    /** Whether an expiry may take the place of another one, or of {@link Database#NEVER}. */
    boolean allows(long before, long expiry) {
        boolean none = before == Database.NEVER;
        return !(ifNone && !none
                || ifAny && none
                || ifLater && (none || expiry <= before)
                || ifEarlier && !none && expiry >= before);
    }
}
