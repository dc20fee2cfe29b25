package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.3 over TCP: {@code tls://HOST:PORT}, where port 0 takes a free one.
 *
 * <p>A client checks that the server's certificate comes from an authority that it trusts and names the host of the address. A server
 * needs a certificate, and may ask its clients for one: {@link Wire#certificate} says which was shown. Where files are given, those that
 * change are read again within seconds of the next connection; connections that are open go on as they are. Nothing older than TLS 1.3 is
 * spoken, and no list of revoked certificates is asked for. Works on loops of {@link NettyLoopProvider} only. Thread-safe.
 */
public final class TlsTransport implements Transport {
    /** How long one address may take to answer a connection request. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = TcpTransport.DEFAULT_CONNECT_TIMEOUT;

    /** How long a handshake may take. */
    public static final Duration DEFAULT_HANDSHAKE_TIME = Duration.ofSeconds(10);

    /** How many handshakes one listener has under way at most. */
    public static final int DEFAULT_HANDSHAKES = 1_000;

    /** How often new connections look whether the files have changed, at most. */
    public static final Duration DEFAULT_RELOAD_CHECK = Duration.ofSeconds(5);

    private static final String[] PROTOCOLS = {"TLSv1.3"};

    /** Whether a server asks its clients for a certificate. */
    public enum ClientAuthentication {
        /** It does not ask. */
        NONE,
        /** It asks, and takes clients that show none; one that is shown must be trusted. */
        WANTED,
        /** It asks, and refuses clients that show none. */
        REQUIRED
    }

    private final TlsContext context;
    private final ClientAuthentication clientAuthentication;
    private final boolean hostNamesVerified;
    private final Duration connectTimeout;
    private final Duration handshakeTime;
    private final int handshakes;
    private final TrustedProxies proxies;
    private final @Nullable ByteBufAllocator buffers;

    /** The authorities of the system, which take a while to read, for all that are found by themselves. */
    private static final class OfSystem {
        static final TlsContext CONTEXT =
                new TlsContext(TlsCredentials.none(), TimeUnit.NANOSECONDS.convert(DEFAULT_RELOAD_CHECK));
    }

    /** For the service loader: for clients, with the authorities of the system and no certificate of its own. */
    public TlsTransport() {
        this(new Builder(), OfSystem.CONTEXT);
    }

    private TlsTransport(Builder builder, TlsContext context) {
        this.context = context;
        clientAuthentication = builder.clientAuthentication;
        hostNamesVerified = builder.hostNamesVerified;
        connectTimeout = builder.connectTimeout;
        handshakeTime = builder.handshakeTime;
        handshakes = builder.handshakes;
        proxies = builder.proxies;
        buffers = builder.buffers;
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads certificate, key and authorities again, for connections from now on.
     *
     * @throws TransportException if one of them cannot be used; what was read before stays in use
     */
    public void reload() {
        context.reload();
    }

    /**
     * What both sides of a connection need that is none of a transport's, such as those between members of a group: the certificate, and whom this
     * side trusts. Files that change are read again within seconds of a call; whoever keeps what was given keeps what the files had.
     *
     * @throws TransportException if there is no certificate, or no authority was named by {@link Builder#trust}, since whoever bought a
     *     certificate anywhere would be trusted
     */
    public SSLContext mutualContext() {
        if (!context.hasCertificate() || !context.hasAuthorities()) {
            throw new TransportException(
                    Problem.UNUSABLE_CERTIFICATE,
                    "tls: certificate=" + context.hasCertificate() + ", trust=" + context.hasAuthorities()
                            + ", and both are needed where both sides show a certificate; give them to TlsTransport.Builder");
        }
        context.check();
        return context.get();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("tls");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        TcpAddress wanted = TcpAddress.withoutOptions(address);
        requireCertificate(address);
        return TcpListener.open(
                wanted,
                wanted.resolve()[0],
                NettyLoop.all(loops),
                new ChannelListener(
                        "tls",
                        new HandshakeLimit(handshakes),
                        buffers(),
                        accept,
                        ProxyHeader.before(
                                proxies,
                                TimeUnit.NANOSECONDS.convert(handshakeTime),
                                (connection, none) -> TlsHandshake.accept(connection, this, RawBytes::accept))));
    }

    boolean hasCertificate() {
        return context.hasCertificate();
    }

    /** Before listening by this transport itself. */
    private void requireCertificate(URI address) {
        requireCertificate(address, "TlsTransport.builder().certificate(chain, key).build()");
    }

    /**
     * Before listening.
     *
     * @param transport how to make the one that is missing, in Java
     */
    void requireCertificate(URI address, String transport) {
        if (!context.hasCertificate()) {
            throw new TransportException(
                    Problem.UNUSABLE_CERTIFICATE,
                    "listen: address=" + address + " needs a certificate; hand the server a transport: transport("
                            + transport + ")");
        }
        context.get();
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        TcpAddress wanted = TcpAddress.withoutOptions(address).withRealPort();
        NettyLoop netty = NettyLoop.of(loop);
        ChannelConnect connect =
                new ChannelConnect(wanted, netty, ChannelConnect.millis(connectTimeout), buffers(), channel -> {
                    TlsHandshake handshake = new TlsHandshake(
                            netty,
                            records(wanted),
                            address.toString(),
                            (open, tls) -> tls.open(open, tls, opened, wire -> {}),
                            cause -> failed.accept(TlsFailures.of("connect: address=" + address, cause)));
                    handshake.begin(channel);
                });
        whenRead(wanted, netty, failed, () -> HostAddresses.tryEach(wanted, netty, connect::begin, failed));
    }

    /** Runs the task when the authorities are known, which are read with the first connection and take a while. */
    void whenRead(TcpAddress wanted, NettyLoop loop, Consumer<TransportException> failed, Runnable task) {
        if (context.known() != null) {
            task.run();
        } else {
            Thread.startVirtualThread(() -> HostAddresses.aside(wanted, loop, failed, () -> {
                context.get();
                task.run();
            }));
        }
    }

    /** The server's side of a handshake. */
    TlsRecords records() {
        return records(false);
    }

    /** The same, where peers may choose HTTP/2 with it, and need not choose anything. */
    TlsRecords records(boolean http2) {
        context.check();
        SSLEngine engine = context.get().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        switch (clientAuthentication) {
            case NONE -> parameters.setNeedClientAuth(false);
            case WANTED -> parameters.setWantClientAuth(true);
            case REQUIRED -> parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        if (http2) {
            engine.setHandshakeApplicationProtocolSelector((asking, offered) -> chosen(offered));
        }
        return new TlsRecords(engine, TimeUnit.MILLISECONDS.convert(handshakeTime));
    }

    /** An empty name where none is known: what is spoken is told by its first bytes then. */
    private static String chosen(List<String> offered) {
        return Stream.of(TlsHandshake.HTTP_2, "http/1.1")
                .filter(offered::contains)
                .findFirst()
                .orElse("");
    }

    /** The client's side of a handshake with the host of the address. */
    TlsRecords records(TcpAddress address) {
        context.check();
        SSLContext known = context.get();
        SSLEngine engine = known.createSSLEngine(address.host(), address.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(PROTOCOLS);
        if (hostNamesVerified) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        engine.setSSLParameters(parameters);
        return new TlsRecords(engine, TimeUnit.MILLISECONDS.convert(handshakeTime));
    }

    ByteBufAllocator buffers() {
        ByteBufAllocator given = buffers;
        return given == null ? ByteBufAllocator.DEFAULT : given; // Netty's classes are loaded when they are needed
    }

    /** Settings of the transport. Not thread-safe. */
    public static final class Builder {
        private @Nullable Path chain;
        private @Nullable Path key;
        private @Nullable KeyStore store;
        private char[] password = new char[0];
        private @Nullable Path authorities;
        private ClientAuthentication clientAuthentication = ClientAuthentication.NONE;
        private boolean hostNamesVerified = true;
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration handshakeTime = DEFAULT_HANDSHAKE_TIME;
        private Duration reloadCheck = DEFAULT_RELOAD_CHECK;
        private int handshakes = DEFAULT_HANDSHAKES;
        private TrustedProxies proxies = TrustedProxies.NONE;
        private @Nullable ByteBufAllocator buffers;

        private Builder() {}

        /**
         * The certificate that this side shows, in files of the form PEM.
         *
         * @param newChain the certificate, and behind it those that lead to its authority
         * @param newKey its private key, in PKCS 8 and without a password
         */
        public Builder certificate(Path newChain, Path newKey) {
            chain = Objects.requireNonNull(newChain, "newChain");
            key = Objects.requireNonNull(newKey, "newKey");
            store = null;
            return this;
        }

        /** The certificate that this side shows, from a store whose keys have this password. */
        public Builder certificate(KeyStore newStore, char[] newPassword) {
            store = Objects.requireNonNull(newStore, "newStore");
            password = newPassword.clone();
            chain = null;
            key = null;
            return this;
        }

        /** A file of the form PEM with the certificates of those whose signature this side trusts; those of the system unless given. */
        public Builder trust(Path newAuthorities) {
            authorities = Objects.requireNonNull(newAuthorities, "newAuthorities");
            return this;
        }

        /** Whether servers ask their clients for a certificate; {@link ClientAuthentication#NONE} unless set. */
        public Builder clientAuthentication(ClientAuthentication newClientAuthentication) {
            clientAuthentication = Objects.requireNonNull(newClientAuthentication, "newClientAuthentication");
            return this;
        }

        /** Whether clients check that the certificate names the host; true unless set. Without it any server of a trusted authority will do. */
        public Builder verifyHostNames(boolean verify) {
            hostNamesVerified = verify;
            return this;
        }

        /** How long one address may take to answer a connection request. */
        public Builder connectTimeout(Duration newConnectTimeout) {
            connectTimeout = positive("connectTimeout", newConnectTimeout);
            return this;
        }

        /** How long a handshake may take; a connection that has not finished it by then is closed. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = positive("handshakeTime", newHandshakeTime);
            return this;
        }

        /** How often new connections look whether the files have changed, at most. */
        public Builder reloadCheck(Duration newReloadCheck) {
            reloadCheck = positive("reloadCheck", newReloadCheck);
            return this;
        }

        /**
         * How many handshakes one listener has under way at most, 1 to 1,000,000, each up to 0.1 MB. Where one more begins, the oldest is
         * closed.
         */
        public Builder handshakes(int newHandshakes) {
            handshakes = checkedHandshakes(newHandshakes);
            return this;
        }

        static int checkedHandshakes(int handshakes) {
            if (handshakes < 1 || handshakes > 1_000_000) {
                throw new IllegalArgumentException(
                        "transport: handshakes=" + handshakes + " is not in 1 to 1000000; raise or lower it");
            }
            return handshakes;
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

        static Duration positive(String name, Duration value) {
            if (Objects.requireNonNull(value, name).toMillis() < 1) {
                throw new IllegalArgumentException("transport: " + name + "=" + value + " < 1 ms; make it longer");
            }
            return value;
        }

        /**
         * Reads what was given.
         *
         * @throws TransportException if a certificate, a key or the authorities cannot be used
         */
        public TlsTransport build() {
            if (clientAuthentication != ClientAuthentication.NONE && authorities == null) {
                throw new TransportException(
                        Problem.UNUSABLE_CERTIFICATE,
                        "tls: clientAuthentication=" + clientAuthentication
                                + " without authorities would let in whoever bought a certificate anywhere;"
                                + " say by trust who signs those of your clients");
            }
            TlsContext context = new TlsContext(
                    new TlsCredentials(chain, key, store, password, authorities),
                    TimeUnit.NANOSECONDS.convert(reloadCheck));
            context.reload();
            return new TlsTransport(this, context);
        }
    }
}
