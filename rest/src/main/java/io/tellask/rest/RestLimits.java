package io.tellask.rest;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a {@link Rest}. Immutable.
 *
 * @param bodyBytes most bytes of a request's body; a longer one is answered with status 413
 * @param answerBytes most bytes of an answer, or of one item of a stream; a longer one is answered with status 500
 * @param objects lists, objects and strings that a body may have; more are answered with status 413
 * @param callsInFlight requests that are not answered yet; further ones are answered with status 503
 * @param streams answers that are streams and have not ended; further ones are answered with status 503
 * @param queryParameters parameters that a query may have; more are answered with status 400
 * @param authAttempts refused credentials from one address within {@code authWindow}; further ones are answered unseen
 *     with status 429
 * @param authWindow how long from the first of them
 * @param authTime how long the authenticator may take; then the answer has status 503
 * @param callTime how long a call may take; then the answer has status 504
 * @param heartbeatTime how long a stream of events may be silent before a comment is sent
 */
public record RestLimits(
        int bodyBytes,
        int answerBytes,
        int objects,
        int callsInFlight,
        int streams,
        int queryParameters,
        int authAttempts,
        Duration authWindow,
        Duration authTime,
        Duration callTime,
        Duration heartbeatTime) {
    private static final Duration LONGEST_TIME = Duration.ofDays(1);
    private static final RestLimits DEFAULTS = builder().build();

    public RestLimits {
        check("bodyBytes", bodyBytes, 0, 1 << 30);
        check("answerBytes", answerBytes, 1, 1 << 30);
        check("objects", objects, 1, 1 << 24);
        check("callsInFlight", callsInFlight, 1, 1 << 20);
        check("streams", streams, 1, 1 << 20);
        check("queryParameters", queryParameters, 0, 1 << 16);
        check("authAttempts", authAttempts, 1, 1 << 24);
        check("authWindow", authWindow);
        check("authTime", authTime);
        check("callTime", callTime);
        check("heartbeatTime", heartbeatTime);
    }

    private static void check(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "limits: " + name + "=" + value + " is not within " + least + " to " + most);
        }
    }

    private static void check(String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.toMillis() < 1 || value.compareTo(LONGEST_TIME) > 0) {
            throw new IllegalArgumentException(
                    "limits: " + name + "=" + value + " is not within PT0.001S to " + LONGEST_TIME);
        }
    }

    /** The limits that hold where none are given; {@code docs/REST.md} lists them. */
    public static RestLimits defaults() {
        return DEFAULTS;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Changes some of the default limits. Not thread-safe. */
    public static final class Builder {
        private int bodyBytes = 1024 * 1024;
        private int answerBytes = 16 * 1024 * 1024;
        private int objects = 100_000;
        private int callsInFlight = 16_384;
        private int streams = 10_000;
        private int queryParameters = 64;
        private int authAttempts = 16;
        private Duration authWindow = Duration.ofSeconds(10);
        private Duration authTime = Duration.ofSeconds(5);
        private Duration callTime = Duration.ofSeconds(30);
        private Duration heartbeatTime = Duration.ofSeconds(15);

        private Builder() {}

        public Builder bodyBytes(int value) {
            bodyBytes = value;
            return this;
        }

        public Builder answerBytes(int value) {
            answerBytes = value;
            return this;
        }

        public Builder objects(int value) {
            objects = value;
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

        public Builder queryParameters(int value) {
            queryParameters = value;
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

        public Builder authTime(Duration value) {
            authTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder callTime(Duration value) {
            callTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public Builder heartbeatTime(Duration value) {
            heartbeatTime = Objects.requireNonNull(value, "value");
            return this;
        }

        public RestLimits build() {
            return new RestLimits(
                    bodyBytes,
                    answerBytes,
                    objects,
                    callsInFlight,
                    streams,
                    queryParameters,
                    authAttempts,
                    authWindow,
                    authTime,
                    callTime,
                    heartbeatTime);
        }
    }
}
