package io.tellask.netty;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * TCP: {@code tellask://HOST:PORT}, where port 0 takes a free one.
 *
 * <p>Listens on loopback addresses only, unless the address ends in {@code ?plaintext=true}: nothing is encrypted here. A name with
 * several addresses is tried in their order. Works on loops of {@link NettyLoopProvider} only. Thread-safe.
 */
public final class TcpTransport implements Transport {
    /** How long one address may take to answer a connection request. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Duration connectTimeout;

    /** For the service loader: gives up connecting after {@link #DEFAULT_CONNECT_TIMEOUT}. */
    public TcpTransport() {
        this(DEFAULT_CONNECT_TIMEOUT);
    }

    /** A transport that gives up connecting to an address after the given time. */
    public TcpTransport(Duration connectTimeout) {
        this.connectTimeout = Objects.requireNonNull(connectTimeout, "connectTimeout");
    }

    @Override
    public Set<String> schemes() {
        return Set.of("tellask");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = TcpAddress.of(address);
        return TcpListener.open(wanted, wanted.localPlaintext(), NettyLoop.all(loops), (loop, connection) -> {
            TcpWire.configure(connection);
            TcpWire wire = new TcpWire(loop, connection, "tellask:/" + connection.getRemoteAddress());
            wire.register(() -> wire.open(accept), failure -> wire.abandon());
        });
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        TcpAddress wanted = TcpAddress.of(address).withRealPort();
        NettyLoop netty = NettyLoop.of(loop);
        HostAddresses.tryEach(
                wanted,
                netty,
                (candidate, next) -> new TcpConnect(wanted, netty, opened, next).begin(candidate, connectTimeout),
                failed);
    }
}
