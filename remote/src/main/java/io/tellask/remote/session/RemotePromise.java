package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The promise of one call to another process. It keeps what its answer needs: one object serves as promise and pending call. The reference
 * that was called stays reachable through it, so that an actor that lives by its references lives until it has answered.
 */
public sealed class RemotePromise extends Promise<Object> implements PendingCall {
    private static final int YIELDS_BEFORE_PARKING = 20; // 24 us fell to 19 us for an idle ask; 100 gained no more

    private final @Nullable RemoteReference reference; // null: a lookup
    private final int index;
    int callId;
    long deadlineNanos;
    volatile boolean partlySent; // a fragmented ask of which not all was written
    boolean givenUp; // the peer was told that nobody waits; on the loop

    RemotePromise(@Nullable RemoteReference reference, int index) {
        this.reference = reference;
        this.index = index;
    }

    @Override
    public Object join() {
        awaitBriefly();
        return super.join();
    }

    @Override
    public Object get() throws InterruptedException, ExecutionException {
        awaitBriefly();
        return super.get();
    }

    /** An idle round trip is shorter than putting a thread to sleep and waking it: gives the processor away some times first. */
    private void awaitBriefly() {
        if (!Thread.currentThread().isVirtual() && WaitingCallers.mayPark()) {
            for (int turn = 0; turn < YIELDS_BEFORE_PARKING && !isDone(); turn++) {
                Thread.yield();
            }
        }
    }

    /** Tells the peer at once; promises that were settled in other ways are found by the next sweep of {@link SessionTimers}. */
    @Override
    protected void onAbandoned() {
        if (reference != null) {
            Endpoint endpoint = reference.target().endpoint();
            endpoint.runOnLoopLater(() -> endpoint.giveUp(this));
        }
    }

    /** How the result is read. */
    @SuppressWarnings("NullAway") // a lookup, which has no reference, says it itself
    ResultCodec result() {
        return reference.target().contract().result(index);
    }

    @Override
    public int callId() {
        return callId;
    }

    @Override
    public void fail(Throwable failure) {
        completeExceptionally(failure);
    }

    @Override
    public @Nullable ContractMethod method() {
        return reference == null ? null : reference.target().contract().method(index);
    }

    /** The contract of the reference that may come as an answer, or null. */
    @Nullable
    RemoteContract<?> contract() {
        return result().contract();
    }

    String describe() {
        ContractMethod method = method();
        return method == null ? "lookup" : "method=" + method.name();
    }

    /** The time that the call was given, where it is its own; 0: the session's. */
    int deadlineMillis() {
        return reference == null ? 0 : reference.target().deadlineMillis();
    }

    /** The promise of what is published under a name. */
    static final class OfLookup extends RemotePromise {
        private final ResultCodec result;

        OfLookup(RemoteContract<?> contract) {
            super(null, 0);
            result = ResultCodec.ofReference(contract);
        }

        @Override
        ResultCodec result() {
            return result;
        }
    }
}
