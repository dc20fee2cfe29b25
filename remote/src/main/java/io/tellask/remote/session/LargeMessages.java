package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import java.util.concurrent.locks.ReentrantLock;

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

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final ReentrantLock waitingSenders = new ReentrantLock();
    private final ReentrantLock otherSenders = new ReentrantLock(); // never held while waiting for the peer
    private int nextId; // under the outbound's lock

    LargeMessages(Endpoint endpoint) {
        this.endpoint = endpoint;
        outbound = endpoint.outbound();
    }

    void sendTell(RemoteTarget target, int method, ByteWriter arguments) {
        checkSize("call", arguments.position());
        ByteWriter head = target.beginTell(method, 0);
        sendCall(target, Kind.TELL, head, arguments.array(), arguments.position());
    }

    void sendAsk(RemoteTarget target, int method, RemotePromise promise, ByteWriter arguments) {
        checkSize("call", arguments.position());
        ByteWriter head = target.beginAsk(method, promise, 0);
        if (head != null) {
            sendCall(target, target.askKind(), head, arguments.array(), arguments.position());
        }
    }

    void open(RemoteTarget target, int method, StreamReceiver stream, int firstItems, byte[] arguments) {
        checkSize("call", arguments.length);
        boolean small = endpoint.fitsOneFrame(arguments.length);
        ByteWriter out = target.beginOpen(method, stream, small ? arguments.length : 0);
        if (out == null) {
            return;
        }
        StreamReceiver.writeOpening(out, firstItems, endpoint.limits().creditBytes());
        if (small) {
            out.writeBytes(arguments, 0, arguments.length);
            target.endCall(Kind.OPEN);
        } else {
            sendCall(target, Kind.OPEN, out, arguments, arguments.length);
        }
    }

    /** Turns the frame that was begun, and holds the lock, into the head of a fragmented message. */
    private void sendCall(RemoteTarget target, int kind, ByteWriter out, byte[] body, int length) {
        int start = outbound.frameStart;
        int headBytes = out.position() - start - Kind.HEADER_BYTES;
        byte[] whole = new byte[headBytes + length];
        System.arraycopy(out.array(), start + Kind.HEADER_BYTES, whole, 0, headBytes);
        System.arraycopy(body, 0, whole, headBytes, length);
        out.position(start);
        target.spendLarge(whole.length);
        outbound.unlock();
        send(kind, whole, whole.length);
    }

    /** Sends a message in fragments, in turn with those of others; a thread that may wait lets each leave before it adds too many. */
    void send(int kind, byte[] body, int length) {
        send(kind, body, length, Outbound.mayPark());
    }

    /** As {@link #send(int, byte[], int)}; without waiting, as one must who holds a lock that the loop takes too. */
    void send(int kind, byte[] body, int length, boolean mayPark) {
        ReentrantLock turn = mayPark ? waitingSenders : otherSenders;
        turn.lock();
        try {
            outbound.lock();
            int id = nextId++ & 0xFFFF;
            int fragmentBytes = Math.min(FRAGMENT_BYTES, endpoint.peerLimits().frameBytes() - ENVELOPE_BYTES);
            int overrunBytes = endpoint.frames().overrunBytes();
            for (int at = 0; at < length; at += fragmentBytes) {
                if (at > 0) {
                    lockWithRoom(mayPark);
                }
                if (outbound.closed) {
                    outbound.unlock();
                    return;
                }
                writeFragment(id, kind, body, at, Math.min(fragmentBytes, length - at), length);
            }
            endpoint.frames().endOverrun(overrunBytes);
        } finally {
            turn.unlock();
        }
    }

    private void lockWithRoom(boolean mayPark) {
        if (mayPark) {
            outbound.await(() -> !outbound.isFull());
        }
        outbound.lock();
    }

    private void writeFragment(int id, int kind, byte[] body, int at, int count, int length) {
        boolean last = at + count == length;
        ByteWriter out = outbound.beginFrame(count + 8);
        out.writeVarInt(id);
        if (last) {
            out.writeByte(kind);
        }
        out.writeBytes(body, at, count);
        outbound.endFrame(last ? Kind.FRAGMENT_END : Kind.FRAGMENT);
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
