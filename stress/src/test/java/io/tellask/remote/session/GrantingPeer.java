package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.codec.ByteReader;
import io.tellask.codec.Codec;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ValueEncoding;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FailureLog;
import io.tellask.remote.frame.FrameType;
import io.tellask.stress.Patience;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The peer of a session, as far as it hears what it is granted, on the thread that grants: its loop runs each task at once. So it may use a grant before the one who
 * made it goes on. One thread grants, another one uses.
 */
final class GrantingPeer implements Wire, Dispatcher {
    /** The least that a session may be given: two calls, of which one gives credit back. */
    static final Limits LEAST = Limits.builder()
            .creditMessages(2)
            .creditBytes(1_024)
            .callsInFlight(1)
            .build();

    private static final PeerMemory MEMORY = new PeerMemory(1L << 40);

    private volatile int granted; // calls or items; one writer
    private volatile int grantedBytes;

    /** This side of the session. */
    Endpoint endpoint() {
        Endpoint endpoint = new Endpoint(
                this,
                new SessionSettings(
                        LEAST,
                        MEMORY,
                        Codec.standard(),
                        new FailureLog(),
                        SessionGuard.NONE,
                        ValueEncoding.BINARY,
                        null,
                        Map.of(),
                        null,
                        new Untold()));
        endpoint.memory().end(0); // the budget lists those that have not ended, and a test makes millions
        return endpoint;
    }

    /** Waits until so many calls or items were granted. */
    boolean awaitGrant(int count) {
        return Patience.sees(() -> granted >= count);
    }

    /** Waits until so many bytes were granted. */
    boolean awaitBytes(int bytes) {
        return Patience.sees(() -> grantedBytes >= bytes);
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        ByteReader frames = new ByteReader(Arrays.copyOfRange(bytes, offset, offset + length));
        while (frames.remaining() > 0) {
            int header = frames.readInt32();
            byte[] body = frames.readBytes(header & FrameType.MOST_BODY_BYTES);
            if (header >>> 24 == FrameType.CREDIT || header >>> 24 == FrameType.REQUEST) {
                take(new ByteReader(body), header >>> 24);
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void take(ByteReader body, int kind) {
        if (kind == FrameType.CREDIT) {
            body.readVarInt(); // of which reference
        } else {
            body.readInt32(); // of which stream
        }
        int count = body.readVarInt();
        grantedBytes += body.readVarInt();
        granted += count;
    }

    @Override
    public Dispatcher loop() {
        return this;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return () -> true; // time stands still
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public boolean servesIo() {
        return true;
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void close() {}

    @Override
    public String peer() {
        return "nobody";
    }

    /** Nobody is told of the session. */
    private static final class Untold implements SessionEvents {
        @Override
        public void opened(Endpoint endpoint) {}

        @Override
        public void disconnected(Endpoint endpoint, DisconnectedException cause) {}

        @Override
        public void resumed(Endpoint endpoint) {}

        @Override
        public void ended(Endpoint endpoint, @Nullable RuntimeException reason) {}
    }
}
