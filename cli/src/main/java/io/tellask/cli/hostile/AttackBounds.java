package io.tellask.cli.hostile;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a server is started, and what it may take while it is attacked. Immutable.
 *
 * @param heap its largest heap, as the option {@code -Xmx} takes it
 * @param connections most connections of one kind of attack
 * @param slowestMillis how long 99 of 100 turns of the well-behaved clients may take at most
 * @param growthBytes by how much the live heap may have grown once the attackers have left
 * @param logBytes how much one kind of attack may make it log
 * @param heapDumps the folder for a heap dump of each server that keeps too much, null for none
 * @param settleMillis how long a server may take to get rid of what attackers left behind
 */
public record AttackBounds(
        String heap,
        int connections,
        int slowestMillis,
        long growthBytes,
        long logBytes,
        @Nullable Path heapDumps,
        int settleMillis) {
    private static final int CONNECTIONS = 1_000;
    private static final int SLOWEST_MILLIS = 250;
    private static final long GROWTH_BYTES = 8 << 20;
    private static final long LOG_BYTES = 1 << 20;
    private static final int SETTLE_MILLIS = 20_000;

    /** 256 MB, 1,000 connections, 250 ms, 8 MiB, 1 MiB, 20 s. */
    public static AttackBounds defaults() {
        return new AttackBounds("256m", CONNECTIONS, SLOWEST_MILLIS, GROWTH_BYTES, LOG_BYTES, null, SETTLE_MILLIS);
    }

    public AttackBounds withHeap(String newHeap) {
        return new AttackBounds(newHeap, connections, slowestMillis, growthBytes, logBytes, heapDumps, settleMillis);
    }

    public AttackBounds withConnections(int most) {
        return new AttackBounds(heap, most, slowestMillis, growthBytes, logBytes, heapDumps, settleMillis);
    }

    public AttackBounds withSlowestMillis(int most) {
        return new AttackBounds(heap, connections, most, growthBytes, logBytes, heapDumps, settleMillis);
    }

    public AttackBounds withHeapDumps(@Nullable Path newFolder) {
        return new AttackBounds(heap, connections, slowestMillis, growthBytes, logBytes, newFolder, settleMillis);
    }
}
