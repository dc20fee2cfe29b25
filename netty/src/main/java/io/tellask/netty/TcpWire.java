package io.tellask.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.netty.util.concurrent.Future;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection of TCP or of a socket file on its loop: reads into the loop's buffer, writes what the session sends at once, and keeps only what the socket
 * did not take.
 *
 * <p>States: opening, open, flushing (closed by the session, bytes still to leave), lingering (all has left, the other side may still
 * send: it is read and dropped, since closing a socket with unread bytes would destroy what the other side has not read yet), ended.
 * Everything on the loop, except {@code sendNow}.
 */
final class TcpWire implements Wire {
    /** How long bytes may take to leave after the session closed the connection. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long the other side may take to close its half. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = System.getLogger("io.tellask.netty");

    private enum State {
        OPENING,
        OPEN,
        FLUSHING,
        LINGERING,
        ENDED
    }

    private NettyLoop loop;
    private final SocketChannel channel;
    private final String peer;
    private final boolean isPrivate;
    private Unsent unsent;
    private State state = State.OPENING;
    private @Nullable IoRegistration registration;
    private @Nullable Receiver receiver;
    private @Nullable Runnable connectable;
    private @Nullable Cancellable timer;
    private boolean told;
    private boolean reading = true;
    private boolean inputEnded; // the other side sends nothing more, and there is nothing to read

    TcpWire(NettyLoop loop, SocketChannel channel, String peer) {
        this(loop, channel, peer, false);
    }

    TcpWire(NettyLoop loop, SocketChannel channel, String peer, boolean isPrivate) {
        this.loop = loop;
        this.channel = channel;
        this.peer = peer;
        this.isPrivate = isPrivate;
        unsent = new Unsent(loop, this::count);
    }

    static void configure(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    static void closeQuietly(@Nullable Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (Throwable failure) {
            SafeLog.log(LOG, Level.DEBUG, "closing a socket failed", null, failure);
        }
    }

    /** Makes the socket known to the loop's selector; then one of the two is called. */
    void register(Runnable registered, Consumer<Throwable> failed) {
        loop.events().register(new Socket()).addListener((Future<IoRegistration> outcome) -> {
            if (outcome.isSuccess()) {
                registration = outcome.getNow();
                try {
                    registered.run();
                } catch (Throwable failure) {
                    failed.accept(failure);
                }
            } else {
                failed.accept(outcome.cause());
            }
        });
    }

    /** Runs the task when the connection is there or has failed. */
    void whenConnectable(Runnable task) {
        connectable = task;
        interest(NioIoOps.CONNECT);
    }

    /** Gives the connection to the session, which may send at once. */
    void open(Function<Wire, Receiver> receiverOf) {
        connectable = null;
        state = State.OPEN;
        try {
            Receiver session = receiverOf.apply(this);
            receiver = session;
            session.kept(unsent.heldBytes());
        } catch (Throwable refused) {
            fail("a connection found no session: peer=", refused);
            return;
        }
        if (state == State.OPEN) {
            watch();
        }
    }

    private void count(int changeBytes) {
        Receiver session = receiver;
        if (session != null) {
            session.kept(changeBytes);
        }
    }

    /** Ends this connection, and nothing else, because code of it failed. */
    private void fail(String what, Throwable failure) {
        end(failure);
        loop.failed(what, peer, failure);
    }

    /** Ends a connection that never reached a session. */
    void abandon() {
        end(null);
    }

    @Override
    public void reading(boolean wanted) {
        if (reading != wanted) {
            reading = wanted;
            watch();
        }
    }

    /** Tells the selector what to look out for; what the other side sends after the end is read and dropped. */
    private void watch() {
        boolean reads = !inputEnded && (reading || state != State.OPEN);
        NioIoOps read = reads ? NioIoOps.READ : NioIoOps.NONE;
        interest(unsent.isEmpty() ? read : read.with(NioIoOps.WRITE));
    }

    private void interest(NioIoOps ops) {
        IoRegistration known = registration;
        if (known != null && known.isValid()) {
            known.submit(ops);
        }
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
        IoRegistration here = registration;
        registration = null;
        if (here != null) {
            here.cancel();
        }
        loop = there;
        unsent = new Unsent(there, this::count);
        there.execute(() -> register(
                () -> {
                    watch();
                    moved.run();
                },
                failure -> fail("a connection could not move to another loop: peer=", failure)));
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isPrivate() {
        return isPrivate || staysHere(otherSide());
    }

    private @Nullable SocketAddress otherSide() {
        try {
            return channel.getRemoteAddress();
        } catch (IOException closed) {
            return null;
        }
    }

    /** Whether bytes to an address do not leave this machine. */
    static boolean staysHere(@Nullable SocketAddress other) {
        return other instanceof InetSocketAddress socket
                && socket.getAddress() != null
                && socket.getAddress().isLoopbackAddress();
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN && unsent.isEmpty();
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        if (state != State.OPEN) {
            return;
        }
        int written = 0;
        if (unsent.isEmpty()) {
            written = write(bytes, offset, length);
            if (written == length || written < 0) {
                return;
            }
        }
        boolean first = unsent.isEmpty();
        unsent.add(bytes, offset + written, length - written);
        if (first) {
            watch();
        }
    }

    @Override
    public int sendNow(byte[] bytes, int offset, int length) {
        try {
            return channel.write(ByteBuffer.wrap(bytes, offset, length));
        } catch (IOException broken) {
            return 0; // the loop, which is handed the bytes, finds the same and ends the connection
        }
    }

    /** Writes as much as the socket takes; -1: the connection is broken, and ends with the loop's next task. */
    private int write(byte[] bytes, int offset, int length) {
        int written = 0;
        try {
            while (written < length) {
                int chunk = Math.min(length - written, NettyLoop.BUFFER_BYTES);
                ByteBuffer buffer =
                        loop.writeBuffer().put(bytes, offset + written, chunk).flip();
                written += channel.write(buffer);
                if (buffer.hasRemaining()) {
                    break;
                }
            }
            return written;
        } catch (IOException broken) {
            state = State.FLUSHING;
            loop.execute(() -> end(broken));
            return -1;
        }
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.FLUSHING;
            watch();
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
        if (state != State.FLUSHING || !unsent.isEmpty()) {
            return;
        }
        if (inputEnded) {
            end(null);
            return;
        }
        try {
            channel.shutdownOutput();
        } catch (IOException broken) {
            end(null);
            return;
        }
        state = State.LINGERING;
        stopTimer();
        timer = loop.schedule(() -> end(null), LINGER_NANOS);
        tell(null);
    }

    private void ready(int ops, int readBytes) {
        Runnable connecting = connectable;
        if (connecting != null) {
            connecting.run();
            return;
        }
        if ((ops & NioIoOps.WRITE.value()) != 0) {
            flush();
        }
        if ((ops & NioIoOps.READ.value()) != 0 && state != State.ENDED) {
            Receiver session = receiver;
            int most = state == State.OPEN && session != null ? session.mostBytes() : readBytes;
            if (most > 0) {
                read(Math.min(most, readBytes));
            }
        }
    }

    @Override
    public void readNow(int mostBytes) {
        if (state == State.OPEN) {
            read(mostBytes);
        }
    }

    private void read(int most) {
        ByteBuffer buffer = loop.readBuffer();
        buffer.limit(Math.min(most, buffer.capacity()));
        int count;
        try {
            count = channel.read(buffer);
        } catch (IOException broken) {
            end(broken);
            return;
        }
        if (count < 0) {
            endInput(receiver);
        } else {
            deliver(buffer.flip());
        }
    }

    /** What waits to leave still does if the session wants that, or has closed the wire before. */
    private void endInput(@Nullable Receiver session) {
        inputEnded = true;
        boolean leaves = state == State.FLUSHING && !unsent.isEmpty();
        try {
            leaves |= state == State.OPEN && session != null && session.inputEnded();
        } catch (Throwable failure) {
            fail("a session failed: peer=", failure);
            return;
        }
        if (leaves) {
            watch();
        } else {
            end(null);
        }
    }

    /** Gives bytes to the session, if it is there and has not closed the connection. */
    void deliver(ByteBuffer buffer) {
        Receiver session = receiver;
        int count = buffer.remaining();
        if (count == 0 || state != State.OPEN || session == null) {
            return;
        }
        try {
            byte[] array = session.array(count);
            buffer.get(array, session.offset(), count);
            session.received(count);
        } catch (Throwable failure) {
            fail("a session failed: peer=", failure);
        }
    }

    private void flush() {
        try {
            while (!unsent.isEmpty()) {
                ByteBuffer buffer = loop.writeBuffer();
                unsent.peek(buffer);
                unsent.remove(channel.write(buffer.flip()));
                if (buffer.hasRemaining()) {
                    return;
                }
            }
        } catch (IOException broken) {
            end(broken);
            return;
        }
        watch();
        Receiver session = receiver;
        if (state == State.FLUSHING) {
            lingerOnceSent();
        } else if (session != null) {
            session.writable();
        }
    }

    /** Gives up socket and memory first, since telling the session may fail for want of them. */
    private void end(@Nullable Throwable cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        unsent.clear();
        closeQuietly(channel);
        try {
            stopTimer();
            IoRegistration known = registration;
            if (known != null) {
                known.cancel();
            }
        } catch (Throwable failure) {
            loop.failed("the end of a connection failed: peer=", peer, failure);
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
            } catch (Throwable failure) {
                loop.failed("the end of a session failed: peer=", peer, failure);
            }
        }
    }

    /** What Netty's selector calls; closing it is the loop's end, which does not wait for bytes to leave. */
    private final class Socket implements NioIoHandle {
        @Override
        public SelectableChannel selectableChannel() {
            return channel;
        }

        @Override
        public void handle(IoRegistration from, IoEvent event) {
            if (!from.isValid()) {
                return; // it has moved to another loop meanwhile
            }
            loop.monitor().beginTurn();
            try {
                ready(((NioIoEvent) event).ops().value(), loop.beginSocket());
            } catch (Throwable failure) {
                fail("a connection failed: peer=", failure);
            }
            Thread.interrupted(); // what its code left set is none of the next connection's
            loop.monitor().endTurn();
        }

        @Override
        public void close() {
            end(null);
        }
    }
}
