package io.tellask.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection over a channel of Netty's, for transports whose bytes Netty's handlers encrypt or frame: the last handler of the
 * pipeline, which exchanges plain bytes with those before it.
 *
 * <p>States as those of {@link TcpWire}: open, flushing, lingering, ended. Handlers may make more bytes of a read than the session takes
 * now; those are held, and nothing is read meanwhile. Everything on the loop.
 */
final class ChannelWire extends ChannelInboundHandlerAdapter implements Wire, LoopChannel.Reads {
    /** How long bytes may take to leave after the session closed the connection. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long the other side may take to close its half. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What may wait to leave although the session did not send it: answers of the handlers to a peer that does not read them. */
    static final int ANSWER_BYTES = 16 * 1024;

    private enum State {
        OPEN,
        FLUSHING,
        LINGERING,
        ENDED
    }

    private NettyLoop loop;
    private final LoopChannel channel;
    private final Layer layer;
    private final HeldBytes held = new HeldBytes();
    private final ChannelFutureListener sent = this::sent;
    private State state = State.OPEN;
    private @Nullable Receiver receiver;
    private @Nullable Cancellable timer;
    private @Nullable Throwable failure;
    private boolean told;
    private boolean reading = true;
    private boolean readsNow;
    private boolean inputEnded; // the other side sends nothing more
    private boolean inputTold;
    private boolean deliveryScheduled;
    private boolean blocked; // earlier bytes have not left
    private boolean sending;
    private boolean checkScheduled;
    private int granted; // what the session said it takes, before the read
    private int unsentBytes;
    private int answerBytes;
    private int keptBytes;

    /** What lies between the bytes of the session and the socket. */
    interface Layer {
        /** Ends this side's half, behind all that was sent. */
        ChannelFuture endOutput(LoopChannel channel);

        /** How many bytes it keeps of what has come. */
        int heldBytes();

        String peer();

        @Nullable
        X509Certificate certificate();

        boolean isPrivate();
    }

    ChannelWire(NettyLoop loop, LoopChannel channel, Layer layer) {
        this.loop = loop;
        this.channel = channel;
        this.layer = layer;
    }

    /** Gives the connection to the session, which may send at once. */
    void open(Function<Wire, Receiver> receiverOf) {
        channel.reads(this);
        if (channel.pipeline().get(LingeringClose.class) != null) {
            channel.pipeline().remove(LingeringClose.class);
        }
        channel.pipeline().addLast(this);
        try {
            Receiver session = receiverOf.apply(this);
            receiver = session;
            count();
        } catch (Throwable refused) {
            fail("a connection found no session: peer=", refused);
            return;
        }
        watch();
    }

    /** Ends this connection, and nothing else, because code of it failed. */
    private void fail(String what, Throwable cause) {
        end(cause);
        loop.failed(what, peer(), cause);
    }

    private void count() {
        Receiver session = receiver;
        if (session != null) {
            int now = state == State.ENDED ? 0 : unsentBytes + held.bytes() + layer.heldBytes();
            int before = keptBytes;
            keptBytes = now;
            if (now != before) {
                session.kept(now - before);
            }
        }
    }

    @Override
    public void reading(boolean wanted) {
        if (reading != wanted) {
            reading = wanted;
            watch();
            if (wanted) {
                deliverLater();
            }
        }
    }

    /** Has Netty read or not. */
    private void watch() {
        if (state != State.ENDED) {
            boolean wanted = mayRead();
            if (channel.config().isAutoRead() != wanted) {
                channel.config().setAutoRead(wanted);
            }
        }
    }

    @Override
    public boolean mayRead() {
        return !inputEnded && (state != State.OPEN || reading && held.isEmpty());
    }

    @Override
    public boolean drops() {
        return state != State.OPEN;
    }

    @Override
    public int mostBytes(int turnBytes) {
        Receiver session = receiver;
        if (state != State.OPEN || session == null) {
            return turnBytes;
        }
        if (!readsNow) {
            granted = session.mostBytes();
        }
        return Math.min(turnBytes, granted);
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public TurnScheduler turns() {
        return loop.turns();
    }

    @Override
    public boolean canMove() {
        return true;
    }

    @Override
    public void moveTo(Dispatcher newLoop, Runnable moved) {
        NettyLoop there = (NettyLoop) newLoop;
        channel.deregister().addListener(left -> {
            loop = there;
            channel.moveTo(there);
            there.events().register(channel).addListener(arrived -> {
                if (arrived.isSuccess()) {
                    watch();
                    moved.run();
                } else {
                    fail("a connection could not move to another loop: peer=", arrived.cause());
                }
            });
        });
    }

    @Override
    public String peer() {
        return layer.peer();
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return layer.certificate();
    }

    @Override
    public boolean isPrivate() {
        return layer.isPrivate() || channel.staysHere();
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN && !blocked;
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        if (state != State.OPEN || length == 0) {
            return;
        }
        lookForAnswers();
        ByteBuf copy = channel.alloc().heapBuffer(length);
        copy.writeBytes(bytes, offset, length);
        sending = true;
        try {
            channel.writeAndFlush(copy).addListener(sent);
        } finally {
            sending = false;
        }
        unsentBytes = channel.unsentBytes();
        count();
        if (unsentBytes > 0) {
            blocked = true;
        } else if (blocked) {
            checkLater();
        }
    }

    /** A write that fails ends the connection; the channel closes itself then. */
    private void sent(ChannelFuture outcome) {
        if (!outcome.isSuccess() && failure == null) {
            failure = outcome.cause();
        }
    }

    /** Counts what waits to leave and the session has not sent. */
    private void lookForAnswers() {
        int now = channel.unsentBytes();
        answerBytes = now == 0 ? 0 : answerBytes + Math.max(0, now - unsentBytes);
        unsentBytes = now;
        if (answerBytes > ANSWER_BYTES && state == State.OPEN) {
            loop.execute(() -> end(new IOException(
                    "peer asks for answers and does not read them: bytes=" + answerBytes + " > " + ANSWER_BYTES)));
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (!sending && blocked && channel.isWritable()) {
            checkLater();
        }
    }

    private void checkLater() {
        if (!checkScheduled) {
            checkScheduled = true;
            loop.execute(this::check);
        }
    }

    /** Tells the session that all has left, if it has. */
    private void check() {
        checkScheduled = false;
        if (state == State.ENDED) {
            return;
        }
        unsentBytes = channel.unsentBytes();
        if (unsentBytes > 0) {
            return;
        }
        blocked = false;
        answerBytes = 0;
        count();
        Receiver session = receiver;
        if (state == State.FLUSHING) {
            endOutputOnceSent();
        } else if (session != null) {
            try {
                session.writable();
            } catch (Throwable broken) {
                fail("a session failed: peer=", broken);
            }
        }
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.FLUSHING;
            held.clear();
            count();
            watch();
            timer = loop.schedule(() -> end(null), FLUSH_NANOS);
            loop.execute(this::endOutputOnceSent);
        }
    }

    @Override
    public void abort() {
        if (state != State.ENDED) {
            loop.executeAhead(() -> end(null)); // what it holds may be needed
        }
    }

    private void endOutputOnceSent() {
        if (state == State.FLUSHING && channel.unsentBytes() == 0) {
            layer.endOutput(channel).addListener(this::outputEnded);
        }
    }

    private void outputEnded(Future<? super Void> outcome) {
        if (state != State.FLUSHING) {
            return;
        }
        if (inputEnded || !outcome.isSuccess()) {
            end(null);
            return;
        }
        state = State.LINGERING;
        stopTimer();
        timer = loop.schedule(() -> end(null), LINGER_NANOS);
        count();
        tell(null);
    }

    @Override
    public void readNow(int mostBytes) {
        Receiver session = receiver;
        if (state != State.OPEN || session == null) {
            return;
        }
        if (held.isEmpty() && !inputEnded) {
            readsNow = true;
            granted = mostBytes;
            try {
                channel.readNow();
            } finally {
                readsNow = false;
                granted = 0;
            }
        }
        if (held.isEmpty()) {
            endInputOnceDelivered();
        } else if (state == State.OPEN) {
            deliver(session, Math.min(mostBytes, NettyLoop.BUFFER_BYTES));
        }
        count();
        watch();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (state == State.OPEN && message instanceof ByteBuf bytes) {
            held.add(bytes);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        lookForAnswers();
        if (sending) {
            deliverLater();
        } else if (!readsNow) {
            deliverAll();
        }
    }

    private void deliverLater() {
        if (!deliveryScheduled && !(held.isEmpty() && !inputEnded)) {
            deliveryScheduled = true;
            loop.execute(() -> {
                deliveryScheduled = false;
                deliverAll();
            });
        }
    }

    /** Hands on what is held, as long as the session takes it. */
    private void deliverAll() {
        Receiver session = receiver;
        while (session != null && state == State.OPEN && reading && !held.isEmpty()) {
            int most = granted > 0 ? granted : session.mostBytes();
            granted = 0;
            if (most <= 0) {
                break;
            }
            deliver(session, Math.min(most, NettyLoop.BUFFER_BYTES));
        }
        if (reading || state != State.OPEN) {
            endInputOnceDelivered();
        }
        count();
        watch();
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

    /** The other side sends nothing more; {@code cause} where it should have said so before. */
    void inputEnds(@Nullable Throwable cause) {
        if (!inputEnded) {
            inputEnded = true;
            failure = failure == null ? cause : failure;
            if (sending) {
                deliverLater();
            } else if (!readsNow) {
                deliverAll();
            }
        }
    }

    /** What waits to leave still does if the session wants that, or has closed the wire before. */
    private void endInputOnceDelivered() {
        if (!inputEnded || !held.isEmpty() || state == State.ENDED || inputTold) {
            return;
        }
        inputTold = true;
        boolean leaves = state == State.FLUSHING && channel.unsentBytes() > 0;
        try {
            Receiver session = receiver;
            leaves |= state == State.OPEN && session != null && session.inputEnded();
        } catch (Throwable broken) {
            fail("a session failed: peer=", broken);
            return;
        }
        if (!leaves) {
            end(state == State.OPEN ? failure : null);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end(failure);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (sending) { // the session is told later, not from inside its call
            loop.execute(() -> end(cause));
        } else {
            end(cause);
        }
    }

    /** Gives up socket and memory first, since telling the session may fail for want of them. */
    void end(@Nullable Throwable cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        try {
            held.clear();
            channel.closeAtOnce();
            stopTimer();
            count();
        } catch (Throwable broken) {
            loop.failed("the end of a connection failed: peer=", peer(), broken);
        }
        tell(cause);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
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
