package io.tellask.netty;

import io.tellask.remote.LogLimiter;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SocketChannel;
import java.util.function.Function;

/** What becomes of the connections that a listener for TLS accepts: each has its handshake first, and then its session. Thread-safe. */
final class TlsListener implements TcpListener.Accepted {
    private static final Logger LOG = System.getLogger("io.tellask.netty");

    private final LogLimiter failures = new LogLimiter();
    private final TlsTransport transport;
    private final HandshakeLimit limit;
    private final Function<Wire, Receiver> accept;

    TlsListener(TlsTransport transport, HandshakeLimit limit, Function<Wire, Receiver> accept) {
        this.transport = transport;
        this.limit = limit;
        this.accept = accept;
    }

    @Override
    public void begin(NettyLoop loop, SocketChannel connection) throws IOException {
        String peer = "tls:/" + connection.getRemoteAddress();
        TlsHandshake handshake = new TlsHandshake(
                loop,
                transport.records(),
                peer,
                (channel, tls) -> {
                    limit.ended(tls);
                    tls.open(channel, tls, accept, wire -> {});
                },
                cause -> log(peer, cause));
        LoopChannel channel = new LoopChannel(loop, connection, transport.buffers());
        channel.pipeline().addLast(new LingeringClose(loop, channel), handshake.records(), handshake);
        limit.register(handshake, channel, loop);
    }

    private void log(String peer, Throwable cause) {
        failures.log(
                LOG,
                Level.WARNING,
                () -> String.valueOf(
                        TlsFailures.of("tls: connection of " + peer, cause).getMessage()));
    }
}
