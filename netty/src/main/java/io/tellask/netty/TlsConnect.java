package io.tellask.netty;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeLog;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One attempt to open a connection with TLS, on its loop: ends with an open wire or with the reason why not. */
final class TlsConnect {
    private final TlsTransport transport;
    private final TcpAddress address;
    private final NettyLoop loop;
    private final Function<Wire, Receiver> opened;
    private final Consumer<TransportException> failed;

    TlsConnect(
            TlsTransport transport,
            TcpAddress address,
            NettyLoop loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        this.transport = transport;
        this.address = address;
        this.loop = loop;
        this.opened = opened;
        this.failed = failed;
    }

    /** Begins; {@code next} is told that nobody was reached, {@code failed} that the handshake failed. */
    void begin(InetAddress host, Consumer<TransportException> next) {
        LoopChannel channel = null;
        try {
            TlsHandshake handshake = new TlsHandshake(
                    loop,
                    transport.records(address),
                    address.uri().toString(),
                    opened,
                    cause -> failed.accept(TlsFailures.of("connect: address=" + address.uri(), cause)));
            LoopChannel made = new LoopChannel(loop, handshake, transport.buffers());
            channel = made;
            made.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, transport.connectMillis());
            loop.events().register(made).addListener((ChannelFuture registered) -> {
                if (registered.isSuccess()) {
                    connect(made, host, handshake, next);
                } else {
                    next.accept(problem(registered.cause()));
                }
            });
        } catch (Throwable failure) {
            if (channel != null) {
                channel.closeAtOnce();
            }
            next.accept(problem(failure));
        }
    }

    private void connect(
            LoopChannel channel, InetAddress host, TlsHandshake handshake, Consumer<TransportException> next) {
        channel.connect(new InetSocketAddress(host, address.port())).addListener((ChannelFuture outcome) -> {
            Throwable failure = outcome.cause();
            if (failure != null) {
                channel.closeAtOnce();
                next.accept(problem(failure));
            }
        });
        channel.pipeline().addLast(handshake.records(), handshake);
    }

    private TransportException problem(@Nullable Throwable failure) {
        String where = "connect: address=" + address.uri();
        Throwable cause = failure == null ? new IllegalStateException("no reason was given") : failure;
        return switch (cause) {
            case ConnectTimeoutException _ ->
                new TransportException(
                        Problem.TIMED_OUT,
                        where + " did not answer, connectTimeoutMillis=" + transport.connectMillis()
                                + "; check host, port and firewall",
                        cause);
            case ConnectException _ ->
                new TransportException(
                        Problem.REFUSED,
                        where + " refused, nobody listens there; start the server, or check host and port",
                        cause);
            default -> new TransportException(Problem.FAILED, where + " failed, " + SafeLog.describe(cause), cause);
        };
    }
}
