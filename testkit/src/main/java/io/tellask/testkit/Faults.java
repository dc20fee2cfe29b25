package io.tellask.testkit;

import java.time.Duration;
import java.util.Objects;

/**
 * What a {@link FaultyTransport} does to the bytes that each side of each connection sends. Immutable.
 *
 * @param maxChunkBytes sends are cut into chunks of 1 to so many bytes; {@link Integer#MAX_VALUE}: not cut
 * @param minDelay each chunk waits for at least so long, in order
 * @param maxDelay each chunk waits for up to so long
 * @param disconnectAtByte the connection breaks after so many bytes; {@link Long#MAX_VALUE}: never
 * @param stallAtByte after so many bytes nothing leaves for {@code stall}; {@link Long#MAX_VALUE}: never
 * @param stall how long
 */
public record Faults(
        int maxChunkBytes,
        Duration minDelay,
        Duration maxDelay,
        long disconnectAtByte,
        long stallAtByte,
        Duration stall) {
    /** What can happen to a connection at a byte. */
    public enum Kind {
        DISCONNECT,
        STALL
    }

    public Faults {
        if (maxChunkBytes < 1
                || disconnectAtByte < 0
                || stallAtByte < 0
                || minDelay.isNegative()
                || maxDelay.compareTo(minDelay) < 0
                || stall.isNegative()) {
            throw new IllegalArgumentException("faults: maxChunkBytes=" + maxChunkBytes + ", minDelay=" + minDelay
                    + ", maxDelay=" + maxDelay
                    + ", disconnectAtByte=" + disconnectAtByte + ", stallAtByte=" + stallAtByte + ", stall=" + stall
                    + "; chunks need a byte, and nothing may be negative, nor minDelay beyond maxDelay");
        }
    }

    /** A connection without faults. */
    public static Faults none() {
        return new Faults(
                Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, Long.MAX_VALUE, Long.MAX_VALUE, Duration.ZERO);
    }

    /** Cuts what is sent into chunks of 1 to so many bytes. */
    public Faults chunks(int maxBytes) {
        return new Faults(maxBytes, minDelay, maxDelay, disconnectAtByte, stallAtByte, stall);
    }

    /** Lets each chunk wait for up to so long. */
    public Faults delay(Duration upTo) {
        Objects.requireNonNull(upTo, "upTo");
        return new Faults(maxChunkBytes, Duration.ZERO, upTo, disconnectAtByte, stallAtByte, stall);
    }

    /** Lets each chunk wait for exactly so long, as a long line does. */
    public Faults latency(Duration oneWay) {
        Objects.requireNonNull(oneWay, "oneWay");
        return new Faults(maxChunkBytes, oneWay, oneWay, disconnectAtByte, stallAtByte, stall);
    }

    /** Breaks the connection after so many bytes. */
    public Faults disconnectAt(long bytes) {
        return new Faults(maxChunkBytes, minDelay, maxDelay, bytes, stallAtByte, stall);
    }

    /** Holds everything back for a while after so many bytes. */
    public Faults stallAt(long bytes, Duration time) {
        Objects.requireNonNull(time, "time");
        return new Faults(maxChunkBytes, minDelay, maxDelay, disconnectAtByte, bytes, time);
    }
}
