package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.netty.pages.Http1Connection;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Long polling, for networks that let nothing but ordinary requests of HTTP through: {@code http://HOST:PORT/PATH}, and
 * {@code https://HOST:PORT/PATH} with TLS. Port 0 takes a free one.
 *
 * <p>A connection is many requests that show its name, 128 random bits. Bytes go up as the body of {@code POST} and come down as the answer
 * of {@code GET}, which the server holds until there are any. Each names the position of its first byte, so that a request that is lost or
 * repeated on the way neither loses nor doubles bytes. A server refuses pages of other origins than its own, and on loopback requests for
 * other names than those of loopback, unless they are allowed here. Cookies are neither read nor set. {@code http} listens on loopback
 * addresses only, unless the address ends in {@code ?plaintext=true}. Works on loops of {@link NettyLoopProvider} only. Thread-safe.
 */
public final class HttpTransport implements Transport {
    /** How long a request is held for which there are no bytes. */
    public static final Duration DEFAULT_POLL_TIME = Duration.ofSeconds(25);

    /** How long no request may come before a connection ends. */
    public static final Duration DEFAULT_SILENCE_TIME = Duration.ofSeconds(30);

    /** How many connections one listener has at most. */
    public static final int DEFAULT_CONNECTIONS = 10_000;

    private final TlsTransport tls;
    private final Set<String> origins;
    private final Set<String> hosts;
    private final Duration connectTimeout;
    private final PollingSettings settings;
    private final TrustedProxies proxies;
    private final @Nullable ByteBufAllocator buffers;

    /** For the service loader: for clients, and for servers of {@code http}. */
    public HttpTransport() {
        this(new Builder());
    }

    private HttpTransport(Builder builder) {
        tls = builder.tls == null ? new TlsTransport() : builder.tls;
        origins = builder.origins;
        hosts = builder.hosts;
        connectTimeout = builder.connectTimeout;
        settings = new PollingSettings(
                TimeUnit.NANOSECONDS.convert(builder.handshakeTime),
                TimeUnit.NANOSECONDS.convert(builder.pollTime),
                TimeUnit.NANOSECONDS.convert(builder.silenceTime),
                builder.handshakes,
                builder.connections);
        proxies = builder.proxies;
        buffers = builder.buffers;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("http", "https");
    }

    private static boolean isSecure(URI address) {
        return "https".equals(address.getScheme());
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
                    "HttpTransport.builder().tls(TlsTransport.builder().certificate(chain, key).build()).build()");
        }
        InetAddress local = secure ? wanted.resolve()[0] : wanted.localPlaintext();
        List<NettyLoop> all = NettyLoop.all(loops);
        PollingTable table = new PollingTable(settings, all, accept);
        HttpRules rules = rules(address, secure, local.isLoopbackAddress());
        HttpLimits limits = PollingRouter.limits(settings);
        AcceptedConnection.Stage requests = (connection, below) -> {
            PageCarrier carrier = new PageCarrier(connection, below);
            Http1Connection.begin(
                    carrier, limits, new PollingRouter(connection, carrier, rules, table), settings.handshakeNanos());
        };
        return TcpListener.open(
                wanted,
                local,
                all,
                new ChannelListener(
                        address.getScheme(),
                        new HandshakeLimit(settings.handshakes()),
                        buffers(),
                        accept,
                        ProxyHeader.before(
                                proxies, settings.handshakeNanos(), TlsHandshake.before(secure, tls, requests))));
    }

    HttpRules rules(URI address, boolean secure, boolean loopback) {
        return new HttpRules(PollingTarget.path(address), secure, loopback, hosts, origins);
    }

    /** Names that requests may call a host on loopback besides those of loopback. */
    Set<String> hosts() {
        return hosts;
    }

    PollingSettings settings() {
        return settings;
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        TcpAddress wanted = parsed(address).withRealPort();
        NettyLoop netty = NettyLoop.of(loop);
        PollingTarget nameless = new PollingTarget(wanted.uri(), "", settings.pollNanos(), settings.silenceNanos());
        PollingConnect connect = new PollingConnect(
                netty,
                nameless,
                (open, lost) -> dial(wanted, netty, open, lost),
                settings.handshakeNanos(),
                opened,
                failed);
        netty.execute(connect::begin);
    }

    private void dial(
            TcpAddress wanted,
            NettyLoop loop,
            BiConsumer<LoopChannel, @Nullable TlsHandshake> opened,
            Consumer<Throwable> failed) {
        boolean secure = isSecure(wanted.uri());
        ChannelConnect connect =
                new ChannelConnect(wanted, loop, ChannelConnect.millis(connectTimeout), buffers(), channel -> {
                    if (secure) {
                        new TlsHandshake(loop, tls.records(wanted), wanted.uri().toString(), opened::accept, failed)
                                .begin(channel);
                    } else {
                        opened.accept(channel, null);
                    }
                });
        Runnable begin = () -> HostAddresses.tryEach(wanted, loop, connect::begin, failed::accept);
        if (secure) {
            tls.whenRead(wanted, loop, failed::accept, begin);
        } else {
            begin.run();
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
        private Duration pollTime = DEFAULT_POLL_TIME;
        private Duration silenceTime = DEFAULT_SILENCE_TIME;
        private int handshakes = TlsTransport.DEFAULT_HANDSHAKES;
        private int connections = DEFAULT_CONNECTIONS;
        private TrustedProxies proxies = TrustedProxies.NONE;
        private @Nullable ByteBufAllocator buffers;

        private Builder() {}

        /** Certificates and authorities of {@code https}; clients trust the authorities of the system unless given. */
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

        /** How long the first request of a socket may take to come, and the bytes of each; 10 s unless set. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = TlsTransport.Builder.positive("handshakeTime", newHandshakeTime);
            return this;
        }

        /** How long a server holds a request for which there are no bytes; 25 s unless set, less than what is between cuts off after. */
        public Builder pollTime(Duration newPollTime) {
            pollTime = TlsTransport.Builder.positive("pollTime", newPollTime);
            return this;
        }

        /** How long no request may come before a server ends the connection, and none be answered before a client does; 30 s unless set. */
        public Builder silenceTime(Duration newSilenceTime) {
            silenceTime = TlsTransport.Builder.positive("silenceTime", newSilenceTime);
            return this;
        }

        /**
         * How many sockets of one listener have shown no connection's name, 1 to 1,000,000, and how many connections have not been used; where
         * there is one more, the oldest is closed.
         */
        public Builder handshakes(int newHandshakes) {
            handshakes = TlsTransport.Builder.checkedHandshakes(newHandshakes);
            return this;
        }

        /** How many connections one listener has at most, 1 to 1,000,000; one more is refused with status 503. */
        public Builder connections(int newConnections) {
            if (newConnections < 1 || newConnections > 1_000_000) {
                throw new IllegalArgumentException(
                        "transport: connections=" + newConnections + " is not in 1 to 1000000; raise or lower it");
            }
            connections = newConnections;
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

        public HttpTransport build() {
            return new HttpTransport(this);
        }
    }
}
