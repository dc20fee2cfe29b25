package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends messages that may not fit one frame, in fragments between which other frames pass.
 *
 * <p>A thread that may wait sends one large message at a time and lets each fragment leave before it adds too many; a thread that runs
 * actors appends all fragments at once. So a receiver never assembles more than two messages of one session. Thread-safe.
 */
final class LargeMessages {
    private static final int FRAGMENT_BYTES = 32 * 1024;

    private final Endpoint endpoint;
    private final Outbound outbound;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private int nextId; // under the outbound's lock

    LargeMessages(Endpoint endpoint) {
        this.endpoint = endpoint;
        outbound = endpoint.outbound();
    }

    void sendTell(RemoteTarget target, int method, ByteWriter arguments) {
        checkSize(arguments.position());
        ByteWriter head = target.beginTell(method, 0);
        sendCall(target, Kind.TELL, head, arguments.array(), arguments.position());
    }

    void sendAsk(RemoteTarget target, int method, RemotePromise promise, ByteWriter arguments) {
        checkSize(arguments.position());
        ByteWriter head = target.beginAsk(method, promise, 0);
        if (head != null) {
            sendCall(target, target.askKind(), head, arguments.array(), arguments.position());
        }
    }

    void open(RemoteTarget target, int method, StreamReceiver stream, int firstItems, byte[] arguments) {
        checkSize(arguments.length);
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

    /** Sends any message in fragments. */
    void send(int kind, byte[] body, int length) {
        send(kind, body, length, Outbound.mayPark());
    }

    /** As {@link #send(int, byte[], int)}; without waiting, as one must who holds a lock that the loop takes too. */
    void send(int kind, byte[] body, int length, boolean mayPark) {
        if (mayPark) {
            oneAtATime.lock();
        }
        try {
            outbound.lock();
            int id = nextId++ & 0xFFFF;
            for (int at = 0; at < length; at += FRAGMENT_BYTES) {
                int count = Math.min(FRAGMENT_BYTES, length - at);
                if (at > 0) {
                    waitForRoom(mayPark);
                }
                writeFragment(id, kind, body, at, count, at + count == length);
            }
        } finally {
            if (mayPark) {
                oneAtATime.unlock();
            }
        }
    }

    private void waitForRoom(boolean mayPark) {
        if (mayPark) {
            outbound.await(() -> !outbound.isFull());
        }
        outbound.lock();
    }

    private void writeFragment(int id, int kind, byte[] body, int at, int count, boolean last) {
        ByteWriter out = outbound.beginFrame(count + 8);
        out.writeVarInt(id);
        if (last) {
            out.writeByte(kind);
        }
        out.writeBytes(body, at, count);
        outbound.endFrame(last ? Kind.FRAGMENT_END : Kind.FRAGMENT);
        outbound.unlockAndSend();
    }

    /** Refuses what the two sides' {@code messageBytes} do not admit. */
    void checkSize(int bytes) {
        int most = Math.min(endpoint.limits().messageBytes(), endpoint.peerLimits().messageBytes());
        if (bytes > most - 64) {
            throw new EncodeException("send: message bytes=" + bytes + " > messageBytes=" + most
                    + "; send less at once, or raise Limits.messageBytes on both sides");
        }
    }
}
