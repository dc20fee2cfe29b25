package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
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
import java.util.concurrent.TimeUnit;
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
    private final Duration handshakeTime;
    private final TrustedProxies proxies;

    /** For the service loader: gives up connecting after {@link #DEFAULT_CONNECT_TIMEOUT}. */
    public TcpTransport() {
        this(DEFAULT_CONNECT_TIMEOUT);
    }

    /** A transport that gives up connecting to an address after the given time. */
    public TcpTransport(Duration connectTimeout) {
        this(Objects.requireNonNull(connectTimeout, "connectTimeout"), new Builder());
    }

    private TcpTransport(Duration connectTimeout, Builder builder) {
        this.connectTimeout = connectTimeout;
        handshakeTime = builder.handshakeTime;
        proxies = builder.proxies;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("tellask");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = TcpAddress.of(address);
        return proxies.isEmpty() ? listenDirectly(wanted, loops, accept) : listenBehindProxies(wanted, loops, accept);
    }

    private static Listener listenDirectly(TcpAddress wanted, IoLoops loops, Function<Wire, Receiver> accept) {
        return TcpListener.open(wanted, wanted.localPlaintext(), NettyLoop.all(loops), (loop, connection) -> {
            TcpWire.configure(connection);
            TcpWire wire = new TcpWire(loop, connection, "tellask:/" + connection.getRemoteAddress());
            wire.register(() -> wire.open(accept), failure -> wire.abandon());
        });
    }

    /** The header is read on a channel, which the session keeps. */
    private Listener listenBehindProxies(TcpAddress wanted, IoLoops loops, Function<Wire, Receiver> accept) {
        return TcpListener.open(
                wanted,
                wanted.localPlaintext(),
                NettyLoop.all(loops),
                new ChannelListener(
                        "tellask",
                        new HandshakeLimit(TlsTransport.DEFAULT_HANDSHAKES),
                        ByteBufAllocator.DEFAULT,
                        accept,
                        ProxyHeader.before(proxies, TimeUnit.NANOSECONDS.convert(handshakeTime), RawBytes::accept)));
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

    /** Settings of the transport. Not thread-safe. */
    public static final class Builder {
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration handshakeTime = TlsTransport.DEFAULT_HANDSHAKE_TIME;
        private TrustedProxies proxies = TrustedProxies.NONE;

        private Builder() {}

        /** How long one address may take to answer a connection request; 5 s unless set. */
        public Builder connectTimeout(Duration newConnectTimeout) {
            connectTimeout = TlsTransport.Builder.positive("connectTimeout", newConnectTimeout);
            return this;
        }

        /** How long the first bytes of a connection may take, where there are proxies; 10 s unless set. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = TlsTransport.Builder.positive("handshakeTime", newHandshakeTime);
            return this;
        }

        /**
         * Addresses of proxies, such as {@code 10.0.0.0/8} or {@code 192.0.2.7}, whose connections to a server begin with version 2 of the PROXY
         * protocol: {@link Wire#peer} is the client that they name. None unless set. A server with proxies has 1,000 connections at most that
         * have not sent their first bytes; where one more comes, the oldest is closed.
         *
         * @throws IllegalArgumentException if one is no range of addresses
         */
        public Builder proxies(String... ranges) {
            proxies = TrustedProxies.of(Objects.requireNonNull(ranges, "ranges"));
            return this;
        }

        public TcpTransport build() {
            return new TcpTransport(connectTimeout, this);
        }
    }
}
