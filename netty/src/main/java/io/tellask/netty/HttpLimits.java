package io.tellask.netty;

import io.tellask.http.HttpService;
import java.time.Duration;

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
        Duration unreadTime) {
    private static final int MOST = 1 << 30;

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

        private Builder() {}

        /** 64 to 65,536; 8 KiB unless set. */
        public Builder firstLineBytes(int bytes) {
            firstLineBytes = checked("firstLineBytes", bytes, 64, 65_536);
            return this;
        }

        /** 256 to 262,144; 16 KiB unless set. */
        public Builder headerBytes(int bytes) {
            headerBytes = checked("headerBytes", bytes, 256, 262_144);
            return this;
        }

        /** 8 to 10,000; 100 unless set. */
        public Builder headers(int count) {
            headers = checked("headers", count, 8, 10_000);
            return this;
        }

        /** 0 to 1 GiB; 16 MiB unless set. */
        public Builder bodyBytes(int bytes) {
            bodyBytes = checked("bodyBytes", bytes, 0, MOST);
            return this;
        }

        /** 64 KiB to 1 GiB; 1 MiB unless set. */
        public Builder unsentBytes(int bytes) {
            unsentBytes = checked("unsentBytes", bytes, 64 * 1024, MOST);
            return this;
        }

        /** 1 to 1,000,000; 10,000 unless set. */
        public Builder connections(int count) {
            connections = checked("connections", count, 1, 1_000_000);
            return this;
        }

        /** 1 to 10,000; 100 unless set. */
        public Builder streams(int count) {
            streams = checked("streams", count, 1, 10_000);
            return this;
        }

        /** 10 s unless set; up to a day, as all times. */
        public Builder headTime(Duration time) {
            headTime = positive("headTime", time);
            return this;
        }

        /** 60 s unless set. */
        public Builder idleTime(Duration time) {
            idleTime = positive("idleTime", time);
            return this;
        }

        /** 10 s unless set. */
        public Builder bodyTime(Duration time) {
            bodyTime = positive("bodyTime", time);
            return this;
        }

        /** 1 to 1 GiB; 1 KiB unless set. */
        public Builder bodyBytesPerSecond(int bytes) {
            bodyBytesPerSecond = checked("bodyBytesPerSecond", bytes, 1, MOST);
            return this;
        }

        /** 30 s unless set. */
        public Builder answerTime(Duration time) {
            answerTime = positive("answerTime", time);
            return this;
        }

        /** 30 s unless set. */
        public Builder unreadTime(Duration time) {
            unreadTime = positive("unreadTime", time);
            return this;
        }

        private static int checked(String name, int value, int least, int most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException("http limits: " + name + "=" + value + " is not in " + least + " to "
                        + most + "; raise or lower it");
            }
            return value;
        }

        private static Duration positive(String name, Duration time) {
            if (time.isNegative() || time.isZero() || time.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("http limits: " + name + "=" + time
                        + " is not more than nothing and at most a day; raise or lower it");
            }
            return time;
        }

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
                    unreadTime);
        }
    }
}
