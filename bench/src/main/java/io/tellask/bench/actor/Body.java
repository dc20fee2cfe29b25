package io.tellask.bench.actor;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What an actor of the bench of executors does with its own state for each message. Used by one thread at a time. */
abstract class Body {
    private long random;

    private Body(int seed) {
        random = seed * 0x9E3779B97F4A7C15L + 1;
    }

    /** A body of so many bytes, or entries of a map. */
    static Body of(boolean isMap, int size, int accesses, int seed) {
        return isMap ? new Lookup(size, accesses, seed) : new Walk(size, accesses, seed);
    }

    /** Handles one message. */
    abstract void run();

    /** From 0 to below the bound. */
    final int next(int bound) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (int) ((random >>> 33) * bound >>> 31);
    }

    /** Reads and writes at random places of an array. */
    private static final class Walk extends Body {
        private final int[] state;
        private final int accesses;

        Walk(int bytes, int accesses, int seed) {
            super(seed);
            state = new int[bytes / Integer.BYTES];
            this.accesses = accesses;
        }

        @Override
        void run() {
            int[] own = state;
            for (int i = 0; i < accesses; i++) {
                own[next(own.length)] += i;
            }
        }
    }

    /** Gets and puts in a map, whose new values are allocated: a tenth as often as an array is accessed. */
    private static final class Lookup extends Body {
        private static final int ACCESSES_OF_A_LOOKUP = 10;

        private final Map<Integer, long[]> state = new HashMap<>();
        private final int entries;
        private final int lookups;

        Lookup(int entries, int accesses, int seed) {
            super(seed);
            this.entries = entries;
            lookups = accesses / ACCESSES_OF_A_LOOKUP;
            for (int i = 0; i < entries; i++) {
                state.put(i, new long[] {i});
            }
        }

        @Override
        void run() {
            for (int i = 0; i < lookups; i++) {
                int key = next(entries);
                long[] old = Objects.requireNonNull(state.get(key));
                state.put(key, new long[] {old[0] + 1});
            }
        }
    }
}
