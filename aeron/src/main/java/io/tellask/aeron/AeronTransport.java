package io.tellask.aeron;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connections through shared memory, {@code aeron-ipc:///PATH/TO/FOLDER}, and UDP, {@code aeron-udp://HOST:PORT}, by Aeron's media driver.
 *
 * <p>The JVM needs {@code --add-exports java.base/jdk.internal.misc=ALL-UNNAMED}; without it listening and connecting fail with a
 * {@link TransportException} that says so. Who listens on a folder runs a media driver there, unless one runs there already; for UDP each
 * process has one, in a folder of its own. The first transport that uses a driver decides about its settings. Works with every kind of I/O
 * loop. Thread-safe.
 */
public final class AeronTransport implements Transport {
    /** How long a connection may take to come about. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** How long a connection may take to come about at the side that accepts it. */
    public static final Duration DEFAULT_HANDSHAKE_TIME = Duration.ofSeconds(5);

    /** How long the other side, or the media driver, may show no life. */
    public static final Duration DEFAULT_PEER_TIMEOUT = Duration.ofSeconds(10);

    /** The shortest time that a media driver can measure such a silence by. */
    public static final Duration LEAST_PEER_TIMEOUT = Duration.ofSeconds(2);

    /** Connections of one listener, with those whose handshake is under way. */
    public static final int DEFAULT_MOST_CONNECTIONS = 1_000;

    /** A third of the memory that one direction of a connection takes; half of it may be under way. */
    public static final int DEFAULT_TERM_BYTES = 1024 * 1024;

    /** The smallest and the largest such part that Aeron knows. */
    public static final int LEAST_TERM_BYTES = 64 * 1024;

    public static final int MOST_TERM_BYTES = 1024 * 1024 * 1024;

    private final AeronSettings settings;

    /** For the service loader: all as it is unless set. */
    public AeronTransport() {
        this(builder());
    }

    private AeronTransport(Builder builder) {
        settings = new AeronSettings(
                builder.connectTimeout,
                builder.handshakeTime,
                builder.peerTimeout,
                builder.mostConnections,
                builder.termBytes,
                builder.spins,
                builder.udpDriver);
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("aeron-ipc", "aeron-udp");
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        AeronAddress wanted = AeronAddress.of(address);
        wanted.requireLocalOrPlaintext();
        AeronFlag.require("listen", address);
        return AeronListener.open(wanted, settings, loops.all(), accept);
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        AeronAddress wanted = AeronAddress.of(address).withRealPort();
        AeronFlag.require("connect", address);
        AeronConnect.begin(wanted, settings, loop, opened, failed);
    }

    /** Settings of the transport. Not thread-safe. */
    public static final class Builder {
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration handshakeTime = DEFAULT_HANDSHAKE_TIME;
        private Duration peerTimeout = DEFAULT_PEER_TIMEOUT;
        private int mostConnections = DEFAULT_MOST_CONNECTIONS;
        private int termBytes = DEFAULT_TERM_BYTES;
        private boolean spins;
        private @Nullable Path udpDriver;

        private Builder() {}

        /** How long a connection may take to come about; 5 s unless set. */
        public Builder connectTimeout(Duration newConnectTimeout) {
            connectTimeout = atLeast("connectTimeout", newConnectTimeout, Duration.ofMillis(1));
            return this;
        }

        /** How long a connection may take to come about at the side that accepts it; 5 s unless set. */
        public Builder handshakeTime(Duration newHandshakeTime) {
            handshakeTime = atLeast("handshakeTime", newHandshakeTime, Duration.ofMillis(1));
            return this;
        }

        /** How long the other side may show no life before its connections end; 10 s unless set, at least {@link #LEAST_PEER_TIMEOUT}. */
        public Builder peerTimeout(Duration newPeerTimeout) {
            peerTimeout = atLeast("peerTimeout", newPeerTimeout, LEAST_PEER_TIMEOUT);
            return this;
        }

        /** How many connections a listener has at most, with those whose handshake is under way; 1,000 unless set. */
        public Builder mostConnections(int newMostConnections) {
            if (newMostConnections < 1) {
                throw new IllegalArgumentException(
                        "aeron: mostConnections=" + newMostConnections + " < 1; allow one at least");
            }
            mostConnections = newMostConnections;
            return this;
        }

        /**
         * A third of the memory that one direction of a connection takes, once it is used; 1 MiB unless set. Half of it may be under way.
         *
         * @throws IllegalArgumentException if it is no power of two from {@link #LEAST_TERM_BYTES} to {@link #MOST_TERM_BYTES}
         */
        public Builder termBytes(int newTermBytes) {
            if (newTermBytes < LEAST_TERM_BYTES
                    || newTermBytes > MOST_TERM_BYTES
                    || Integer.bitCount(newTermBytes) != 1) {
                throw new IllegalArgumentException("aeron: termBytes=" + newTermBytes + ", least=" + LEAST_TERM_BYTES
                        + ", most=" + MOST_TERM_BYTES + "; take a power of two between these");
            }
            termBytes = newTermBytes;
            return this;
        }

        /** The thread that looks after the connections never rests: the shortest times, for a processor of its own. */
        public Builder spinning() {
            spins = true;
            return this;
        }

        /** Takes a media driver for UDP that runs elsewhere, by its folder, instead of one in this process. */
        public Builder udpDriver(Path folder) {
            udpDriver = Objects.requireNonNull(folder, "folder");
            return this;
        }

        public AeronTransport build() {
            return new AeronTransport(this);
        }

        static Duration atLeast(String name, Duration value, Duration least) {
            if (Objects.requireNonNull(value, name).compareTo(least) < 0) {
                throw new IllegalArgumentException(
                        "aeron: " + name + "=" + value + " < least=" + least + "; take a longer time");
            }
            return value;
        }
    }
}
