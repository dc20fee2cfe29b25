package io.tellask.testkit;

import java.time.Duration;
import java.util.Objects;

/**
 * What a {@link FaultyTransport} does at each side of each connection. Immutable.
 *
 * @param maxChunkBytes sends are cut into chunks of 1 to so many bytes; {@link Integer#MAX_VALUE}: not cut
 * @param minDelay each chunk waits for at least so long, in order
 * @param maxDelay each chunk waits for up to so long
 * @param kind what happens at a byte
 * @param atByte after how many bytes that this side sent, or received where the kind is {@link Kind#REORDER}; {@link Long#MAX_VALUE}: never
 * @param time how long a stall lasts, or by how much what arrives is late
 */
public record Faults(int maxChunkBytes, Duration minDelay, Duration maxDelay, Kind kind, long atByte, Duration time) {
    /** What can happen to a connection at a byte. */
    public enum Kind {
        /** The connection breaks. */
        DISCONNECT,
        /** Nothing leaves for a while, or ever: then the connection is half open. */
        STALL,
        /** The hello that opened the connection reaches the server once more, over another one. */
        DUPLICATE,
        /** The connection breaks for the other side, and what it had sent arrives later, perhaps behind what it sends over the next one. */
        REORDER
    }

    public Faults {
        Objects.requireNonNull(kind, "kind");
        if (maxChunkBytes < 1
                || atByte < 0
                || minDelay.isNegative()
                || maxDelay.compareTo(minDelay) < 0
                || time.isNegative()) {
            throw new IllegalArgumentException("faults: maxChunkBytes=" + maxChunkBytes + ", minDelay=" + minDelay
                    + ", maxDelay=" + maxDelay + ", kind=" + kind + ", atByte=" + atByte + ", time=" + time
                    + "; chunks need a byte, and nothing may be negative, nor minDelay beyond maxDelay");
        }
    }

    /** A connection without faults. */
    public static Faults none() {
        return new Faults(
                Integer.MAX_VALUE, Duration.ZERO, Duration.ZERO, Kind.DISCONNECT, Long.MAX_VALUE, Duration.ZERO);
    }

    /** Cuts what is sent into chunks of 1 to so many bytes. */
    public Faults chunks(int maxBytes) {
        return new Faults(maxBytes, minDelay, maxDelay, kind, atByte, time);
    }

    /** Lets each chunk wait for up to so long. */
    public Faults delay(Duration upTo) {
        Objects.requireNonNull(upTo, "upTo");
        return new Faults(maxChunkBytes, Duration.ZERO, upTo, kind, atByte, time);
    }

    /** Lets each chunk wait for exactly so long, as a long line does. */
    public Faults latency(Duration oneWay) {
        Objects.requireNonNull(oneWay, "oneWay");
        return new Faults(maxChunkBytes, oneWay, oneWay, kind, atByte, time);
    }

    /** Breaks the connection after so many sent bytes; takes the place of what else was to happen at a byte. */
    public Faults disconnectAt(long bytes) {
        return at(Kind.DISCONNECT, bytes, Duration.ZERO);
    }

    /** Holds everything back for a while after so many sent bytes; takes the place of what else was to happen at a byte. */
    public Faults stallAt(long bytes, Duration stall) {
        Objects.requireNonNull(stall, "stall");
        return at(Kind.STALL, bytes, stall);
    }

    /** Sends the client's hello once more, over another connection, after so many sent bytes; takes the place of what else was to happen at a byte. */
    public Faults duplicateAt(long bytes) {
        return at(Kind.DUPLICATE, bytes, Duration.ZERO);
    }

    /**
     * Breaks the connection for the other side after so many received bytes, while the further ones that were under way arrive here after a while, and then
     * its end; takes the place of what else was to happen at a byte.
     */
    public Faults reorderAt(long bytes, Duration late) {
        Objects.requireNonNull(late, "late");
        return at(Kind.REORDER, bytes, late);
    }

    private Faults at(Kind what, long bytes, Duration lasting) {
        return new Faults(maxChunkBytes, minDelay, maxDelay, what, bytes, lasting);
    }

    /** After how many bytes this happens; {@link Long#MAX_VALUE}: never. */
    long atByte(Kind what) {
        return kind == what ? atByte : Long.MAX_VALUE;
    }
}
