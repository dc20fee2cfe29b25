package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/** The caller's side of a queued call. Called on the actor's dispatcher, or on the sender's thread for a refused call. */
public interface ReplyTo {
    /** The method returned: a promise, a publisher, a plain value, or null for a tell. */
    void reply(CallMessage call, @Nullable Object result);

    /** The method threw. */
    void fail(CallMessage call, Throwable failure);

    /** The method was never run. */
    default void refuse(CallMessage call, RuntimeException reason) {
        fail(call, reason);
    }

    /** Where this caller's calls wait while the actor is crowded and its callers take turns; null for callers of this process. On the actor's dispatcher. */
    default @Nullable CallerBacklog backlog() {
        return null;
    }

    /** Who made the call, an actor or a peer, for those who look inside; empty where that is not known. From any thread. */
    default String sender() {
        return "";
    }

    /** Whether the caller is of this process, and has no use for {@link CallMessage#callId}. */
    default boolean isLocal() {
        return true;
    }

    /** Whether the call is to be executed now; if not, this side has settled it or keeps it for later. */
    default boolean admits(CallMessage call) {
        return true;
    }
}
