package io.tellask.actor.runtime;

/** The caller's side of a queued call. Called on the actor's dispatcher, or on the sender's thread for a refused call. */
public interface ReplyTo {
    /** The method returned: a promise, a publisher, a plain value, or null for a tell. */
    void reply(CallMessage call, Object result);

    /** The method threw, or was never run. */
    void fail(CallMessage call, Throwable failure);

    /** Whether the call's deadline has passed; if so the caller is told, and the method is not run. */
    default boolean isExpired(CallMessage call) {
        return false;
    }
}
