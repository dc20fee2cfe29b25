package io.tellask.netty;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection over many requests of HTTP: what its two sides have in common. Each direction is a stream of bytes with positions from 0;
 * what is sent stays here until the other side has said that it has it, so that a request that is lost or repeated changes nothing.
 *
 * <p>States: open, flushing (closed by the session, bytes still to leave), ended. Everything on the loop.
 */
abstract sealed class PollingWire implements Wire permits PollingServerWire, PollingClientWire {
    /** The most bytes that one request or answer carries. */
    static final int MOST_BYTES = 64 * 1024;

    /** How long bytes may take to leave after the session closed the connection. */
    static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Of the session. */
    enum State {
        OPEN,
        FLUSHING,
        ENDED
    }

    private final NettyLoop loop;
    private final HeldBytes held = new HeldBytes();
    private final Unsent unsent;
    private State state = State.OPEN;
    private @Nullable Receiver receiver;
    private @Nullable Cancellable flushTimer;
    private long receivedBytes;
    private long confirmedBytes; // the position of the first byte that the other side may lack
    private boolean reading = true;
    private boolean blocked; // the session was told that not all has left
    private boolean stepScheduled;
    private boolean told;
    private int unsentBytes;
    private int keptBytes;

    PollingWire(NettyLoop loop) {
        this.loop = loop;
        unsent = new Unsent(loop, change -> {}, false); // they wait for a request
    }

    /** Gives the connection to the session, which may send at once. */
    final void open(Function<Wire, Receiver> receiverOf) {
        try {
            Receiver session = receiverOf.apply(this);
            receiver = session;
            count();
        } catch (Throwable refused) {
            fail("a connection found no session: peer=", refused);
            return;
        }
        stepLater();
    }

    /** Ends this connection, and nothing else, because code of it failed. */
    private void fail(String what, Throwable cause) {
        end(cause);
        loop.failed(what, peer(), cause);
    }

    /** What is to be done now: called after anything has changed, never from inside a call of the session. */
    abstract void step();

    /** Tells the other side, and lets go of what this side has of it. */
    abstract void ended(@Nullable Throwable cause);

    /** The session has closed it: it is there until the other side has what was sent. */
    void closing() {}

    /** What it keeps beside the bytes that are here. */
    abstract int otherBytes();

    final void stepLater() {
        if (!stepScheduled) {
            stepScheduled = true;
            loop.execute(() -> {
                stepScheduled = false;
                stepNow();
            });
        }
    }

    final void stepNow() {
        if (state != State.ENDED) {
            deliver();
        }
        if (state != State.ENDED) {
            step();
        }
        count();
    }

    final void count() {
        Receiver session = receiver;
        if (session != null) {
            int now = state == State.ENDED ? 0 : unsent.heldBytes() + held.bytes() + otherBytes();
            int before = keptBytes;
            keptBytes = now;
            if (now != before) {
                session.kept(now - before);
            }
        }
    }

    final State state() {
        return state;
    }

    final NettyLoop netty() {
        return loop;
    }

    /** The position of the next byte that is to come. */
    final long receivedBytes() {
        return receivedBytes;
    }

    /** The position of the first byte that the other side has not confirmed. */
    final long confirmedBytes() {
        return confirmedBytes;
    }

    /** How many bytes the other side has not confirmed. */
    final int unsentBytes() {
        return unsentBytes;
    }

    /** Whether more may come: the session has taken all that has, or takes nothing any more. */
    final boolean wantsBytes() {
        return state == State.FLUSHING || reading && held.isEmpty();
    }

    final boolean hasDelivered() {
        return held.isEmpty();
    }

    /** Takes bytes that begin at the position, of which some may have come before; false if there is a gap. Takes them over. */
    final boolean take(HeldBytes bytes, long position) {
        if (position > receivedBytes) {
            bytes.clear();
            return false;
        }
        int known = (int) Math.min(bytes.bytes(), receivedBytes - position);
        receivedBytes += bytes.bytes() - known;
        if (state == State.OPEN) {
            bytes.moveTo(held, known);
        } else {
            bytes.clear();
        }
        return true;
    }

    /** Copies the oldest bytes that are not confirmed. */
    final byte[] oldest() {
        byte[] copy = new byte[Math.min(unsentBytes, MOST_BYTES)];
        unsent.peek(ByteBuffer.wrap(copy));
        return copy;
    }

    /** The other side has all bytes before the position, which is one of those that were sent. */
    final void confirm(long position) {
        int count = (int) (position - confirmedBytes);
        if (count > 0) {
            unsent.remove(count);
            unsentBytes -= count;
            confirmedBytes = position;
        }
    }

    /** Forgets what has not left. */
    final void dropUnsent() {
        unsent.clear();
        unsentBytes = 0;
    }

    /** Tells the session that all has left, if it waits for that. */
    final void tellWritable() {
        Receiver session = receiver;
        if (blocked && unsentBytes == 0 && state == State.OPEN && session != null) {
            blocked = false;
            count();
            try {
                session.writable();
            } catch (Throwable broken) {
                fail("a session failed: peer=", broken);
            }
        }
    }

    @Override
    public final void reading(boolean wanted) {
        if (reading != wanted) {
            reading = wanted;
            stepLater();
        }
    }

    @Override
    public final Dispatcher loop() {
        return loop;
    }

    @Override
    public final TurnScheduler turns() {
        return loop.turns();
    }

    @Override
    public final boolean isWritable() {
        return state == State.OPEN && unsentBytes == 0;
    }

    @Override
    public final void send(byte[] bytes, int offset, int length) {
        if (state != State.OPEN || length == 0) {
            return;
        }
        unsent.add(bytes, offset, length);
        unsentBytes += length;
        blocked = true;
        count();
        stepLater();
    }

    @Override
    public final void close() {
        if (state == State.OPEN) {
            state = State.FLUSHING;
            held.clear();
            flushTimer = loop.schedule(() -> end(null), FLUSH_NANOS);
            closing();
            stepLater();
        }
    }

    @Override
    public final void abort() {
        if (state != State.ENDED) {
            loop.executeAhead(() -> end(null)); // what it holds may be needed
        }
    }

    @Override
    public final void readNow(int mostBytes) {
        Receiver session = receiver;
        if (state == State.OPEN && session != null && !held.isEmpty()) {
            deliver(session, Math.min(mostBytes, NettyLoop.BUFFER_BYTES));
            count();
            stepLater();
        }
    }

    /** Hands on what is held, as long as the session takes it. */
    private void deliver() {
        Receiver session = receiver;
        while (session != null && state == State.OPEN && reading && !held.isEmpty()) {
            int most = session.mostBytes();
            if (most <= 0) {
                break;
            }
            deliver(session, Math.min(most, NettyLoop.BUFFER_BYTES));
        }
    }

    private void deliver(Receiver session, int most) {
        int count = Math.min(most, held.bytes());
        try {
            byte[] array = session.array(count);
            if (state == State.OPEN) { // for want of memory the session may have closed the wire
                held.take(array, session.offset(), count);
                session.received(count);
            }
        } catch (Throwable broken) {
            fail("a session failed: peer=", broken);
        }
    }

    /** Gives up memory first, since telling the session may fail for want of it. Not called from inside a call of the session. */
    final void end(@Nullable Throwable cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        try {
            held.clear();
            dropUnsent();
            if (flushTimer != null) {
                flushTimer.cancel();
            }
            ended(cause);
            count();
        } catch (Throwable broken) {
            loop.failed("the end of a connection failed: peer=", peer(), broken);
        }
        tell(cause);
    }

    private void tell(@Nullable Throwable cause) {
        Receiver session = receiver;
        if (!told && session != null) {
            told = true;
            try {
                session.closed(cause);
            } catch (Throwable broken) {
                loop.failed("the end of a session failed: peer=", peer(), broken);
            }
        }
    }
}
