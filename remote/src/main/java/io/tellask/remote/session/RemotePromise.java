package io.tellask.remote.session;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.runtime.AwaitedCall;
import io.tellask.actor.runtime.RunContext;
import io.tellask.remote.CallRefusedException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The promise of one call to another process. It keeps what its answer needs: one object serves as promise and pending call. The reference
 * that was called stays reachable through it, so that an actor that lives by its references lives until it has answered.
 */
public sealed class RemotePromise extends Promise<Object> implements PendingCall, AwaitedCall {
    private static final int YIELDS_BEFORE_PARKING = 20; // 24 us fell to 19 us for an idle ask; 100 gained no more

    private final @Nullable RemoteReference reference; // null: a lookup
    private final int index;
    int callId;
    long deadlineNanos; // 0 before it begins, unless it inherits one
    final boolean inheritsDeadline; // that of the call which its actor executes, unless its own comes first
    volatile boolean partlySent; // a fragmented ask of which not all was written
    private @Nullable RemoteReference brought; // written before the next
    private volatile boolean settled; // the answer has come
    boolean givenUp; // the peer was told that nobody waits; on the loop

    RemotePromise(@Nullable RemoteReference reference, int index) {
        this.reference = reference;
        this.index = index;
        deadlineNanos = RunContext.handedOnNanos();
        inheritsDeadline = deadlineNanos != 0;
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

    @Override
    protected Dispatcher settledOn() {
        return endpoint().loop();
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

    Endpoint endpoint() {
        return java.util.Objects.requireNonNull(reference, "a lookup has an endpoint of its own")
                .target()
                .endpoint();
    }

    /**
     * A reference to the actor that the answer will bring: calls of it leave at once.
     *
     * @throws IllegalStateException if the method returns no promise of a contract
     * @throws CallRefusedException if the peer's release does not take such calls
     */
    @Override
    public Object pipelined() {
        if (state() == Future.State.SUCCESS) {
            return join();
        }
        RemoteContract<?> contract = contract();
        if (contract == null) {
            throw new IllegalStateException("pipelined: the result of " + describe()
                    + " is no contract, so it cannot be called; use thenCompose");
        }
        if (!endpoint().peerLimits().pipelines()) {
            throw new CallRefusedException(
                    "pipelined: the peer's release takes no calls of an actor that is not here yet;"
                            + " use thenCompose, or update it");
        }
        return contract.newProxy(PipelinedTarget.of(this, contract));
    }

    /**
     * The answer has come, and its slot is about to be free: calls name it no more, but what it brought, if that is an actor of the peer's. On
     * the loop.
     */
    void settling(@Nullable Object answer) {
        brought = answer instanceof RemoteReference reference ? reference : null;
        settled = true;
    }

    /** Waits until the promise has a value or a failure, at most as long as its call may take. */
    void awaitSettled() {
        try {
            Object _ = join();
        } catch (CompletionException | CancellationException failed) {
            // whoever asks next is told so
        }
    }

    /** Whether the answer has come, so that no call may name it. */
    boolean isSettled() {
        return settled;
    }

    /** The actor that the answer brought, once it has come, which is held as long as this promise is; null if it brought none. */
    @Nullable
    RemoteReference brought() {
        return settled ? brought : null;
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
        completeExceptionally(
                failure instanceof CallRefusedException refused
                                && reference != null
                                && reference.target() instanceof PipelinedTarget target
                                && target.actor() == null
                        ? new CallRefusedException(refused.getMessage() + target.because())
                        : failure);
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

    @Override
    public String callName() {
        String called = reference == null
                ? "lookup"
                : reference.target().contract().contract().type().getSimpleName() + "."
                        + reference.target().contract().method(index).name();
        return called + " at " + endpoint().peer();
    }

    /** What the answer waits for is the peer's to know. */
    @Override
    public @Nullable CompletionStage<?> answeredBy() {
        return null;
    }

    /** The time that the call was given, where it is its own; 0: the session's. */
    int deadlineMillis() {
        return reference == null ? 0 : reference.target().deadlineMillis();
    }

    /** The promise of what is published under a name. */
    static final class OfLookup extends RemotePromise {
        private final ResultCodec result;
        private final Endpoint endpoint;

        OfLookup(RemoteContract<?> contract, Endpoint endpoint) {
            super(null, 0);
            this.endpoint = endpoint;
            result = ResultCodec.ofReference(contract);
        }

        @Override
        Endpoint endpoint() {
            return endpoint;
        }

        @Override
        ResultCodec result() {
            return result;
        }
    }
}
