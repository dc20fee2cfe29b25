package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection: a publication for what is sent, an image for what comes.
 *
 * <p>States as of a TCP connection: open, flushing (closed by the session, bytes still to leave), lingering (all has left, until the other
 * side has ended too), ended. The session's side is told at the end only, since a process may exit then.
 *
 * <p>Thread-safety: everything on the loop, but for {@code sendNow}, {@code loop} and the methods of {@link Polled}.
 */
final class AeronWire implements Wire, Polled {
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private enum State {
        OPEN,
        FLUSHING,
        LINGERING,
        ENDED
    }

    private final AeronClients.Use use;
    private final AeronOutput output;
    private final AeronInput input;
    private final String peer;
    private final boolean isPrivate;
    private final Runnable released; // on the client's thread
    private final Runnable turn = this::takeTurn;
    private final PollWindow window = new PollWindow(); // of the loop
    private volatile Dispatcher loop;
    private volatile boolean moving;
    private volatile boolean readable = true; // whether the client's thread looks for bytes
    private volatile boolean inputOver; // the other side has said that it sends nothing more
    private volatile boolean over; // nothing is left to look after
    private State state = State.OPEN; // from here on of the loop
    private @Nullable Receiver receiver;
    private @Nullable Cancellable timer;
    private boolean reading = true;

    AeronWire(
            AeronClients.Use use,
            Dispatcher loop,
            ExclusivePublication publication,
            Image image,
            String peer,
            boolean isPrivate,
            Runnable released) {
        this.use = use;
        this.loop = loop;
        output = new AeronOutput(publication, this::count, use.client()::faulted);
        input = new AeronInput(image);
        this.peer = peer;
        this.isPrivate = isPrivate;
        this.released = released;
    }

    /** Gives the connection to the session, which may send at once. */
    void open(Function<Wire, Receiver> receiverOf) {
        try {
            Receiver session = receiverOf.apply(this);
            receiver = session;
            session.kept(output.heldBytes());
        } catch (Throwable refused) {
            fail("a connection found no session: peer=", refused);
        }
        input.free();
    }

    // --- the client's thread

    @Override
    public int poll(long nowNanos) {
        if (over || !input.beginLook()) {
            return 0;
        }
        if (!isReady()) {
            input.free();
            return 0;
        }
        input.take();
        submit();
        return 1;
    }

    private void submit() {
        try {
            loop.execute(turn);
        } catch (RejectedExecutionException ended) {
            abandon(null);
        }
    }

    private boolean isReady() {
        if (output.hasRoomAgain()) {
            return true;
        }
        if (inputOver) {
            return output.isBroken();
        }
        return readable && (input.hasBytes() || isBroken());
    }

    private boolean isBroken() {
        return input.isOver() || output.isBroken();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public void abandon(@Nullable Throwable cause) {
        try {
            loop.execute(() -> end(cause));
        } catch (RejectedExecutionException ended) {
            use.client().execute(() -> {
                if (!over) {
                    output.giveUp();
                }
                release();
            });
        }
    }

    @Override
    public void clientEnded(Throwable cause) {
        if (!over) {
            output.giveUp();
        }
        abandon(cause);
        release();
    }

    private void release() {
        if (!over) {
            over = true;
            output.close();
            input.reject();
            released.run();
            use.close();
        }
    }

    // --- the loop

    private void takeTurn() {
        if (!loop.isCurrent() || moving) {
            submit(); // it moves to another loop meanwhile
            return;
        }
        boolean more = false;
        try {
            flush();
            more = inputOver ? endIfBroken() : receive() || looksAgain();
        } catch (Throwable failure) {
            fail("a connection failed: peer=", failure);
        }
        if (more) {
            submit();
        } else {
            input.free();
        }
    }

    private boolean looksAgain() {
        return state == State.OPEN && reading && !inputOver && window.isOpen(System.nanoTime());
    }

    /** Reads what the session takes now; whether there may be more to do at once. */
    private boolean receive() {
        Receiver session = receiver;
        if (state != State.OPEN || session == null) {
            return state != State.ENDED
                    && session != null
                    && receive(session, AeronInput.READ_BYTES); // which is dropped
        }
        if (!reading) {
            return false;
        }
        int most = Math.min(AeronInput.READ_BYTES, session.mostBytes());
        return most > 0 && receive(session, most);
    }

    private boolean receive(Receiver session, int most) {
        int count = input.read(most);
        if (count > 0 && state == State.OPEN) {
            window.read(System.nanoTime());
            deliver(session, count);
        }
        if (input.endHeard()) {
            endInput(session);
            return false;
        }
        return count > 0 ? state != State.ENDED : endIfBroken();
    }

    private void deliver(Receiver session, int count) {
        try {
            System.arraycopy(input.bytes(), 0, session.array(count), session.offset(), count);
            session.received(count);
        } catch (Throwable failure) {
            fail("a session failed: peer=", failure);
        }
    }

    /** The other side sends nothing more; what waits to leave still does if the session wants that, or has closed before. */
    private void endInput(Receiver session) {
        inputOver = true;
        boolean leaves = state == State.FLUSHING && !output.isEmpty();
        try {
            leaves |= state == State.OPEN && session.inputEnded();
        } catch (Throwable failure) {
            fail("a session failed: peer=", failure);
            return;
        }
        if (!leaves) {
            end(null);
        }
    }

    /** Always false: there is nothing more to do. */
    private boolean endIfBroken() {
        if (inputOver ? output.isBroken() : isBroken()) {
            boolean expected = inputOver || state != State.OPEN;
            end(
                    expected
                            ? null
                            : new IOException("connection: peer=" + peer + " is gone; it died, or cannot be reached"));
        }
        return false;
    }

    @Override
    public void reading(boolean wanted) {
        boolean begins = wanted && !reading;
        reading = wanted;
        readable = wanted || state != State.OPEN;
        if (begins && state == State.OPEN && input.tryTake()) {
            submit(); // there is something as a rule, and the client's thread may be long in coming
        }
    }

    @Override
    public void readNow(int mostBytes) {
        Receiver session = receiver;
        if (state == State.OPEN && !inputOver && session != null && input.tryTake()) {
            receive(session, Math.min(mostBytes, AeronInput.READ_BYTES));
            input.free();
        }
    }

    @Override
    public boolean canMove() {
        return true;
    }

    @Override
    public void moveTo(Dispatcher newLoop, Runnable moved) {
        moving = true;
        loop = newLoop;
        newLoop.execute(() -> {
            moving = false;
            moved.run();
        });
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isPrivate() {
        return isPrivate;
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN && output.isEmpty();
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        if (state == State.OPEN && length > 0 && !output.send(bytes, offset, length)) {
            state = State.FLUSHING;
            loop.execute(this::endOutput);
        }
    }

    @Override
    public int sendNow(byte[] bytes, int offset, int length) {
        return output.sendNow(bytes, offset, length);
    }

    private void endOutput() {
        end(
                use.client().hasEnded()
                        ? use.client().gone()
                        : new IOException("connection: peer=" + peer + ", its publication is closed"));
    }

    private void flush() {
        if (state == State.ENDED) {
            return;
        }
        boolean waited = !output.isEmpty();
        if (!output.flush()) {
            endOutput();
            return;
        }
        Receiver session = receiver;
        if (state == State.FLUSHING) {
            lingerOnceSent();
        } else if (state == State.OPEN && session != null && waited && output.isEmpty()) {
            session.writable();
        }
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.FLUSHING;
            readable = true; // what comes is dropped
            timer = loop.schedule(() -> end(null), FLUSH_NANOS);
            loop.execute(this::lingerOnceSent);
        }
    }

    @Override
    public void abort() {
        if (state != State.ENDED) {
            loop.executeAhead(() -> end(null)); // what it holds may be needed
        }
    }

    private void lingerOnceSent() {
        if (state != State.FLUSHING || !output.isEmpty()) {
            return;
        }
        if (!output.sendEnd()) {
            return; // a turn tries again
        }
        if (inputOver) {
            end(null);
            return;
        }
        state = State.LINGERING;
        stopTimer();
        timer = loop.schedule(() -> end(null), LINGER_NANOS);
    }

    private void count(int changeBytes) {
        Receiver session = receiver;
        if (session != null) {
            session.kept(changeBytes);
        }
    }

    /** Ends this connection, and nothing else, because code of it failed. */
    private void fail(String what, Throwable failure) {
        if (failure instanceof InternalError memoryFault) {
            end(use.client().faulted(memoryFault)); // which is logged there
            return;
        }
        end(failure);
        loop.failed(what, peer, failure);
    }

    private void end(@Nullable Throwable cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        output.clear();
        try {
            stopTimer();
            output.sendEnd();
        } catch (Throwable failure) {
            loop.failed("the end of a connection failed: peer=", peer, failure);
        }
        use.client().execute(this::release);
        Receiver session = receiver;
        if (session != null) {
            try {
                session.closed(cause);
            } catch (Throwable failure) {
                loop.failed("the end of a session failed: peer=", peer, failure);
            }
        }
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
