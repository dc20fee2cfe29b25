package io.tellask.cluster.partition;

import io.tellask.cluster.MapScan;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a member in the order of their keys. The store keeps them in no order, so the smallest ones that are left are gathered by a walk over all
 * entries, as many as the bytes of a lot allow, and handed on; then the next ones. Used by one thread, which may wait.
 */
final class OrderedLots {
    /** Bytes of the entries of a lot, by which the memory of a scan at its member is bounded. */
    static final long LOT_BYTES = 16 << 20;

    /** Memory that an entry takes beside its key and value. */
    private static final int ENTRY_BYTES = 128;

    private static final long MOST_BYTES = 256 << 10; // of a store that are gone over in one turn
    private static final int TURN_ENTRIES = 1_024;

    /** Keys as they are stored, by what follows the slot. */
    static final Comparator<byte[]> BY_KEY = (one, other) ->
            Arrays.compareUnsigned(one, Place.KEY_BYTES, one.length, other, Place.KEY_BYTES, other.length);

    private final Supplier<MapScan> scans;
    private final BitSet slots;
    private final long lotBytes;
    private final TreeMap<byte[], Versioned<byte[]>> lot = new TreeMap<>(BY_KEY);
    private long bytes; // of the lot
    private byte[] from;
    private byte @Nullable [] bound; // the smallest key that did not fit into the lot

    /** Receives an entry; false if no more are wanted. */
    interface Taker {
        boolean take(byte[] stored, Versioned<byte[]> value);
    }

    /**
     * Begins with the first key that is not less than {@code from}, which has no slot.
     *
     * @param scans begins a walk over all entries of the slots, once for each lot
     */
    OrderedLots(Supplier<MapScan> scans, BitSet slots, byte[] from, long lotBytes) {
        this.scans = scans;
        this.slots = slots;
        this.from = Place.entryKey(0, from);
        this.lotBytes = lotBytes;
    }

    /** The least key after another one. */
    static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /** Hands all of them on. */
    void forEach(Taker taker) {
        boolean goesOn = true;
        do {
            bound = null;
            gather();
            while (goesOn && !lot.isEmpty()) {
                Map.Entry<byte[], Versioned<byte[]>> first = Objects.requireNonNull(lot.pollFirstEntry());
                from = after(first.getKey());
                goesOn = taker.take(first.getKey(), first.getValue());
            }
            bytes = 0;
        } while (goesOn && bound != null);
    }

    private void gather() {
        try (MapScan scan = scans.get()) {
            for (int seen = 1; !scan.hasEnded(); seen++) {
                if (scan.nextWithin(MOST_BYTES)) {
                    offer(scan.key(), scan);
                }
                if (seen % TURN_ENTRIES == 0) {
                    Thread.yield();
                }
            }
        }
    }

    private void offer(byte[] stored, MapScan scan) {
        boolean isWanted = Place.isEntry(stored)
                && slots.get(Place.slot(stored))
                && BY_KEY.compare(stored, from) >= 0
                && (bound == null || BY_KEY.compare(stored, bound) < 0);
        if (!isWanted) {
            return;
        }
        Versioned<byte[]> value = new Versioned<>(scan.value(), scan.version(), scan.expiry());
        lot.put(stored, value);
        bytes += bytes(stored, value);
        while (bytes > lotBytes && lot.size() > 1) {
            Map.Entry<byte[], Versioned<byte[]>> last = Objects.requireNonNull(lot.pollLastEntry());
            bytes -= bytes(last.getKey(), last.getValue());
            bound = last.getKey();
        }
    }

    private static long bytes(byte[] stored, Versioned<byte[]> value) {
        return ENTRY_BYTES + stored.length + value.value().length;
    }
}
