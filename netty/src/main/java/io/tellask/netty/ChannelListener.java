package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.remote.LogLimiter;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.function.Function;

/** What becomes of the connections that a listener accepts whose bytes Netty's handlers encrypt or frame. Thread-safe. */
final class ChannelListener implements TcpListener.Accepted {
    private static final Logger LOG = System.getLogger("io.tellask.netty");
    private static final Set<String> SECURE = Set.of("tls", "wss", "https"); // for another one TLS may be a choice

    private final LogLimiter failures = new LogLimiter();
    private final String scheme;
    private final HandshakeLimit limit;
    private final ByteBufAllocator buffers;
    private final Function<Wire, Receiver> accept;
    private final AcceptedConnection.Stage first;

    ChannelListener(
            String scheme,
            HandshakeLimit limit,
            ByteBufAllocator buffers,
            Function<Wire, Receiver> accept,
            AcceptedConnection.Stage first) {
        this.scheme = scheme;
        this.limit = limit;
        this.buffers = buffers;
        this.accept = accept;
        this.first = first;
    }

    String scheme() {
        return scheme;
    }

    HandshakeLimit limit() {
        return limit;
    }

    Function<Wire, Receiver> accept() {
        return accept;
    }

    @Override
    public void begin(NettyLoop loop, SocketChannel socket) throws IOException {
        LoopChannel channel = new LoopChannel(loop, socket, buffers);
        AcceptedConnection connection = new AcceptedConnection(this, loop, channel, socket.getRemoteAddress());
        channel.pipeline().addLast(new LingeringClose(loop, channel));
        channel.closeFuture().addListener(closed -> connection.closed());
        limit.begin(connection, channel);
        try {
            loop.events().register(channel);
            first.begin(connection, null);
        } catch (Throwable failure) {
            channel.closeAtOnce();
            connection.closed();
            throw failure;
        }
    }

    /** A connection came to nothing. */
    void log(String peer, Throwable cause) {
        failures.log(
                LOG,
                Level.WARNING,
                () -> String.valueOf(
                        failure(scheme + ": connection of " + peer, cause).getMessage()));
    }

    private TransportException failure(String where, Throwable cause) {
        return cause instanceof TransportException known
                ? known
                : TlsFailures.of(where, cause, SECURE.contains(scheme));
    }
}
