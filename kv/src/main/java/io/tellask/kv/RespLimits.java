package io.tellask.kv;

/**
 * Bounds of a {@link RespServer}. Immutable.
 *
 * @param clients most connections at a time; the next one is told so and closed; 10,000
 * @param requestBytes longest request, and so longest argument; its client is told so and closed; 64 MiB
 * @param requestArguments most arguments of a request, the command among them; its client is told so and closed; 1,048,576
 * @param outputBytes longest reply, and most that may wait to be sent to a client; its connection ends; 64 MiB
 * @param backlogBytes most that may wait to be sent to a client that listens to channels; its connection ends; 32 MiB
 * @param transactionBytes most that a transaction may queue; the transaction fails; 64 MiB
 * @param subscriptions most channels and patterns that a client listens to; one more is refused; 65,536
 * @param watchedKeys most keys that a client watches; one more is refused; 65,536
 * @param patternBytes longest pattern that a client may name, in PSUBSCRIBE, KEYS, SCAN, PUBSUB, CONFIG or COMMAND; a longer one is refused; 1,024
 * @param channelBytes longest name of a channel; a longer one is refused; 64 KiB
 * @param clientNameBytes longest name that a client gives itself, which CLIENT LIST shows to all; a longer one is refused; 1,024
 * @param transactionSteps most that the commands of one transaction, which nothing interrupts, may look at beyond their arguments and replies: bytes of
 *     the log, of patterns and of values; beyond, EXEC fails and nothing is written; 64 Mi, about a tenth of a second
 * @param unauthenticatedBytes most that a client may leave unfinished or unread before it has named the password; its connection ends; 64 KiB
 * @param authAttempts most wrong passwords from one address within {@code authWindowSeconds}; further attempts, right ones too, are refused and
 *     their connections end a second later; 16
 * @param authWindowSeconds how long wrong passwords are remembered; 10
 */
public record RespLimits(
        int clients,
        int requestBytes,
        int requestArguments,
        int outputBytes,
        int backlogBytes,
        int transactionBytes,
        int subscriptions,
        int watchedKeys,
        int patternBytes,
        int channelBytes,
        int clientNameBytes,
        int transactionSteps,
        int unauthenticatedBytes,
        int authAttempts,
        int authWindowSeconds) {
    private static final RespLimits DEFAULTS = builder().build();

    public RespLimits {
        check("clients", clients, 1, 1 << 30);
        check("requestBytes", requestBytes, 1024, 1 << 30);
        check("requestArguments", requestArguments, 1, 1 << 30);
        check("outputBytes", outputBytes, 1024, 1 << 30);
        check("backlogBytes", backlogBytes, 1024, 1 << 30);
        check("transactionBytes", transactionBytes, 1024, 1 << 30);
        check("subscriptions", subscriptions, 1, 1 << 30);
        check("watchedKeys", watchedKeys, 1, 1 << 30);
        check("patternBytes", patternBytes, 1, 1 << 16);
        check("channelBytes", channelBytes, 1, 1 << 20);
        check("clientNameBytes", clientNameBytes, 1, 1 << 20);
        check("transactionSteps", transactionSteps, 1, 1 << 30);
        check("unauthenticatedBytes", unauthenticatedBytes, 1024, 1 << 30);
        check("authAttempts", authAttempts, 1, 1 << 30);
        check("authWindowSeconds", authWindowSeconds, 1, 86_400);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "resp: " + name + "=" + value + " is not within " + least + " to " + most + "; choose one that is");
        }
    }

    /** The limits that hold where none are given. */
    public static RespLimits defaults() {
        return DEFAULTS;
    }

    /** Begins with the default limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** Changes some of the default limits. Not thread-safe. */
    public static final class Builder {
        private int clients = 10_000;
        private int requestBytes = 64 << 20;
        private int requestArguments = 1 << 20;
        private int outputBytes = 64 << 20;
        private int backlogBytes = 32 << 20;
        private int transactionBytes = 64 << 20;
        private int subscriptions = 1 << 16;
        private int watchedKeys = 1 << 16;
        private int patternBytes = 1024;
        private int channelBytes = 64 << 10;
        private int clientNameBytes = 1024;
        private int transactionSteps = 64 << 20;
        private int unauthenticatedBytes = 64 << 10;
        private int authAttempts = 16;
        private int authWindowSeconds = 10;

        private Builder() {}

        /** Most connections at a time, from 1 on. */
        public Builder clients(int value) {
            clients = value;
            return this;
        }

        /** Longest request in bytes, from 1,024 on. */
        public Builder requestBytes(int value) {
            requestBytes = value;
            return this;
        }

        /** Most arguments of a request, the command among them, from 1 on. */
        public Builder requestArguments(int value) {
            requestArguments = value;
            return this;
        }

        /** Longest reply, and most bytes that may wait to be sent to a client, from 1,024 on. */
        public Builder outputBytes(int value) {
            outputBytes = value;
            return this;
        }

        /** Most bytes that may wait to be sent to a client that listens to channels, from 1,024 on. */
        public Builder backlogBytes(int value) {
            backlogBytes = value;
            return this;
        }

        /** Most bytes that a transaction may queue, from 1,024 on. */
        public Builder transactionBytes(int value) {
            transactionBytes = value;
            return this;
        }

        /** Most channels and patterns that a client listens to, from 1 on. */
        public Builder subscriptions(int value) {
            subscriptions = value;
            return this;
        }

        /** Most keys that a client watches, from 1 on. */
        public Builder watchedKeys(int value) {
            watchedKeys = value;
            return this;
        }

        /** Longest pattern in bytes, 1 to 65,536. */
        public Builder patternBytes(int value) {
            patternBytes = value;
            return this;
        }

        /** Longest name of a channel in bytes, 1 to 1,048,576. */
        public Builder channelBytes(int value) {
            channelBytes = value;
            return this;
        }

        /** Longest name that a client gives itself, in bytes, 1 to 1,048,576. */
        public Builder clientNameBytes(int value) {
            clientNameBytes = value;
            return this;
        }

        /** Most bytes that one transaction may compare with patterns, from 1 on. */
        public Builder transactionSteps(int value) {
            transactionSteps = value;
            return this;
        }

        /** Most bytes that a client may leave unfinished or unread before it has named the password, from 1,024 on. */
        public Builder unauthenticatedBytes(int value) {
            unauthenticatedBytes = value;
            return this;
        }

        /** Most wrong passwords from one address within {@code authWindowSeconds}, from 1 on. */
        public Builder authAttempts(int value) {
            authAttempts = value;
            return this;
        }

        /** How long wrong passwords are remembered, in seconds, 1 to 86,400. */
        public Builder authWindowSeconds(int value) {
            authWindowSeconds = value;
            return this;
        }

        /**
         * The limits.
         *
         * @throws IllegalArgumentException if one is out of its range; the message names it and the range
         */
        public RespLimits build() {
            return new RespLimits(
                    clients,
                    requestBytes,
                    requestArguments,
                    outputBytes,
                    backlogBytes,
                    transactionBytes,
                    subscriptions,
                    watchedKeys,
                    patternBytes,
                    channelBytes,
                    clientNameBytes,
                    transactionSteps,
                    unauthenticatedBytes,
                    authAttempts,
                    authWindowSeconds);
        }
    }
}
