package io.tellask.actor.runtime;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A call waiting in a mailbox. One subclass per contract method is generated; it holds the arguments in typed fields.
 *
 * <p>Whoever made the call is told exactly once, through {@link ReplyTo}: with the method's result, or with what it threw.
 */
public abstract class CallMessage extends Message {
    /** What a call takes beside its arguments: the message, its promise, links. */
    static final int MESSAGE_BYTES = 96;

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

    /** What its arguments take of the heap beyond that, as far as it was estimated; of a local one only where the mailbox is limited by bytes. */
    public int heapBytes;

    /** The instant after which nobody waits for the answer, on the clock of the dispatchers, which asks made meanwhile inherit; 0: none. */
    public long deadlineNanos;

    /** The trace that the call carries, and calls made meanwhile; null: none. */
    public @Nullable Object trace;

    /** Calls the method with this message's arguments; null where it returns nothing. */
    protected abstract @Nullable Object invoke(Object actor) throws Throwable;

    /** Makes the same call of another reference of the contract, and returns what that returns; the message itself is not sent. Throws what that throws. */
    public final @Nullable Object repeat(Object reference) throws Throwable {
        return invoke(reference);
    }

    /** The method's name, for errors. */
    public abstract String method();

    /** What its arguments take, as a function says of each that is an object. */
    protected long argumentBytes(ToLongFunction<Object> bytesOfOne) {
        return 0;
    }

    /** What an argument takes, for the generated code. */
    protected static long bytesOf(@Nullable Object argument, ToLongFunction<Object> bytesOfOne) {
        return argument == null ? 0 : Math.clamp(bytesOfOne.applyAsLong(argument), 0, Integer.MAX_VALUE);
    }

    /** Finds out what the arguments take, of a call of this process. */
    final void estimate(ToLongFunction<Object> bytesOfOne) {
        if (isLocal()) {
            heapBytes = (int) Math.min(argumentBytes(bytesOfOne), Integer.MAX_VALUE);
        }
    }

    /** What it takes while it waits, about. */
    final long mailboxBytes() {
        int wire = wireBytes < 0 ? ~wireBytes : wireBytes; // negative where another one's credit is counted
        return MESSAGE_BYTES + 2L * wire + heapBytes;
    }

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
        RunContext thread = RunContext.ofActors();
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
