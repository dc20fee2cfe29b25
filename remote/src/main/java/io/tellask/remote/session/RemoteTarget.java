package io.tellask.remote.session;

import io.tellask.actor.CallInterruptedException;
import io.tellask.actor.Promise;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.text.StackHeadroom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An actor of the peer's as this side sees it: its reference id, its methods as the peer numbers them, and its credit.
 *
 * <p>Thread-safe: state is guarded by the lock of the session's {@link Outbound}.
 */
public class RemoteTarget {
    /** In place of the number of a method that the peer's version of the contract lacks. */
    static final int LACKING = -1;

    private static final int VAR_INT_BYTES = 5; // at most

    /** Reference id, or where the actor is not here yet the ask and the contract; and method. */
    private static final int MOST_TELL_HEAD_BYTES = 3 * VAR_INT_BYTES + FrameType.CALL_ID_BYTES;

    /** The same, call id and deadline. */
    private static final int MOST_ASK_HEAD_BYTES = 4 * VAR_INT_BYTES + 2 * FrameType.CALL_ID_BYTES;

    /** The same, and what the receiver writes behind: the first credit in items and bytes. */
    private static final int MOST_OPEN_HEAD_BYTES = 5 * VAR_INT_BYTES + 2 * FrameType.CALL_ID_BYTES;

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final RemoteContract<?> contract;
    private final int referenceId;
    private final int[] methods;
    private final boolean lacksSome;
    private final Credit credit;
    private final Handed handed;
    private final int deadlineMillis;
    private final @Nullable RemoteReference origin; // only kept reachable

    RemoteTarget(
            Endpoint endpoint,
            RemoteContract<?> contract,
            int referenceId,
            int[] methods,
            Credit credit,
            Handed handed) {
        this.endpoint = endpoint;
        this.outbound = endpoint.outbound();
        this.contract = contract;
        this.referenceId = referenceId;
        this.methods = methods;
        lacksSome = Arrays.stream(methods).anyMatch(method -> method == LACKING);
        this.credit = credit;
        this.handed = handed;
        deadlineMillis = 0;
        origin = null;
    }

    private RemoteTarget(RemoteTarget same, Handed handed, @Nullable RemoteReference origin, int deadlineMillis) {
        endpoint = same.endpoint;
        outbound = same.outbound;
        contract = same.contract;
        referenceId = same.referenceId;
        methods = same.methods;
        lacksSome = same.lacksSome;
        credit = same.credit;
        this.handed = handed;
        this.origin = origin;
        this.deadlineMillis = deadlineMillis;
    }

    /** The same target with a deadline; {@code origin} is kept, so that the peer is not told that it was let go of. */
    RemoteTarget withDeadline(int millis, RemoteReference origin) {
        return new RemoteTarget(this, handed, origin, millis);
    }

    /** The same target as if it had been released, while others still use it. */
    RemoteTarget releasedCopy() {
        return new RemoteTarget(this, Handed.RELEASED, null, deadlineMillis);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    RemoteContract<?> contract() {
        return contract;
    }

    /** The time that asks of this target are given, where it is their own; 0: the session's. */
    int deadlineMillis() {
        return deadlineMillis;
    }

    int referenceId() {
        return referenceId;
    }

    Outbound outbound() {
        return outbound;
    }

    /**
     * Whether another is the same actor of the same session. One that is not here yet is the same as itself alone, and so is one that was
     * released, or a stream: its number may stand for something else while the application still holds it.
     */
    boolean isSameActor(RemoteTarget other) {
        return other.endpoint == endpoint
                && other.referenceId == referenceId
                && (other.handed == handed || !handed.isReleased() && !other.handed.isReleased())
                && referenceId != 0
                && contract != RemoteContract.STREAM
                && other.contract != RemoteContract.STREAM;
    }

    int hash() {
        return System.identityHashCode(endpoint) * 31 + referenceId;
    }

    /** The actor itself; null while it is not here yet. */
    @Nullable
    RemoteTarget actor() {
        return this;
    }

    /** What a call is made of that does not fit one frame. */
    RemoteTarget forLarge(int method) {
        return this;
    }

    /** Writes which actor is called. */
    void writeReference(ByteWriter out) {
        out.writeVarInt(referenceId);
    }

    /** Begins a tell with the lock held; {@link #endCall} ends it. Raises, without the lock, if the call cannot be made. */
    ByteWriter beginTell(int method, int mostBytes) {
        return beginTell(method, mostBytes, mostBytes);
    }

    /** As {@link #beginTell(int, int)} for a call of which only the head is written here. */
    ByteWriter beginTell(int method, int mostBytes, int argumentBytes) {
        TraceContext trace = endpoint.large().trace(mostBytes);
        RuntimeException refused = lockForCall(method, null, credit.tells, argumentBytes + MOST_TELL_HEAD_BYTES);
        if (refused != null) {
            throw refused;
        }
        try {
            ByteWriter out = outbound.beginCall(mostBytes + MOST_TELL_HEAD_BYTES, 0, trace);
            writeReference(out);
            out.writeVarInt(methods[method]);
            return out;
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
    }

    /** Begins an ask with the lock held and gives the promise its slot; null, with the promise failed, if the call cannot be made. */
    @Nullable
    ByteWriter beginAsk(int method, RemotePromise promise, int mostBytes) {
        return beginAsk(method, promise, mostBytes, mostBytes);
    }

    /** As {@link #beginAsk(int, RemotePromise, int)} for a call of which only the head is written here. */
    @Nullable
    ByteWriter beginAsk(int method, RemotePromise promise, int mostBytes, int argumentBytes) {
        RuntimeException refused = endpoint.timers().lateAlready(promise);
        if (refused == null) {
            refused = lockForCall(method, promise, credit.asks, argumentBytes + MOST_ASK_HEAD_BYTES);
        }
        if (refused != null) {
            promise.completeExceptionally(refused);
            return null;
        }
        try {
            return writeAskHead(method, promise, mostBytes, endpoint.large().trace(mostBytes));
        } catch (Throwable failure) {
            endpoint.calls().takeBack(promise.callId);
            outbound.unlockFailed();
            throw failure;
        }
    }

    private ByteWriter writeAskHead(int method, RemotePromise promise, int mostBytes, @Nullable TraceContext trace) {
        Calls calls = endpoint.calls();
        int millis = deadlineMillis;
        if (promise.inheritsDeadline) {
            endpoint.timers().giveDeadline(promise, millis);
            millis = endpoint.timers().millisUntil(promise.deadlineNanos);
        } else if (promise.deadlineNanos == 0) {
            promise.deadlineNanos = endpoint.deadline(millis);
        } else if (millis != 0) {
            millis = endpoint.timers().millisUntil(promise.deadlineNanos); // it has waited
        }
        int callId = calls.nextId();
        promise.callId = callId;
        calls.place(callId, promise);
        int flags = millis != 0 ? FrameType.DEADLINE_FLAG : 0;
        ByteWriter out = outbound.beginCall(mostBytes + MOST_ASK_HEAD_BYTES, flags, trace);
        writeReference(out);
        out.writeInt32(callId);
        out.writeVarInt(methods[method]);
        if (millis != 0) {
            out.writeVarInt(millis);
        }
        return out;
    }

    /** Begins the opening of a stream, as {@link #beginAsk}. */
    @Nullable
    ByteWriter beginOpen(int method, StreamReceiver stream, int mostBytes) {
        RuntimeException refused = lockForCall(method, null, credit.asks, mostBytes + MOST_OPEN_HEAD_BYTES);
        if (refused != null) {
            stream.fail(refused);
            return null;
        }
        Calls calls = endpoint.calls();
        try {
            stream.callId(calls.nextId());
            calls.place(stream.callId(), stream);
            ByteWriter out = outbound.beginCall(
                    mostBytes + MOST_OPEN_HEAD_BYTES, 0, endpoint.large().carried(stream.trace()));
            writeReference(out);
            out.writeInt32(stream.callId());
            out.writeVarInt(methods[method]);
            return out;
        } catch (Throwable failure) {
            calls.takeBack(stream.callId());
            outbound.unlockFailed();
            throw failure;
        }
    }

    /**
     * Takes the lock for a call: returns null with the lock held, or the reason why the call cannot be made, without the lock. Waits for
     * room where the calling thread may wait.
     */
    private @Nullable RuntimeException lockForCall(
            int method, @Nullable RemotePromise promise, CallerQueue queue, int mostBytes) {
        StackHeadroom.forCall();
        if (lacksSome && lacks(method)) {
            return new CallRefusedException(
                    "call: " + describe(method)
                            + " is lacking in the other side's version of the contract; see Remote.hasMethod, or update that side");
        }
        outbound.lockWithStack();
        boolean go;
        try {
            go = isOpen(queue.needsSlot) && !outbound.isFull() && !outbound.closed && !handed.isReleased();
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
        return go ? null : awaitRoomOrUnlock(method, promise, queue, mostBytes);
    }

    /** Takes back a call that was begun and cannot be written there; {@code promise} is that of an ask. Gives the lock back. */
    void takeBack(@Nullable RemotePromise promise) {
        if (promise != null) {
            endpoint.calls().takeBack(promise.callId);
            promise.callId = 0;
        }
        outbound.dropFrame();
        outbound.unlockAndWake();
    }

    /** Ends what a begin method began: spends the credit, unlocks, sends. */
    void endCall(int kind) {
        endCall(kind, PassedReferences.NONE);
    }

    /** As {@link #endCall(int)}, with a list of references, for which there is room. */
    void endCall(int kind, byte[] list) {
        try {
            begunCredit().spend(outbound.endCall(kind, list));
            outbound.unlockAndSend();
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
    }

    /** As {@link #endCall}, for an ask. */
    void endAsk() {
        endAsk(PassedReferences.NONE);
    }

    void endAsk(byte[] list) {
        try {
            begunCredit().spend(outbound.endCall(FrameType.ASK, list));
            outbound.unlockAndSendAsk(endpoint.calls());
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
    }

    void spendLarge(int bytes) {
        credit.spend(bytes);
    }

    /**
     * The slow half of {@link #lockForCall}, called with the lock held: waits for room, with the lock given back meanwhile, and returns null
     * with the lock held again. Where the call cannot be made it gives the lock back for good, and returns the reason.
     */
    private @Nullable RuntimeException awaitRoomOrUnlock(
            int method, @Nullable RemotePromise promise, CallerQueue queue, int mostBytes) {
        if (handed.isReleased()) {
            outbound.unlock();
            return releasedHere(describe(method));
        }
        WaitingCallers.Outcome outcome = WaitingCallers.Outcome.CLOSED;
        if (!outbound.closed) {
            if (!WaitingCallers.mayPark()) {
                return goOrUnlock(method, queue.needsSlot);
            }
            long deadlineNanos = endpoint.deadline(deadlineMillis);
            if (promise != null) {
                promise.deadlineNanos = deadlineNanos;
            }
            do {
                outcome = outbound.waiting().await(queue, mostBytes, deadlineNanos, true);
            } while (outcome == WaitingCallers.Outcome.RELEASED
                    && !handed.isReleased()); // by others with the same credit
            if (handed.isReleased()) {
                outbound.unlockAndWake(); // for another has what was granted
                return releasedHere(describe(method));
            }
            if (outcome == WaitingCallers.Outcome.GRANTED && !outbound.closed) {
                return null;
            }
        }
        String reached = limitReachedAndUnlock();
        return notSent(outcome, describe(method), reached);
    }

    private RuntimeException releasedHere(String what) {
        return new CallRefusedException("call: " + what + " was not sent, its reference was released here by"
                + " Remote.release; look the actor up again, or have it handed over again");
    }

    /** For a thread that must not wait. */
    private @Nullable RuntimeException goOrUnlock(int method, boolean needsSlot) {
        if (isOpen(needsSlot) && !isOverrun()) {
            return null;
        }
        String reached = limitReachedAndUnlock();
        return new CreditExhaustedException(
                "call: " + describe(method) + " was not sent, " + reached + "; wait for Remote.whenWritable");
    }

    /** Why a call was not sent that waited in vain. */
    private RuntimeException notSent(WaitingCallers.Outcome outcome, String what, String reached) {
        return switch (outcome) {
            case LATE ->
                new DeadlineExceededException("call: " + what + " was not sent in time, "
                        + endpoint.timers().timeGiven(deadlineMillis) + ", " + reached
                        + "; ask with a later deadline, or see what keeps the actor busy");
            case INTERRUPTED ->
                new CallInterruptedException(
                        "call: " + what + " was not sent, the thread was interrupted while it waited, " + reached);
            case RELEASED -> releasedHere(what);
            case CLOSED, GRANTED ->
                new DisconnectedException("call: " + what + " was not sent, the session with " + endpoint.peer()
                        + " has ended" + endpoint.endedBecause() + "; "
                        + endpoint.settings().events().remedy());
        };
    }

    /** Takes back what {@link #spendLarge} took, for a message that was given up before its end; with the lock held. */
    RuntimeException abandoned(int method, int bytes, WaitingCallers.Outcome outcome) {
        credit.refill(1, bytes);
        return notSent(outcome, describe(method), "its fragments waited for room");
    }

    private boolean isOpen(boolean needsSlot) {
        return credit.isOpen() && (!needsSlot || endpoint.calls().hasRoom());
    }

    /** Threads that must not wait may fill the batch beyond its size, but not without bound. */
    private boolean isOverrun() {
        return outbound.pendingBytes() > endpoint.limits().outboundBytes();
    }

    private String limitReachedAndUnlock() {
        try {
            return limitReached();
        } finally {
            outbound.unlock();
        }
    }

    private String limitReached() {
        Hello peer = endpoint.peerLimits();
        if (credit.messages <= 0) {
            return "calls waiting at the target >= creditMessages=" + peer.creditMessages();
        }
        if (credit.bytes <= 0) {
            return "bytes of calls waiting at the target >= creditBytes=" + peer.creditBytes();
        }
        if (endpoint.calls().hasRoom() && outbound.isFull() && !isOverrun()) {
            return "bytes waiting to leave=" + outbound.pendingBytes() + " >= batch of " + Outbound.BATCH_BYTES;
        }
        return isOverrun()
                ? "bytes waiting to leave=" + outbound.pendingBytes() + " > outboundBytes="
                        + endpoint.limits().outboundBytes()
                : "unanswered asks of the session >= callsInFlight="
                        + endpoint.calls().limit();
    }

    String describe(int method) {
        ContractMethod called = contract.method(method);
        return "method=" + contract.contract().type().getSimpleName() + "." + called.name();
    }

    /** Whether a call would be sent at once; with the lock held. */
    private boolean takesCalls() {
        return handed.isReleased() || isOpen(true) && !isOverrun(); // a call says that it was released
    }

    /** Whether a call could be sent later, and not now. */
    boolean mustWait() {
        StackHeadroom.forCall();
        outbound.lock();
        boolean wait = !outbound.closed && !takesCalls();
        outbound.unlock();
        return wait;
    }

    boolean isWritable() {
        StackHeadroom.forCall();
        outbound.lock();
        boolean open = !outbound.closed && takesCalls();
        outbound.unlock();
        return open;
    }

    /** Settles when the target takes calls again, or fails when the session ends. */
    Promise<Void> whenWritable(Promise<Void> promise) {
        StackHeadroom.forCall();
        outbound.whenReady(this::takesCalls, promise);
        return promise;
    }

    /** Whether the peer's version of the contract is without a method. */
    boolean lacks(int method) {
        return methods[method] == LACKING;
    }

    Credit credit() {
        return credit;
    }

    Handed handed() {
        return handed;
    }

    /** A message that names this reference is about to leave; false if it was released. */
    boolean leaves() {
        outbound.lock();
        boolean held = !handed.isReleased();
        if (held) {
            handed.leaves();
        }
        outbound.unlock();
        return held;
    }

    /** The message has left, or never will. */
    void left() {
        handed.left(outbound);
    }

    /** Takes no call any more, not from those either who wait; the peer is told when what names the reference has left. From any thread. */
    void release() {
        StackHeadroom.forCall();
        outbound.lock();
        boolean first = handed.release();
        WaitingCallers.Caller ended = first ? outbound.waiting().endReleased(credit) : null;
        outbound.unlockAndWake();
        WaitingCallers.wake(ended);
        if (first) {
            endpoint.imports().releaseOnLoop(referenceId, handed);
        }
    }

    /** What the call that was begun spends; with the lock held. */
    Credit begunCredit() {
        return credit;
    }

    /** The peer executed calls: on the loop. */
    void refill(int messages, int bytes) {
        outbound.lock();
        credit.refill(messages, bytes);
        outbound.unlockAndWake();
    }
}
