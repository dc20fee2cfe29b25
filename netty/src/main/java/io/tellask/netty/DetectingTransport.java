package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.http.HttpService;
import io.tellask.netty.pages.Http1Connection;
import io.tellask.netty.pages.Http2Connection;
import io.tellask.netty.pages.Pages;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One port for all that this module speaks over TCP, told apart by the first bytes of a connection: {@code any://HOST:PORT/PATH}, where
 * port 0 takes a free one and the path is that of WebSocket and long polling. For servers only: a client names what it speaks.
 *
 * <p>With a certificate, TLS is taken, and within it the {@linkplain #builder() protocols} that {@link Builder#encrypted} names. Clear text
 * is taken on loopback addresses, and elsewhere if the address ends in {@code ?plaintext=true}: those protocols that
 * {@link Builder#cleartext} names. What is none of these ends the connection with a line in the log. Works on loops of
 * {@link NettyLoopProvider} only. Thread-safe.
 */
public final class DetectingTransport implements Transport {
    /** What a connection may speak. */
    public enum Protocol {
        /** The bytes of the session and nothing around them, as {@code tellask} and {@code tls} have them. */
        TELLASK,
        /** As {@code ws} and {@code wss}. */
        WEBSOCKET,
        /** Long polling, as {@code http} and {@code https}. */
        HTTP
    }

    private final TlsTransport tls;
    private final WebSocketTransport webSocket;
    private final HttpTransport http;
    private final Set<Protocol> cleartext;
    private final Set<Protocol> encrypted;
    private final long handshakeNanos;
    private final int handshakes;
    private final TrustedProxies proxies;
    private final @Nullable ByteBufAllocator buffers;
    private final @Nullable HttpService pages;
    private final HttpLimits pageLimits;
    private final PeerMemory pageMemory;

    /** For the service loader: for clear text on loopback. */
    public DetectingTransport() {
        this(new Builder());
    }

    private DetectingTransport(Builder builder) {
        tls = builder.tls == null ? new TlsTransport() : builder.tls;
        webSocket = builder.webSocket == null ? new WebSocketTransport() : builder.webSocket;
        http = builder.http == null ? new HttpTransport() : builder.http;
        cleartext = builder.cleartext;
        encrypted = builder.encrypted;
        handshakeNanos = TimeUnit.NANOSECONDS.convert(builder.handshakeTime);
        handshakes = builder.handshakes;
        proxies = builder.proxies;
        buffers = builder.buffers;
        pages = builder.pages;
        pageLimits = builder.pageLimits;
        pageMemory = builder.pageMemory;
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("any");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = TcpAddress.withPath(address);
        InetAddress local = wanted.resolve()[0];
        boolean clear = (local.isLoopbackAddress() || wanted.plaintext()) && !cleartext.isEmpty();
        boolean secure = tls.hasCertificate() && !encrypted.isEmpty();
        if (!clear) {
            tls.requireCertificate(
                    address,
                    "DetectingTransport.builder().tls(TlsTransport.builder().certificate(chain, key).build()).build()");
        }
        List<NettyLoop> all = NettyLoop.all(loops);
        PollingTable table = new PollingTable(http.settings(), all, accept);
        Choices choices = new Choices(address, local.isLoopbackAddress(), table);
        ProtocolDetector.Choices within = choices.of(encrypted, true, null);
        AcceptedConnection.Stage encryption = secure
                ? (connection, none) -> TlsHandshake.accept(
                        connection,
                        tls.records(pages != null),
                        (behind, below) -> choices.within(behind, below, within))
                : null;
        ProtocolDetector.Choices first = choices.of(clear ? cleartext : Set.of(), false, encryption);
        Listener listener = TcpListener.open(
                wanted,
                local,
                all,
                new ChannelListener(
                        "any",
                        new HandshakeLimit(handshakes),
                        buffers == null ? tls.buffers() : buffers,
                        accept,
                        ProxyHeader.before(
                                proxies,
                                handshakeNanos,
                                (connection, none) -> ProtocolDetector.accept(connection, none, first))));
        return pages == null ? listener : new PageListener(listener, pages);
    }

    /** What begins behind the first bytes on one listener. */
    private final class Choices {
        private final URI address;
        private final boolean loopback;
        private final PollingTable table;
        private final @Nullable Pages served;

        Choices(URI address, boolean loopback, PollingTable table) {
            this.address = address;
            this.loopback = loopback;
            this.table = table;
            served = pages == null ? null : new Pages(pages, pageLimits, pageMemory, loopback ? http.hosts() : null);
        }

        ProtocolDetector.Choices of(
                Set<Protocol> taken, boolean secure, AcceptedConnection.@Nullable Stage encryption) {
            HttpRules ofSockets = webSocket.rules(address, secure, loopback);
            HttpRules ofPolling = http.rules(address, secure, loopback);
            boolean sockets = taken.contains(Protocol.WEBSOCKET);
            boolean polling = taken.contains(Protocol.HTTP);
            return new ProtocolDetector.Choices(
                    handshakeNanos,
                    taken.contains(Protocol.TELLASK) ? SocketHandOver::accept : null,
                    encryption,
                    sockets || polling || served != null
                            ? (connection, below) ->
                                    requests(connection, below, sockets ? ofSockets : null, polling ? ofPolling : null)
                            : null);
        }

        /** Begins what both sides have agreed to speak within TLS, or what the first bytes tell. */
        void within(AcceptedConnection connection, @Nullable TlsHandshake below, ProtocolDetector.Choices others) {
            if (served == null || below == null || !below.isHttp2()) {
                ProtocolDetector.accept(connection, below, others);
                return;
            }
            PageCarrier carrier = new PageCarrier(connection, below);
            Http2Connection.begin(
                    carrier,
                    served,
                    new PageRouter(
                            served,
                            PollingTarget.path(address),
                            null,
                            encrypted.contains(Protocol.HTTP)
                                    ? new PollingRouter(connection, carrier, http.rules(address, true, loopback), table)
                                    : null),
                    handshakeNanos);
        }

        /** Serves requests: pages, long polling, or the one that asks for a WebSocket. */
        private void requests(
                AcceptedConnection connection,
                @Nullable TlsHandshake below,
                @Nullable HttpRules ofSockets,
                @Nullable HttpRules ofPolling) {
            PageCarrier carrier = new PageCarrier(connection, below);
            Http1Connection.begin(
                    carrier,
                    served == null ? PollingRouter.limits(http.settings()) : served.limits(),
                    new PageRouter(
                            served,
                            PollingTarget.path(address),
                            ofSockets == null ? null : () -> webSocket.accepted(connection, below, ofSockets),
                            ofPolling == null ? null : new PollingRouter(connection, carrier, ofPolling, table)),
                    handshakeNanos);
        }
    }

    /** Fails: there is nothing to detect at the side that speaks first. */
    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        loop.execute(() -> failed.accept(new TransportException(
                Problem.BAD_ADDRESS,
                "connect: address=" + address
                        + " names no protocol; write tellask://, tls://, ws://, wss://, http:// or"
                        + " https:// in place of any://")));
    }

    /** Settings of the transport. Not thread-safe. */
    public static final class Builder {
        private @Nullable TlsTransport tls;
        private @Nullable WebSocketTransport webSocket;
        private @Nullable HttpTransport http;
        private Set<Protocol> cleartext = EnumSet.allOf(Protocol.class);
        private Set<Protocol> encrypted = EnumSet.allOf(Protocol.class);
        private Duration handshakeTime = TlsTransport.DEFAULT_HANDSHAKE_TIME;
        private int handshakes = TlsTransport.DEFAULT_HANDSHAKES;
        private TrustedProxies proxies = TrustedProxies.NONE;
        private @Nullable ByteBufAllocator buffers;
        private @Nullable HttpService pages;
        private HttpLimits pageLimits = HttpLimits.defaults();
        private PeerMemory pageMemory = PeerMemory.ofProcess();

        private Builder() {}

        /** What answers requests of HTTP for other paths than the address has, in clear text and within TLS; nobody does unless set. */
        public Builder pages(HttpService newPages) {
            pages = Objects.requireNonNull(newPages, "newPages");
            return this;
        }

        /** Bounds of the connections that bring such requests; {@link HttpLimits#defaults} unless set. */
        public Builder pageLimits(HttpLimits newPageLimits) {
            pageLimits = Objects.requireNonNull(newPageLimits, "newPageLimits");
            return this;
        }

        /** The budget that bounds what all of them keep together; that of the process unless set. */
        public Builder pageMemory(PeerMemory newPageMemory) {
            pageMemory = Objects.requireNonNull(newPageMemory, "newPageMemory");
            return this;
        }

        /** The certificate for TLS, and who is asked for one; without it TLS is not taken. */
        public Builder tls(TlsTransport newTls) {
            tls = Objects.requireNonNull(newTls, "newTls");
            return this;
        }

        /** The settings for WebSocket, but for its TLS: pages and names of hosts that are taken, and how long a handshake may take. */
        public Builder webSocket(WebSocketTransport newWebSocket) {
            webSocket = Objects.requireNonNull(newWebSocket, "newWebSocket");
            return this;
        }

        /** The settings for long polling, but for its TLS: pages and names of hosts that are taken, times, and numbers of connections. */
        public Builder http(HttpTransport newHttp) {
            http = Objects.requireNonNull(newHttp, "newHttp");
            return this;
        }

        /** What is taken in clear text, where that is allowed at all; everything unless set, nothing if none is named. */
        public Builder cleartext(Protocol... protocols) {
            cleartext = Set.of(Objects.requireNonNull(protocols, "protocols"));
            return this;
        }

        /** What is taken within TLS; everything unless set, and no TLS at all if none is named. */
        public Builder encrypted(Protocol... protocols) {
            encrypted = Set.of(Objects.requireNonNull(protocols, "protocols"));
            return this;
        }

        /** How long the first bytes may take, each time that they tell something; 10 s unless set. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = TlsTransport.Builder.positive("handshakeTime", newHandshakeTime);
            return this;
        }

        /** How many connections one listener has at most that serve nobody yet, 1 to 1,000,000; where one more comes, the oldest is closed. */
        public Builder handshakes(int newHandshakes) {
            handshakes = TlsTransport.Builder.checkedHandshakes(newHandshakes);
            return this;
        }

        /**
         * Addresses of proxies, such as {@code 10.0.0.0/8} or {@code 192.0.2.7}, whose connections begin with version 2 of the PROXY protocol:
         * {@link Wire#peer} is the client that they name. None unless set.
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

        public DetectingTransport build() {
            return new DetectingTransport(this);
        }
    }
}
