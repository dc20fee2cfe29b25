package io.tellask.remote;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a server's or client's sessions. Immutable.
 *
 * @param frameBytes most bytes of one frame; a longer one closes the connection
 * @param messageBytes most bytes of one message over all its fragments, at least {@code frameBytes}; a longer one is refused
 * @param creditMessages calls that may wait at one target reference
 * @param creditBytes bytes of calls that may wait at one target reference
 * @param callsInFlight asks of one session that are not answered
 * @param streams open streams of one session
 * @param references references of one session
 * @param outboundBytes bytes that wait for a peer that does not read; more close the connection
 * @param unauthenticatedBytes bytes that a connection may make this side hold before it has introduced itself; more close it
 * @param connections connections of one server; more are refused
 * @param authAttempts refused attempts to open a session from one address within {@code authWindow}; further ones are refused unseen
 * @param authWindow how long from the first of them
 * @param connectTime how long opening a connection may take
 * @param handshakeTime how long a new connection may take to introduce itself
 * @param idleTime how long without a byte before a ping is sent
 * @param pingTime how long after a ping before the connection is given up
 * @param resumeTime how long a session waits for another connection when it has lost one; zero: it ends with its connection
 * @param resumeWindowBytes bytes that were sent and that the peer has not acknowledged; the next ones wait
 * @param callTime how long an ask may take before its promise fails with {@link DeadlineExceededException}
 */
public record Limits(
        int frameBytes,
        int messageBytes,
        int creditMessages,
        int creditBytes,
        int callsInFlight,
        int streams,
        int references,
        int outboundBytes,
        int unauthenticatedBytes,
        int connections,
        int authAttempts,
        Duration authWindow,
        Duration connectTime,
        Duration handshakeTime,
        Duration idleTime,
        Duration pingTime,
        Duration resumeTime,
        int resumeWindowBytes,
        Duration callTime) {
    /** No session may have shorter frames. */
    public static final int LEAST_FRAME_BYTES = 1024;

    /** No time may be longer: that is how much a deadline can say, in milliseconds. */
    public static final Duration LONGEST_TIME = Duration.ofMillis(Integer.MAX_VALUE);

    private static final Limits DEFAULTS = builder().build();

    public Limits {
        check("frameBytes", frameBytes, LEAST_FRAME_BYTES, 16 * 1024 * 1024 - 1);
        check("messageBytes", messageBytes, frameBytes, Integer.MAX_VALUE - 1024);
        check("creditMessages", creditMessages, 1, 1 << 24);
        check("creditBytes", creditBytes, 1024, 1 << 30);
        check("callsInFlight", callsInFlight, 1, 65_536);
        check("streams", streams, 1, 65_536);
        check("references", references, 1, 1 << 24);
        check("outboundBytes", outboundBytes, 64 * 1024, Integer.MAX_VALUE - 1024);
        check("unauthenticatedBytes", unauthenticatedBytes, 1024, 16 * 1024 * 1024);
        check("connections", connections, 1, 1 << 24);
        check("authAttempts", authAttempts, 1, 1 << 24);
        check("authWindow", authWindow);
        check("connectTime", connectTime);
        check("handshakeTime", handshakeTime);
        check("idleTime", idleTime);
        check("pingTime", pingTime);
        if (!resumeTime.isZero()) {
            check("resumeTime", resumeTime);
        }
        check("resumeWindowBytes", resumeWindowBytes, 64 * 1024, 1 << 29);
        check("callTime", callTime);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "limits: " + name + "=" + value + " is not within " + least + " to " + most);
        }
    }

    private static void check(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException("limits: " + name + "=" + value + " is not positive");
        }
        if (value.compareTo(LONGEST_TIME) > 0) {
            throw new IllegalArgumentException("limits: " + name + "=" + value + " > " + LONGEST_TIME);
        }
    }

    /** The limits that hold where none are given; {@code docs/PROTOCOL.md} lists them. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Changes some of the default limits. Not thread-safe. */
    public static final class Builder {
        private int frameBytes = 256 * 1024;
        private int messageBytes = 64 * 1024 * 1024;
        private int creditMessages = 16_384;
        private int creditBytes = 1024 * 1024;
        private int callsInFlight = 16_384;
        private int streams = 1_024;
        private int references = 65_536;
        private int outboundBytes = 64 * 1024 * 1024;
        private int unauthenticatedBytes = 64 * 1024;
        private int connections = 10_000;
        private int authAttempts = 16;
        private Duration authWindow = Duration.ofSeconds(10);
        private Duration connectTime = Duration.ofSeconds(5);
        private Duration handshakeTime = Duration.ofSeconds(5);
        private Duration idleTime = Duration.ofSeconds(30);
        private Duration pingTime = Duration.ofSeconds(15);
        private Duration resumeTime = Duration.ofSeconds(30);
        private int resumeWindowBytes = 1024 * 1024;
        private Duration callTime = Duration.ofSeconds(30);

        private Builder() {}

        public Builder frameBytes(int value) {
            frameBytes = value;
            return this;
        }

        public Builder messageBytes(int value) {
            messageBytes = value;
            return this;
        }

        public Builder creditMessages(int value) {
            creditMessages = value;
            return this;
        }

        public Builder creditBytes(int value) {
            creditBytes = value;
            return this;
        }

        public Builder callsInFlight(int value) {
            callsInFlight = value;
            return this;
        }

        public Builder streams(int value) {
            streams = value;
            return this;
        }

        public Builder references(int value) {
            references = value;
            return this;
        }

        public Builder outboundBytes(int value) {
            outboundBytes = value;
            return this;
        }

        public Builder unauthenticatedBytes(int value) {
            unauthenticatedBytes = value;
            return this;
        }

        public Builder connections(int value) {
            connections = value;
            return this;
        }

        public Builder authAttempts(int value) {
            authAttempts = value;
            return this;
        }

        public Builder authWindow(Duration value) {
            authWindow = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder connectTime(Duration value) {
            connectTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder handshakeTime(Duration value) {
            handshakeTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder idleTime(Duration value) {
            idleTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder pingTime(Duration value) {
            pingTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder resumeTime(Duration value) {
            resumeTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder resumeWindowBytes(int value) {
            resumeWindowBytes = value;
            return this;
        }

        public Builder callTime(Duration value) {
            callTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Limits build() {
            return new Limits(
                    frameBytes,
                    messageBytes,
                    creditMessages,
                    creditBytes,
                    callsInFlight,
                    streams,
                    references,
                    outboundBytes,
                    unauthenticatedBytes,
                    connections,
                    authAttempts,
                    authWindow,
                    connectTime,
                    handshakeTime,
                    idleTime,
                    pingTime,
                    resumeTime,
                    resumeWindowBytes,
                    callTime);
        }
    }
}
