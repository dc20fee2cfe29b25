package io.tellask.remote;

import org.jspecify.annotations.Nullable;

/**
 * Is told of calls of peers that have ended, while it watches: {@link Server#watchCalls}. Runs on whatever thread the call ended, so it must be
 * thread-safe and must not wait; one that throws is logged and told no more.
 */
@FunctionalInterface
public interface CallWatcher {
    /**
     * A call has ended.
     *
     * @param failure what its caller was told; null for success
     * @param items what a stream emitted
     * @param sentBytes how long the answer was, or the items
     */
    void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes);
}
