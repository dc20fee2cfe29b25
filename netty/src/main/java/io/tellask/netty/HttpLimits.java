package io.tellask.netty;

import io.tellask.http.HttpService;
import java.time.Duration;
import java.util.Objects;

/**
 * Bounds of the connections that bring requests to a {@link HttpService}. Immutable.
 *
 * @param firstLineBytes of the first line of a request, without its end; longer ones are answered with status 414
 * @param headerBytes of all its headers; more are answered with status 431
 * @param headers how many it has; more are answered with status 431
 * @param bodyBytes that a body may have, whatever the service asks for; longer ones are answered with status 413
 * @param unsentBytes of an answer in parts that wait to leave; beyond them it is ended
 * @param connections of one listener; where there is one more, one that waits for a request is closed, or the new one is refused
 * @param streams of one connection of HTTP/2 at a time
 * @param headTime from the first byte of a head to its last
 * @param idleTime from an answer to the next request
 * @param bodyTime for a body, besides what its bytes may take
 * @param bodyBytesPerSecond at which a body has to come, on top of {@code bodyTime}
 * @param answerTime that a service may take until it begins an answer; status 503 after it
 * @param unreadTime for which a client may read nothing of its answer
 * @param stalledTime for which a client may read nothing of its answer before it gives way to a new connection that finds no room
 */
public record HttpLimits(
        int firstLineBytes,
        int headerBytes,
        int headers,
        int bodyBytes,
        int unsentBytes,
        int connections,
        int streams,
        Duration headTime,
        Duration idleTime,
        Duration bodyTime,
        int bodyBytesPerSecond,
        Duration answerTime,
        Duration unreadTime,
        Duration stalledTime) {
    private static final int MOST = 1 << 30;

    /** @throws IllegalArgumentException if one is out of its range, which the builder's methods name */
    public HttpLimits {
        check("firstLineBytes", firstLineBytes, 64, 65_536);
        check("headerBytes", headerBytes, 256, 262_144);
        check("headers", headers, 8, 10_000);
        check("bodyBytes", bodyBytes, 0, MOST);
        check("unsentBytes", unsentBytes, 64 * 1024, MOST);
        check("connections", connections, 1, 1_000_000);
        check("streams", streams, 1, 10_000);
        check("headTime", headTime);
        check("idleTime", idleTime);
        check("bodyTime", bodyTime);
        check("bodyBytesPerSecond", bodyBytesPerSecond, 1, MOST);
        check("answerTime", answerTime);
        check("unreadTime", unreadTime);
        check("stalledTime", stalledTime);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("http limits: " + name + "=" + value + " is not in " + least + " to "
                    + most + "; raise or lower it");
        }
    }

    private static void check(String name, Duration time) {
        if (Objects.requireNonNull(time, name).isNegative()
                || time.isZero()
                || time.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    "http limits: " + name + "=" + time + " is not in 1 ns to a day; raise or lower it");
        }
    }

    /** What applies unless something else is set. */
    public static HttpLimits defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Settings of limits. Not thread-safe. */
    public static final class Builder {
        private int firstLineBytes = 8 * 1024;
        private int headerBytes = 16 * 1024;
        private int headers = 100;
        private int bodyBytes = 16 * 1024 * 1024;
        private int unsentBytes = 1024 * 1024;
        private int connections = 10_000;
        private int streams = 100;
        private Duration headTime = Duration.ofSeconds(10);
        private Duration idleTime = Duration.ofSeconds(60);
        private Duration bodyTime = Duration.ofSeconds(10);
        private int bodyBytesPerSecond = 1024;
        private Duration answerTime = Duration.ofSeconds(30);
        private Duration unreadTime = Duration.ofSeconds(30);
        private Duration stalledTime = Duration.ofSeconds(1);

        private Builder() {}

        /** 64 to 65,536; 8 KiB unless set. */
        public Builder firstLineBytes(int newFirstLineBytes) {
            firstLineBytes = newFirstLineBytes;
            return this;
        }

        /** 256 to 262,144; 16 KiB unless set. */
        public Builder headerBytes(int newHeaderBytes) {
            headerBytes = newHeaderBytes;
            return this;
        }

        /** 8 to 10,000; 100 unless set. */
        public Builder headers(int newHeaders) {
            headers = newHeaders;
            return this;
        }

        /** 0 to 1 GiB; 16 MiB unless set. */
        public Builder bodyBytes(int newBodyBytes) {
            bodyBytes = newBodyBytes;
            return this;
        }

        /** 64 KiB to 1 GiB; 1 MiB unless set. */
        public Builder unsentBytes(int newUnsentBytes) {
            unsentBytes = newUnsentBytes;
            return this;
        }

        /** 1 to 1,000,000; 10,000 unless set. */
        public Builder connections(int newConnections) {
            connections = newConnections;
            return this;
        }

        /** 1 to 10,000; 100 unless set. */
        public Builder streams(int newStreams) {
            streams = newStreams;
            return this;
        }

        /** 10 s unless set; up to a day, as all times. */
        public Builder headTime(Duration newHeadTime) {
            headTime = Objects.requireNonNull(newHeadTime, "newHeadTime");
            return this;
        }

        /** 60 s unless set. */
        public Builder idleTime(Duration newIdleTime) {
            idleTime = Objects.requireNonNull(newIdleTime, "newIdleTime");
            return this;
        }

        /** 10 s unless set. */
        public Builder bodyTime(Duration newBodyTime) {
            bodyTime = Objects.requireNonNull(newBodyTime, "newBodyTime");
            return this;
        }

        /** 1 to 1 GiB; 1 KiB unless set. */
        public Builder bodyBytesPerSecond(int newBodyBytesPerSecond) {
            bodyBytesPerSecond = newBodyBytesPerSecond;
            return this;
        }

        /** 30 s unless set. */
        public Builder answerTime(Duration newAnswerTime) {
            answerTime = Objects.requireNonNull(newAnswerTime, "newAnswerTime");
            return this;
        }

        /** 30 s unless set. */
        public Builder unreadTime(Duration newUnreadTime) {
            unreadTime = Objects.requireNonNull(newUnreadTime, "newUnreadTime");
            return this;
        }

        /** 1 s unless set. */
        public Builder stalledTime(Duration newStalledTime) {
            stalledTime = Objects.requireNonNull(newStalledTime, "newStalledTime");
            return this;
        }

        /** @throws IllegalArgumentException if one is out of its range */
        public HttpLimits build() {
            return new HttpLimits(
                    firstLineBytes,
                    headerBytes,
                    headers,
                    bodyBytes,
                    unsentBytes,
                    connections,
                    streams,
                    headTime,
                    idleTime,
                    bodyTime,
                    bodyBytesPerSecond,
                    answerTime,
                    unreadTime,
                    stalledTime);
        }
    }
}
