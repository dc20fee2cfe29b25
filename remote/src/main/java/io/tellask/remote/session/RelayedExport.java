package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.remote.CreditExhaustedException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of calls that are passed on to another session's peer. While that takes none, for want of credit or because its
 * connection is full or broken, calls wait here in order, as the bytes that came. They give no credit back meanwhile, so the caller
 * waits in turn, and what waits is bounded by what it was granted. The loop never waits.
 *
 * <p>Thread-safety: as {@link Export}; what waits belongs to the cell, and so to the loop.
 */
final class RelayedExport extends Export {
    /** So many calls are made before the loop does something else. */
    private static final int CALLS_PER_TURN = 256;

    private final Relay relay;
    private final ArrayDeque<CallMessage> waiting = new ArrayDeque<>();
    private boolean delivering;

    RelayedExport(Endpoint endpoint, int referenceId, Relay relay) {
        this.relay = relay;
        super(endpoint, referenceId, relay.cell(), relay.contract(), relay);
    }

    @Override
    Object target() {
        return relay;
    }

    @Override
    Object reference() {
        return relay.reference();
    }

    @Override
    boolean postpones(CallMessage call) {
        if (delivering) {
            return false;
        }
        boolean mustWait = !waiting.isEmpty() || mustWait(call);
        if (mustWait) {
            waiting.add(call);
            if (waiting.size() == 1) {
                awaitRoom(call);
            }
        }
        return mustWait;
    }

    private boolean mustWait(CallMessage call) {
        return isUnanswerable(call) || relay.target().mustWait();
    }

    private boolean isUnanswerable(CallMessage call) {
        return (int) call.callId != 0 && endpoint().answerRoom().isFull();
    }

    private void awaitRoom(CallMessage call) {
        if (isUnanswerable(call)) {
            endpoint().answerRoom().await(this);
        } else {
            relay.target()
                    .whenWritable(new Promise<>())
                    .whenComplete((_, _) -> roomMade()); // a lost session fails them
        }
    }

    @Override
    public void roomMade() {
        cell().enqueue(this::deliverWaiting);
    }

    private void deliverWaiting() {
        for (int i = 0; i < CALLS_PER_TURN && !waiting.isEmpty(); i++) {
            if (mustWait(waiting.element())) {
                awaitRoom(waiting.element());
                return;
            }
            if (!deliver(waiting.remove())) {
                return;
            }
        }
        if (!waiting.isEmpty()) {
            roomMade();
        }
    }

    /** False if the call waits again. */
    private boolean deliver(CallMessage call) {
        delivering = true;
        try {
            call.deliver(cell());
        } finally {
            delivering = false;
        }
        return waiting.peek() != call;
    }

    @Override
    public void reply(CallMessage call, @Nullable Object result) {
        if (!(result instanceof RemotePromise promise)
                || !isUnsent(promise)
                || !retries(call, promise.exceptionNow())) {
            super.reply(call, result);
        }
    }

    private static boolean isUnsent(RemotePromise promise) {
        return promise.callId == 0 && promise.isCompletedExceptionally() && !promise.isCancelled();
    }

    @Override
    public void fail(CallMessage call, Throwable failure) {
        if (!retries(call, failure)) {
            super.fail(call, failure);
        }
    }

    /** Others of this process call the same actor, and may have been faster. */
    boolean retries(CallMessage call, Throwable failure) {
        boolean again = failure instanceof CreditExhaustedException && call instanceof UndecodedCall;
        if (again) {
            waiting.addFirst(call);
            awaitRoom(call);
        }
        return again;
    }

    @Override
    void answerNow(int callId, int index, @Nullable Object value) {
        if (value instanceof RemotePromise blocking) {
            new DeferredAnswer(this, callId, index).begin(blocking);
        } else {
            super.answerNow(callId, index, value);
        }
    }
}
