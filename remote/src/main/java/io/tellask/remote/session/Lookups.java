package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.PublishedName;
import org.jspecify.annotations.Nullable;

/** Asks the peer for what it has published. Stateless; from any thread. */
final class Lookups {
    private Lookups() {}

    /** Finds what the peer has published under a name. */
    static RemotePromise begin(Endpoint endpoint, String name, RemoteContract<?> contract) {
        Outbound outbound = endpoint.outbound();
        Calls calls = endpoint.calls();
        SessionTimers timers = endpoint.timers();
        RemotePromise promise = new RemotePromise.OfLookup(contract, endpoint);
        outbound.lock();
        RuntimeException refused = timers.lateAlready(promise);
        if (refused == null) {
            refused = refusal(endpoint, name);
        }
        if (refused != null) {
            outbound.unlock();
            promise.completeExceptionally(refused);
            return promise;
        }
        try {
            timers.giveDeadline(promise, 0);
            promise.callId = calls.nextId();
            calls.place(promise.callId, promise);
            ByteWriter out = outbound.beginFrame(3 * name.length() + 16);
            out.writeInt32(promise.callId);
            out.writeUtf8(name);
        } catch (Throwable failure) {
            calls.takeBack(promise.callId);
            outbound.unlockFailed();
            throw failure;
        }
        endpoint.frames().finish(FrameType.LOOKUP);
        return promise;
    }

    private static @Nullable RuntimeException refusal(Endpoint endpoint, String name) {
        if (endpoint.outbound().closed) {
            return endpoint.disconnected();
        }
        LookupException tooLong = PublishedName.refusal(name);
        if (tooLong != null) {
            return tooLong;
        }
        return endpoint.calls().hasRoom()
                ? null
                : new CreditExhaustedException("lookup: unanswered asks of the session >= callsInFlight="
                        + endpoint.calls().limit() + "; wait for some to be answered");
    }
}
