package io.tellask.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.netty.util.concurrent.Future;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Accepts connections on one address, of TCP or a file, and deals them out to the loops in turn. Thread-safe; the socket belongs to the first loop. */
final class TcpListener implements Transport.Listener, NioIoHandle {
    /** Connections that the kernel keeps for us while we are busy. */
    static final int BACKLOG = 1_024;

    /** Connections accepted before others of the loop get their turn. */
    private static final int ACCEPTS_PER_TURN = 64;

    /** How long no connection is taken after the system refused one, for want of file descriptors as a rule. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final Logger LOG = System.getLogger("io.tellask.netty");

    private final LogLimiter pauses = new LogLimiter();
    private final URI address;
    private final ServerSocketChannel channel;
    private final List<NettyLoop> loops;
    private final Accepted accepted;
    private @Nullable IoRegistration registration;
    private int turn;

    /** What becomes of a connection. */
    interface Accepted {
        /** Makes a wire of the socket, on the loop; whatever this throws closes the socket. */
        void begin(NettyLoop loop, SocketChannel connection) throws IOException;
    }

    private TcpListener(URI address, ServerSocketChannel channel, List<NettyLoop> loops, Accepted accepted) {
        this.address = address;
        this.channel = channel;
        this.loops = loops;
        this.accepted = accepted;
    }

    static TcpListener open(TcpAddress wanted, InetAddress local, List<NettyLoop> loops, Accepted accepted) {
        ServerSocketChannel channel = null;
        try {
            channel = ServerSocketChannel.open();
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(local, wanted.port()), BACKLOG);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return of(wanted.withPort(port), channel, loops, accepted);
        } catch (IOException failure) {
            TcpWire.closeQuietly(channel);
            throw problem(wanted, failure);
        }
    }

    /** Accepts connections of a socket that is bound and does not block. */
    static TcpListener of(URI address, ServerSocketChannel channel, List<NettyLoop> loops, Accepted accepted)
            throws IOException {
        TcpListener listener = new TcpListener(address, channel, loops, accepted);
        listener.register();
        return listener;
    }

    private void register() throws IOException {
        Future<IoRegistration> registered =
                loops.getFirst().events().register(this).awaitUninterruptibly();
        if (!registered.isSuccess()) {
            throw new IOException("the loop did not take the socket", registered.cause());
        }
        IoRegistration known = registered.getNow();
        registration = known;
        loops.getFirst().execute(() -> resume(known)); // a selector that waits would not see it from here
    }

    private static TransportException problem(TcpAddress wanted, IOException failure) {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof BindException && message.contains("in use")) {
            return new TransportException(
                    Problem.ADDRESS_IN_USE,
                    "listen: address=" + wanted.uri()
                            + " is in use; stop the other process, or take another port (0: any free one)",
                    failure);
        }
        if (failure instanceof BindException && message.contains("assign")) {
            return new TransportException(
                    Problem.NOT_LOCAL,
                    "listen: address=" + wanted.uri()
                            + " belongs to no interface of this machine; listen on one that does",
                    failure);
        }
        return new TransportException(
                Problem.FAILED, "listen: address=" + wanted.uri() + " failed, " + message, failure);
    }

    @Override
    public URI address() {
        return address;
    }

    @Override
    public void handle(IoRegistration from, IoEvent event) {
        try {
            for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
                SocketChannel connection = channel.accept();
                if (connection == null) {
                    return;
                }
                hand(connection);
            }
        } catch (IOException failure) {
            pause(from, failure);
        } catch (Throwable failure) {
            loops.getFirst().failed("accepting a connection failed: address=", address, failure);
        }
    }

    private void pause(IoRegistration from, IOException failure) {
        if (channel.isOpen()) {
            pauses.log(
                    LOG,
                    Level.WARNING,
                    () -> "listen: address=" + address + " takes no connections for "
                            + TimeUnit.NANOSECONDS.toMillis(PAUSE_NANOS) + " ms: " + failure.getMessage());
            from.submit(NioIoOps.NONE);
            loops.getFirst().schedule(() -> resume(from), PAUSE_NANOS);
        }
    }

    private static void resume(IoRegistration from) {
        if (from.isValid()) {
            from.submit(NioIoOps.ACCEPT);
        }
    }

    private void hand(SocketChannel connection) {
        NettyLoop loop = loops.get(turn);
        turn = (turn + 1) % loops.size();
        try {
            loop.execute(() -> open(loop, connection));
        } catch (RejectedExecutionException loopEnded) {
            TcpWire.closeQuietly(connection);
        } catch (Throwable failure) {
            TcpWire.closeQuietly(connection);
            throw failure;
        }
    }

    private void open(NettyLoop loop, SocketChannel connection) {
        try {
            accepted.begin(loop, connection);
        } catch (IOException goneAlready) {
            TcpWire.closeQuietly(connection);
        } catch (Throwable failure) {
            TcpWire.closeQuietly(connection);
            throw failure;
        }
    }

    @Override
    public SelectableChannel selectableChannel() {
        return channel;
    }

    /*
     * A socket that a selector knows is closed at the selector's next round only. The task scheduled behind the closing runs after
     * that round, since a loop takes due timers before it waits for sockets and not after; then the port is free.
     */
    @Override
    public void close() {
        NettyLoop loop = loops.getFirst();
        CountDownLatch freed = new CountDownLatch(1);
        try {
            loop.execute(() -> {
                end();
                loop.schedule(freed::countDown, TimeUnit.MILLISECONDS.toNanos(1));
            });
        } catch (RejectedExecutionException loopEnded) {
            end();
            return;
        }
        if (!loop.isCurrent()) {
            await(loop, freed);
        }
    }

    private static void await(NettyLoop loop, CountDownLatch freed) {
        try {
            while (!freed.await(100, TimeUnit.MILLISECONDS) && !loop.events().isTerminated()) {
                Thread.onSpinWait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        IoRegistration known = registration;
        if (known != null) {
            known.cancel();
        }
        TcpWire.closeQuietly(channel);
    }
}
