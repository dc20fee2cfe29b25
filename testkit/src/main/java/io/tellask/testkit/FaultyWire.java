package io.tellask.testkit;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One side of a faulty connection: what is sent waits here until its time has come. Everything on the wire's loop. */
final class FaultyWire implements Wire {
    /** Bytes that may wait before the wire calls itself not writable. */
    private static final int WINDOW_BYTES = 64 * 1024;

    private final Wire inner;
    private final Faults faults;
    private final SplittableRandom random;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private @Nullable Receiver session;
    private long waitingBytes;
    private long leftBytes;
    private boolean timerSet;
    private boolean stalled;
    private boolean heldBack;
    private boolean closing;
    private boolean broken;
    private boolean silent;
    private boolean held;
    private final FrameCursor cursor = new FrameCursor();
    private final FirstFrame hello = new FirstFrame();
    private final Connection connection;
    private boolean repeated;

    /** The connection that this is a side of, as its transport knows it. */
    interface Connection {
        /** A fault came, and met frames of these kinds; 0: none had begun. */
        void met(Faults.Kind kind, Set<Integer> frames);

        /** The hello is to reach the server once more. */
        void repeat(byte[] hello);

        /** Whether another connection was asked for later. */
        boolean isOvertaken();

        /** This side has ended. */
        void ended(FaultyWire side);
    }

    FaultyWire(Wire inner, Faults faults, SplittableRandom random, Connection connection) {
        this.inner = inner;
        this.faults = faults;
        this.random = random;
        this.connection = connection;
    }

    /** The receiver that the inner wire talks to. */
    Receiver open(Function<Wire, Receiver> receiverOf) {
        Receiver session = receiverOf.apply(this);
        Receiver opened =
                faults.kind() == Faults.Kind.REORDER ? new LateInput(session, inner, faults, connection) : session;
        this.session = opened;
        return new Relay(opened);
    }

    @Override
    public Dispatcher loop() {
        return inner.loop();
    }

    @Override
    public boolean canMove() {
        return inner.canMove();
    }

    @Override
    public void moveTo(Dispatcher newLoop, Runnable moved) {
        inner.moveTo(newLoop, moved);
    }

    @Override
    public String peer() {
        return inner.peer();
    }

    @Override
    public boolean isPrivate() {
        return inner.isPrivate();
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return inner.certificate();
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        if (closing || broken) {
            return;
        }
        hello.pass(bytes, offset, length);
        for (int from = offset; from < offset + length; ) {
            int chunk = Math.min(offset + length - from, chunkBytes());
            waiting.add(Arrays.copyOfRange(bytes, from, from + chunk));
            from += chunk;
        }
        waitingBytes += length;
        pump();
    }

    private int chunkBytes() {
        return faults.maxChunkBytes() == Integer.MAX_VALUE
                ? Integer.MAX_VALUE
                : 1 + random.nextInt(faults.maxChunkBytes());
    }

    @Override
    public void reading(boolean wanted) {
        inner.reading(wanted);
    }

    @Override
    public boolean isWritable() {
        boolean writable = waitingBytes < WINDOW_BYTES && inner.isWritable();
        heldBack |= !writable;
        return writable;
    }

    @Override
    public void close() {
        closing = true;
        pump();
    }

    @Override
    public void abort() {
        closing = true;
        broken = true;
        waiting.clear();
        inner.abort();
    }

    /** The connection breaks: what has not left is lost. */
    void breakOff() {
        broken = true;
        waiting.clear();
        inner.close();
    }

    /** Nothing leaves until {@link #release}. */
    void hold() {
        held = true;
    }

    /** What was held leaves. */
    void release() {
        held = false;
        pump();
        writable();
    }

    /** What is sent from here on gets lost, and what comes as well. */
    void fallSilent() {
        silent = true;
    }

    /** Lets chunks leave whose time has come. */
    private void pump() {
        while (!timerSet && !broken && !held) {
            if (waiting.isEmpty()) {
                if (closing) {
                    inner.close();
                }
                return;
            }
            long delayNanos = delayNanos();
            if (delayNanos > 0) {
                timerSet = true;
                inner.loop().schedule(this::timePassed, delayNanos);
            } else {
                leave(waiting.remove());
            }
        }
    }

    private long delayNanos() {
        if (!stalled && leftBytes >= faults.atByte(Faults.Kind.STALL)) {
            stalled = true;
            connection.met(Faults.Kind.STALL, cursor.kindsIn(waiting.element()));
            return TimeUnit.NANOSECONDS.convert(faults.time());
        }
        long least = TimeUnit.NANOSECONDS.convert(faults.minDelay());
        long most = Math.min(TimeUnit.NANOSECONDS.convert(faults.maxDelay()), Long.MAX_VALUE - 1);
        return least == most ? least : random.nextLong(least, most + 1);
    }

    private void timePassed() {
        timerSet = false;
        if (!broken && !held && !waiting.isEmpty()) {
            leave(waiting.remove());
        }
        pump();
        if (heldBack && waitingBytes == 0 && inner.isWritable()) {
            writable();
        }
    }

    private void leave(byte[] chunk) {
        long breaksAtByte = faults.atByte(Faults.Kind.DISCONNECT);
        long allowed = Math.min(chunk.length, breaksAtByte - leftBytes);
        if (!silent) {
            inner.send(chunk, 0, (int) allowed);
        }
        cursor.pass(chunk, (int) allowed);
        waitingBytes -= chunk.length;
        leftBytes += allowed;
        if (allowed < chunk.length || leftBytes == breaksAtByte) {
            broken = true;
            connection.met(Faults.Kind.DISCONNECT, Set.of(cursor.kind()));
            waiting.clear();
            inner.close();
        } else if (!repeated && hello.isWhole() && leftBytes >= faults.atByte(Faults.Kind.DUPLICATE)) {
            repeated = true;
            connection.met(Faults.Kind.DUPLICATE, Set.of(cursor.kind()));
            connection.repeat(hello.bytes());
        }
    }

    private void writable() {
        Receiver receiver = session;
        if (heldBack && waitingBytes < WINDOW_BYTES && !closing && !broken && receiver != null) {
            heldBack = false;
            receiver.writable();
        }
    }

    private final class Relay implements Receiver {
        private final Receiver receiver;
        private byte[] array = {};

        Relay(Receiver receiver) {
            this.receiver = receiver;
        }

        @Override
        public byte[] array(int bytes) {
            array = receiver.array(bytes);
            return array;
        }

        @Override
        public int offset() {
            return receiver.offset();
        }

        @Override
        public void received(int bytes) {
            if (!silent) {
                hello.pass(array, receiver.offset(), bytes);
                receiver.received(bytes);
            }
        }

        @Override
        public void writable() {
            FaultyWire.this.writable();
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            broken = true;
            waiting.clear();
            connection.ended(FaultyWire.this);
            receiver.closed(cause);
        }
    }
}
