package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * WebSocket, for browsers and for what lets nothing but HTTP through: {@code ws://HOST:PORT/PATH}, and {@code wss://HOST:PORT/PATH} with
 * TLS. Port 0 takes a free one.
 *
 * <p>Binary frames of up to 64 KiB carry the bytes of the session; where one ends means nothing. A server refuses pages of other origins
 * than its own, and on loopback requests for other names than those of loopback, unless they are allowed here. Cookies are neither read
 * nor set. {@code ws} listens on loopback addresses only, unless the address ends in {@code ?plaintext=true}. Works on loops of
 * {@link NettyLoopProvider} only. Thread-safe.
 */
public final class WebSocketTransport implements Transport {
    private final TlsTransport tls;
    private final Set<String> origins;
    private final Set<String> hosts;
    private final Duration connectTimeout;
    private final long handshakeNanos;
    private final int handshakes;
    private final TrustedProxies proxies;
    private final @Nullable ByteBufAllocator buffers;

    /** For the service loader: for clients, and for servers of {@code ws}. */
    public WebSocketTransport() {
        this(new Builder());
    }

    private WebSocketTransport(Builder builder) {
        tls = builder.tls == null ? new TlsTransport() : builder.tls;
        origins = builder.origins;
        hosts = builder.hosts;
        connectTimeout = builder.connectTimeout;
        handshakeNanos = TimeUnit.NANOSECONDS.convert(builder.handshakeTime);
        handshakes = builder.handshakes;
        proxies = builder.proxies;
        buffers = builder.buffers;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("ws", "wss");
    }

    private static boolean isSecure(URI address) {
        return "wss".equals(address.getScheme());
    }

    private static TcpAddress parsed(URI address) {
        TcpAddress parsed = TcpAddress.withPath(address);
        return isSecure(address) ? parsed.requireNoOption() : parsed;
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = parsed(address);
        boolean secure = isSecure(address);
        if (secure) {
            tls.requireCertificate(
                    address,
                    "WebSocketTransport.builder().tls(TlsTransport.builder().certificate(chain, key).build()).build()");
        }
        InetAddress local = secure ? wanted.resolve()[0] : wanted.localPlaintext();
        HttpRules rules = rules(address, secure, local.isLoopbackAddress());
        AcceptedConnection.Stage webSocket = (connection, below) -> accepted(connection, below, rules);
        return TcpListener.open(
                wanted,
                local,
                NettyLoop.all(loops),
                new ChannelListener(
                        address.getScheme(),
                        new HandshakeLimit(handshakes),
                        buffers(),
                        accept,
                        ProxyHeader.before(proxies, handshakeNanos, TlsHandshake.before(secure, tls, webSocket))));
    }

    HttpRules rules(URI address, boolean secure, boolean loopback) {
        return new HttpRules(PollingTarget.path(address), secure, loopback, hosts, origins);
    }

    void accepted(AcceptedConnection connection, @Nullable TlsHandshake below, HttpRules rules) {
        String peer = connection.peer(rules.secure() ? "wss" : "ws");
        new WebSocketAccept(connection.loop(), peer, rules, handshakeNanos, connection::open, connection::fail)
                .begin(connection.channel(), below);
    }

    private static TransportException failure(URI address, Throwable cause) {
        return cause instanceof TransportException known
                ? known
                : TlsFailures.of("connect: address=" + address, cause, isSecure(address));
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        TcpAddress wanted = parsed(address).withRealPort();
        NettyLoop netty = NettyLoop.of(loop);
        ChannelConnect connect = new ChannelConnect(
                wanted,
                netty,
                ChannelConnect.millis(connectTimeout),
                buffers(),
                channel -> speak(channel, wanted, netty, opened, failed));
        Runnable begin = () -> HostAddresses.tryEach(wanted, netty, connect::begin, failed);
        if (isSecure(address)) {
            tls.whenRead(wanted, netty, failed, begin);
        } else {
            begin.run();
        }
    }

    private void speak(
            LoopChannel channel,
            TcpAddress wanted,
            NettyLoop loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        WebSocketHandshake handshake = new WebSocketConnect(
                loop, wanted.uri(), handshakeNanos, opened, cause -> failed.accept(failure(wanted.uri(), cause)));
        if (isSecure(wanted.uri())) {
            TlsHandshake below = new TlsHandshake(
                    loop, tls.records(wanted), wanted.uri().toString(), handshake::begin, handshake::fail);
            below.begin(channel);
        } else {
            handshake.begin(channel, null);
        }
    }

    private ByteBufAllocator buffers() {
        ByteBufAllocator given = buffers;
        return given == null ? tls.buffers() : given;
    }

    /** Settings of the transport. Not thread-safe. */
    public static final class Builder {
        private @Nullable TlsTransport tls;
        private Set<String> origins = Set.of();
        private Set<String> hosts = Set.of();
        private Duration connectTimeout = TcpTransport.DEFAULT_CONNECT_TIMEOUT;
        private Duration handshakeTime = TlsTransport.DEFAULT_HANDSHAKE_TIME;
        private int handshakes = TlsTransport.DEFAULT_HANDSHAKES;
        private TrustedProxies proxies = TrustedProxies.NONE;
        private @Nullable ByteBufAllocator buffers;

        private Builder() {}

        /** Certificates and authorities of {@code wss}; clients trust the authorities of the system unless given. */
        public Builder tls(TlsTransport newTls) {
            tls = Objects.requireNonNull(newTls, "newTls");
            return this;
        }

        /** Origins of pages that may connect besides those that this server's own address is the origin of, such as {@code https://app.example}. */
        public Builder origins(String... newOrigins) {
            origins = Set.of(Objects.requireNonNull(newOrigins, "newOrigins"));
            return this;
        }

        /** Names of hosts that requests to a server on loopback may name besides {@code localhost}, {@code 127.0.0.1} and {@code [::1]}. */
        public Builder hosts(String... newHosts) {
            hosts = Stream.of(Objects.requireNonNull(newHosts, "newHosts"))
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /** How long one address may take to answer a connection request; 5 s unless set. */
        public Builder connectTimeout(Duration newConnectTimeout) {
            connectTimeout = TlsTransport.Builder.positive("connectTimeout", newConnectTimeout);
            return this;
        }

        /** How long the handshake of HTTP may take, behind that of TLS; 10 s unless set. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = TlsTransport.Builder.positive("handshakeTime", newHandshakeTime);
            return this;
        }

        /** How many handshakes one listener has under way at most, 1 to 1,000,000; where one more begins, the oldest is closed. */
        public Builder handshakes(int newHandshakes) {
            handshakes = TlsTransport.Builder.checkedHandshakes(newHandshakes);
            return this;
        }

        /**
         * Addresses of proxies, such as {@code 10.0.0.0/8} or {@code 192.0.2.7}, whose connections to a server begin with version 2 of the PROXY
         * protocol: {@link Wire#peer} is the client that they name. None unless set.
         *
         * @throws IllegalArgumentException if one is no range of addresses
         */
        public Builder proxies(String... ranges) {
            proxies = TrustedProxies.of(Objects.requireNonNull(ranges, "ranges"));
            return this;
        }

        /** Where buffers come from: for tests that count them. */
        Builder buffers(ByteBufAllocator newBuffers) {
            buffers = newBuffers;
            return this;
        }

        public WebSocketTransport build() {
            return new WebSocketTransport(this);
        }
    }
}
