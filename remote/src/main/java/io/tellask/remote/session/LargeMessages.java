package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Limits;
import io.tellask.remote.TraceContext;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.TraceFrames;
import io.tellask.remote.session.WaitingCallers.Outcome;
import io.tellask.text.StackHeadroom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages that may not fit one frame, in fragments between which other frames pass.
 *
 * <p>Threads that may wait send one large message at a time and let each fragment leave before they add too many; threads that run actors
 * append all fragments at once, one message after the other. So a receiver never assembles more than two messages of one session.
 * Thread-safe.
 */
final class LargeMessages {
    private static final int FRAGMENT_BYTES = 32 * 1024;

    /** What surrounds arguments or a result at most: headers, ids, credit. */
    static final int ENVELOPE_BYTES = 64;

    /** Arguments or a result up to this size leave in one frame, whatever frames the peer takes. */
    static final int FITS_ANY_FRAME_BYTES = Limits.LEAST_FRAME_BYTES - ENVELOPE_BYTES;

    private static final Message NOTHING = new Message(PassedReferences.NONE, 0);

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final ReentrantLock waitingSenders = new ReentrantLock();
    private final ReentrantLock otherSenders = new ReentrantLock(); // never held while waiting for the peer
    private int nextId; // under the outbound's lock

    LargeMessages(Endpoint endpoint) {
        this.endpoint = endpoint;
        outbound = endpoint.outbound();
    }

    /** Whether so many bytes of a body leave in one frame. */
    boolean fitOneFrame(int bodyBytes) {
        return bodyBytes <= endpoint.peerLimits().frameBytes() - ENVELOPE_BYTES;
    }

    /** Whether a call with so many bytes behind its head leaves in one frame, made now by the calling thread. */
    boolean callFitsOneFrame(int bytes) {
        return fitOneFrame(bytes + TraceFrames.bytes(carried(TraceFrames.current())));
    }

    /**
     * The trace of a call that the calling thread makes now, of which so many bytes are to be written in the batch; null where it has none, the
     * peer takes none, or there is no room for it in a frame of the peer's.
     */
    @Nullable
    TraceContext trace(int mostBytes) {
        TraceContext trace = TraceFrames.current();
        return trace == null || !fitOneFrame(mostBytes + TraceFrames.bytes(trace)) ? null : carried(trace);
    }

    /** A trace if the peer takes traces; else null. */
    @Nullable
    TraceContext carried(@Nullable TraceContext trace) {
        return trace == null || !endpoint.peerLimits().takesTraces() ? null : trace;
    }

    /** What a message may take that is encoded within the batch: so that it fits one frame, and both sides take it. */
    int inPlaceBytes() {
        int mostBytes = Math.min(endpoint.peerLimits().frameBytes(), mostBytes());
        return Math.min(InPlaceTries.MOST_BYTES, mostBytes - ENVELOPE_BYTES);
    }

    void sendTell(RemoteTarget called, int method, byte[] list, ByteWriter arguments) {
        StackHeadroom.forCall();
        RemoteTarget target = called.forLarge(method);
        int traceBytes = TraceFrames.bytes(trace(0));
        checkSize("call", arguments.position() + list.length + traceBytes);
        long deadlineNanos = endpoint.deadlineFor(target.deadlineMillis());
        byte[] front = new byte[list.length + traceBytes + ENVELOPE_BYTES];
        ByteWriter head = target.beginTell(method, 0, arguments.position());
        int kind = begunKind(FrameType.TELL, list);
        int uncounted = list.length + outbound.traceBytesBegun;
        Message whole = takeCall(target, head, list, arguments.array(), arguments.position(), front);
        Outcome outcome = sendCall(target, kind, whole, deadlineNanos);
        if (outcome != Outcome.GRANTED) {
            throw giveUp(target, method, whole.length() - uncounted, outcome);
        }
    }

    /** False if it was not sent, and the promise has failed. */
    boolean sendAsk(RemoteTarget called, int method, RemotePromise promise, byte[] list, ByteWriter arguments) {
        StackHeadroom.forCall();
        int traceBytes = TraceFrames.bytes(trace(0));
        checkSize("call", arguments.position() + list.length + traceBytes);
        RemoteTarget target;
        try {
            target = called.forLarge(method);
        } catch (CallRefusedException refused) {
            promise.completeExceptionally(refused);
            return false;
        }
        byte[] front = new byte[list.length + traceBytes + ENVELOPE_BYTES];
        promise.partlySent = true;
        ByteWriter head = target.beginAsk(method, promise, 0, arguments.position());
        if (head == null) {
            return false;
        }
        int kind = begunKind(FrameType.ASK, list);
        int uncounted = list.length + outbound.traceBytesBegun;
        Message whole = takeCall(target, head, list, arguments.array(), arguments.position(), front);
        Outcome outcome = sendCall(target, kind, whole, promise.deadlineNanos);
        if (outcome == Outcome.GRANTED) {
            promise.partlySent = false;
            return true;
        }
        promise.completeExceptionally(giveUp(target, method, whole.length() - uncounted, outcome));
        endpoint.neverSent(promise);
        return false;
    }

    /** The kind of the call that was begun; with the lock held. */
    private int begunKind(int kind, byte[] list) {
        return PassedReferences.flagged(kind | outbound.flagsBegun, list);
    }

    private RuntimeException giveUp(RemoteTarget target, int method, int bytes, Outcome outcome) {
        outbound.lock();
        RuntimeException failure = target.abandoned(method, bytes, outcome);
        outbound.unlockAndWake();
        return failure;
    }

    /** False if the stream was not opened, and has failed. */
    boolean open(
            RemoteTarget called, int method, StreamReceiver stream, int firstItems, byte[] list, byte[] arguments) {
        int extraBytes = list.length + TraceFrames.bytes(carried(stream.trace()));
        checkSize("call", arguments.length + extraBytes);
        boolean small = fitOneFrame(arguments.length + extraBytes);
        RemoteTarget target = small ? called : called.forLarge(method);
        byte[] front = new byte[small ? 0 : extraBytes + ENVELOPE_BYTES];
        ByteWriter out = target.beginOpen(method, stream, small ? arguments.length + list.length : 0);
        if (out == null) {
            return false;
        }
        StreamReceiver.writeOpening(out, firstItems, endpoint.limits().creditBytes());
        if (small) {
            out.writeBytes(arguments, 0, arguments.length);
            target.endCall(FrameType.OPEN, list);
        } else {
            int kind = begunKind(FrameType.OPEN, list);
            Message whole = takeCall(target, out, list, arguments, arguments.length, front);
            try {
                send(kind, whole, WaitingCallers.mayPark());
            } finally {
                target.left();
            }
        }
        return true;
    }

    /**
     * Turns the frame that was begun, and holds the lock, into the head of a fragmented message, and gives the lock back; {@code front} has
     * room for it and the list, since nothing is allocated with the lock held. The target is known to the peer until it has {@linkplain
     * RemoteTarget#left left}.
     */
    private Message takeCall(RemoteTarget target, ByteWriter out, byte[] list, byte[] body, int length, byte[] front) {
        int start = outbound.frameStart;
        int headBytes = out.position() - start - FrameType.HEADER_BYTES;
        System.arraycopy(list, 0, front, 0, list.length);
        System.arraycopy(out.array(), start + FrameType.HEADER_BYTES, front, list.length, headBytes);
        outbound.dropFrame();
        target.spendLarge(headBytes + length - outbound.traceBytesBegun);
        target.handed().leaves();
        outbound.unlock();
        return new Message(front, list.length + headBytes, body, length);
    }

    /** The body of a message: what stands in front of what was encoded, and that; of both so many bytes. */
    private record Message(byte[] front, int frontBytes, byte[] body, int bodyBytes) {
        Message(byte[] body, int bodyBytes) {
            this(PassedReferences.NONE, 0, body, bodyBytes);
        }

        int length() {
            return frontBytes + bodyBytes;
        }

        void write(ByteWriter out, int at, int count) {
            int ofFront = Math.clamp(frontBytes - at, 0, count);
            out.writeBytes(front, Math.min(at, frontBytes), ofFront);
            out.writeBytes(body, Math.max(0, at - frontBytes), count - ofFront);
        }
    }

    /** Sends a message in fragments, in turn with those of others; a thread that may wait lets each leave before it adds too many. */
    void send(int kind, byte[] body, int length) {
        send(kind, new Message(body, length), WaitingCallers.mayPark());
    }

    /** As {@link #send(int, byte[], int)}; without waiting, as one must who holds a lock that the loop takes too. */
    void send(int kind, byte[] body, int length, boolean mayPark) {
        send(kind, new Message(body, length), mayPark);
    }

    private void send(int kind, Message whole, boolean mayPark) {
        ReentrantLock turn = mayPark ? waitingSenders : otherSenders;
        turn.lock();
        try {
            sendFragments(kind, whole, new Patience(mayPark, WaitingCallers.NEVER));
        } finally {
            turn.unlock();
        }
    }

    /** Sends a call, no longer than until its deadline or an interrupt; GRANTED if it was sent, or the session has ended. */
    private Outcome sendCall(RemoteTarget target, int kind, Message whole, long deadlineNanos) {
        try {
            return sendCall(kind, whole, deadlineNanos);
        } finally {
            target.left();
        }
    }

    private Outcome sendCall(int kind, Message whole, long deadlineNanos) {
        if (!WaitingCallers.mayPark()) {
            send(kind, whole, false);
            return Outcome.GRANTED;
        }
        try {
            long left = deadlineNanos - endpoint.loop().nanoTime();
            if (!waitingSenders.tryLock(Math.max(0, left), TimeUnit.NANOSECONDS)) {
                return Outcome.LATE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.INTERRUPTED;
        }
        try {
            return sendFragments(kind, whole, new Patience(true, deadlineNanos));
        } finally {
            waitingSenders.unlock();
        }
    }

    /** How long a sender of fragments waits for room: not at all, until an instant or an interrupt, or as long as it takes. */
    private record Patience(boolean mayPark, long deadlineNanos) {}

    private Outcome sendFragments(int kind, Message whole, Patience patience) {
        try {
            return writeFragments(kind, whole, patience);
        } catch (Throwable failure) { // a part has left, and the rest will not
            endpoint.failed(failure);
            throw failure;
        }
    }

    private Outcome writeFragments(int kind, Message whole, Patience patience) {
        int length = whole.length();
        outbound.lock();
        int id = nextId++ & 0xFFFF;
        int fragmentBytes = Math.min(FRAGMENT_BYTES, endpoint.peerLimits().frameBytes() - ENVELOPE_BYTES);
        int overrunBytes = endpoint.frames().overrunBytes();
        if (!patience.mayPark) {
            endpoint.frames().addsLarge(length);
        }
        for (int at = 0; at < length; at += fragmentBytes) {
            if (at > 0) {
                Outcome outcome = lockWithRoom(fragmentBytes, patience);
                if (outcome == Outcome.LATE || outcome == Outcome.INTERRUPTED) {
                    writeFragment(id, FrameType.ABANDONED, NOTHING, 0, 0);
                    return outcome;
                }
            }
            if (outbound.closed) {
                outbound.unlock();
                return Outcome.GRANTED;
            }
            writeFragment(id, kind, whole, at, Math.min(fragmentBytes, length - at));
        }
        endpoint.frames().endOverrun(overrunBytes);
        return Outcome.GRANTED;
    }

    private Outcome lockWithRoom(int fragmentBytes, Patience patience) {
        outbound.lock();
        if (!patience.mayPark) {
            return Outcome.GRANTED;
        }
        try {
            endpoint.timers().watchDeadlines();
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
        return outbound.awaitRoom(
                fragmentBytes, patience.deadlineNanos, patience.deadlineNanos != WaitingCallers.NEVER);
    }

    private void writeFragment(int id, int kind, Message whole, int at, int count) {
        boolean last = at + count == whole.length();
        try {
            ByteWriter out = outbound.beginFrame(count + 8);
            out.writeVarInt(id);
            if (last) {
                out.writeByte(kind);
            }
            whole.write(out, at, count);
            outbound.endFrame(last ? FrameType.FRAGMENT_END : FrameType.FRAGMENT);
        } catch (Throwable failure) {
            outbound.unlockFailed();
            throw failure;
        }
        outbound.unlockAndSend();
    }

    /** Whether both sides take a message so long, its envelope included. */
    boolean fits(int bytes) {
        return bytes <= mostBytes() - ENVELOPE_BYTES;
    }

    private int mostBytes() {
        return Math.min(endpoint.limits().messageBytes(), endpoint.peerLimits().messageBytes());
    }

    /** Refuses what the two sides' {@code messageBytes} do not admit. */
    void checkSize(String what, int bytes) {
        if (!fits(bytes)) {
            throw new EncodeException(what + ": bytes=" + bytes + " > messageBytes=" + mostBytes() + " - "
                    + ENVELOPE_BYTES + "; send less at once, or raise Limits.messageBytes on both sides");
        }
    }
}
