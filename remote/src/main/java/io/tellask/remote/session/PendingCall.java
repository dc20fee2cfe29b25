package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import org.jspecify.annotations.Nullable;

/** A call of this side that waits for what the peer answers. */
sealed interface PendingCall permits RemotePromise, StreamReceiver {
    int callId();

    /** The method that was called; null for a lookup. */
    @Nullable
    ContractMethod method();

    /** Settles it with a failure; on the loop. */
    void fail(Throwable failure);
}
