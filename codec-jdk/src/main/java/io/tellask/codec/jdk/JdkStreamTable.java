package io.tellask.codec.jdk;

import io.tellask.codec.hashing.HashGuard;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One table of a stock JDK stream: with how many keys of it a further one is compared. Keys of which only the object
 * tells the hash enter when that is read. Not thread-safe.
 */
abstract class JdkStreamTable {
    /** Takes a key of a known hash; gives the keys that it is compared with. */
    abstract int compared(JdkStreamNode key, int hash);

    /** Takes a key that may have any hash. */
    abstract int comparedAtWorst();

    /** The same for the object that a key has become. */
    abstract int compared(Object key, int hash);

    /** Keeps keys of one comparable class in trees, and compares others one by one. */
    static final class Trees extends JdkStreamTable {
        private final Map<Integer, Integer> alike = new HashMap<>();
        private int unknown;
        private @Nullable String only;

        private int enter(String className, boolean ordered, int hash) {
            if (only == null && ordered) {
                only = className;
            }
            int before = alike.merge(hash, 1, Integer::sum) - 1 + unknown;
            return className.equals(only) ? 0 : before;
        }

        @Override
        int compared(JdkStreamNode key, int hash) {
            return enter(key.className, key.kind == JdkStreamNode.Kind.PLAIN, hash);
        }

        @Override
        int comparedAtWorst() {
            return unknown++ + alike.size();
        }

        @Override
        int compared(Object key, int hash) {
            return enter(key.getClass().getName(), HashGuard.isOrdered(key.getClass()), hash);
        }
    }

    /** Has chains. */
    static final class Chains extends JdkStreamTable {
        private final int[] chains;

        Chains(int keys) {
            chains = new int[HashGuard.chains(keys)];
        }

        @Override
        int compared(JdkStreamNode key, int hash) {
            return compared(key.className, hash);
        }

        @Override
        int comparedAtWorst() {
            return compared("", 0);
        }

        @Override
        int compared(Object key, int hash) {
            return chains[(hash & Integer.MAX_VALUE) % chains.length]++;
        }
    }

    /** Goes from slot to slot; how far all keys go together does not depend on their order. */
    static final class Runs extends JdkStreamTable {
        private final int slots;
        private final BitSet taken;

        Runs(int keys) {
            slots = 2 * Math.max(1, keys);
            taken = new BitSet(slots);
        }

        @Override
        int compared(JdkStreamNode key, int hash) {
            return compared(key.className, hash);
        }

        @Override
        int comparedAtWorst() {
            return compared("", 0);
        }

        @Override
        int compared(Object key, int hash) {
            int first = Math.floorMod(hash, slots);
            int free = taken.nextClearBit(first);
            int steps = free - first;
            if (free >= slots) {
                free = taken.nextClearBit(0);
                steps = slots - first + free;
            }
            taken.set(free);
            return steps;
        }
    }
}
