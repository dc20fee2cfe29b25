package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection inside the process: hands copies of what is sent to the other end, as tasks of its loop.
 *
 * <p>Thread-safety: each end is used on its own loop only; the two talk through tasks.
 */
final class MemoryWire implements Wire {
    /** Bytes under way in one direction before the wire calls itself not writable; one batch. */
    static final int WINDOW_BYTES = 64 * 1024;

    private volatile Dispatcher loop;
    private final String peer;
    private @Nullable MemoryWire other;
    private @Nullable Receiver receiver;
    private long unreadBytes;
    private boolean waiting;
    private boolean closing;
    private boolean ended;

    MemoryWire(Dispatcher loop, String peer) {
        this.loop = loop;
        this.peer = peer;
    }

    void connectTo(MemoryWire end) {
        other = end;
    }

    /** Asks for the session's side of the connection; the first thing that happens to this end. */
    void open(Function<Wire, Receiver> receiverOf) {
        try {
            receiver = receiverOf.apply(this);
        } catch (Throwable refused) {
            fail("a connection found no session: peer=", refused);
        }
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        if (closing || ended || length == 0) {
            return;
        }
        byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
        unreadBytes += length;
        toOther(end -> end.deliver(copy));
    }

    @Override
    public boolean isWritable() {
        if (unreadBytes >= WINDOW_BYTES) {
            waiting = true;
            return false;
        }
        return true;
    }

    @Override
    public void close() {
        if (closing || ended) {
            return;
        }
        closing = true;
        toOther(end -> end.end(null));
        loop.execute(() -> end(null));
    }

    @Override
    public boolean canMove() {
        return true;
    }

    @Override
    public void moveTo(Dispatcher newLoop, Runnable moved) {
        loop = newLoop;
        newLoop.execute(moved);
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isPrivate() {
        return true;
    }

    private interface Step {
        void on(MemoryWire end);
    }

    private void toOther(Step step) {
        MemoryWire end = other;
        if (end == null) {
            throw new IllegalStateException("wire: peer=" + peer + " is not connected");
        }
        try {
            end.loop.execute(() -> end.run(step));
        } catch (RejectedExecutionException otherSystemClosed) {
            if (!ended) {
                loop.execute(() -> end(null));
            }
        }
    }

    /** Runs code of this end, whose failure ends this connection, and nothing else. */
    private void run(Step step) {
        if (!loop.isCurrent()) { // it has moved meanwhile
            loop.execute(() -> run(step));
            return;
        }
        try {
            step.on(this);
        } catch (Throwable failure) {
            fail("a session failed: peer=", failure);
        }
    }

    private void fail(String what, Throwable failure) {
        loop.failed(what, peer, failure);
        end(failure);
        toOther(end -> end.end(null));
    }

    private void deliver(byte[] bytes) {
        Receiver session = receiver;
        toOther(sender -> sender.read(bytes.length));
        if (ended || closing || session == null) {
            return;
        }
        byte[] array = session.array(bytes.length);
        System.arraycopy(bytes, 0, array, session.offset(), bytes.length);
        session.received(bytes.length);
    }

    private void read(int bytes) {
        unreadBytes -= bytes;
        Receiver session = receiver;
        if (waiting && unreadBytes == 0 && !closing && !ended && session != null) {
            waiting = false;
            session.writable();
        }
    }

    private void end(@Nullable Throwable cause) {
        if (ended) {
            return;
        }
        ended = true;
        Receiver session = receiver;
        try {
            if (session != null) {
                session.closed(cause);
            }
        } catch (Throwable failure) {
            loop.failed("the end of a session failed: peer=", peer, failure);
        }
    }
}
