package io.tellask.actor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A call waiting in a mailbox. One subclass per contract method is generated; it holds the arguments in typed fields.
 *
 * <p>Whoever made the call is told exactly once, through {@link ReplyTo}: with the method's result, or with what it threw.
 */
public abstract class CallMessage extends Message {
    /** Who is told of the outcome; null for a local tell. */
    public @Nullable ReplyTo replyTo;

    /**
     * What {@link #replyTo} needs to find its own call again: a call id, 0 for a remote tell. A call of this process, which needs none, has here
     * when it was queued, on the clock of the dispatchers, while somebody {@linkplain BusyTime measures}; 0: it was not measured. A field of its own would be
     * eight bytes of each message.
     */
    public long callId;

    /** The bytes the call took on the wire, 0 for a local one. */
    public int wireBytes;

    /** What its arguments take of the heap beyond that, as far as it was estimated; 0 for a local one. */
    public int heapBytes;

    /** The instant after which nobody waits for the answer, on the clock of the dispatchers, which asks made meanwhile inherit; 0: none. */
    public long deadlineNanos;

    /** The trace that the call carries, and calls made meanwhile; null: none. */
    public @Nullable Object trace;

    /** Calls the method with this message's arguments; null where it returns nothing. */
    protected abstract @Nullable Object invoke(Object actor) throws Throwable;

    /** Makes the same call of another reference of the contract; the message itself is not sent. Throws what that throws. */
    public final void repeat(Object reference) throws Throwable {
        invoke(reference);
    }

    /** The method's name, for errors. */
    public abstract String method();

    @Override
    public final void deliver(ActorCell<?> cell) {
        ReplyTo caller = replyTo;
        if (caller == null && trace == null) {
            try {
                invoke(cell.actor());
            } catch (Throwable failure) {
                fail(cell, failure);
            }
        } else if (caller == null || caller.admits(this)) {
            deliverFor(caller, cell);
        }
    }

    private void deliverFor(@Nullable ReplyTo caller, ActorCell<?> cell) {
        DispatcherThread thread = (DispatcherThread) Thread.currentThread();
        thread.caller(caller, deadlineNanos, trace);
        try {
            Object result = invoke(cell.actor());
            if (caller != null) {
                caller.reply(this, result);
            }
        } catch (Throwable failure) {
            fail(cell, failure);
        } finally {
            thread.noCaller();
        }
    }

    private void fail(ActorCell<?> cell, Throwable failure) {
        if (replyTo != null) {
            replyTo.fail(this, failure);
            cell.noteFailure(failure, true);
        } else {
            cell.reportTellFailure(method(), failure);
        }
    }

    @Override
    final String title() {
        return method();
    }

    @Override
    final String sender() {
        ReplyTo caller = replyTo;
        return caller == null ? "" : caller.sender();
    }

    /** Notes when a call of this process is queued. */
    final void queuedAt(long nowNanos) {
        if (isLocal()) {
            callId = nowNanos;
        }
    }

    @Override
    final long waitedNanos(long nowNanos) {
        return isLocal() && callId != 0 ? Math.max(0, nowNanos - callId) : -1;
    }

    private boolean isLocal() {
        ReplyTo caller = replyTo;
        return caller == null || caller.isLocal();
    }

    @Override
    public final void refuse(RuntimeException reason) {
        if (replyTo != null) {
            replyTo.refuse(this, reason);
        }
    }
}
