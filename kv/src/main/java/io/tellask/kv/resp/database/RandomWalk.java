package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreLimitException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys picked at random: a scan over the database that moves on by a random number of records for each key, and begins anew at its end. Over
 * many picks every key is as likely as another; two picks in a row were written at about the same time. A search that takes more than a portion has the scan for
 * itself meanwhile. Belongs to the loop.
 */
public final class RandomWalk {
    /** Longest step, and longest way to the first key. */
    private static final int FIRST_STEP = 4096;

    private static final int STEP = 32;

    /** Walks that one search begins: the second takes the first key that is there. */
    private static final int MOST_BEGINNINGS = 2;

    private final RandomGenerator random;
    private final Set<Search> busy = new HashSet<>();
    private @Nullable Scan<byte[], byte[]> scan;

    RandomWalk(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Begins to look for a key.
     *
     * @param map null where nothing was ever written
     * @param there whether a key of the map counts
     * @param otherwise a key to take where none was found, or null
     */
    Search search(
            @Nullable DurableMap<byte[], byte[]> map, Predicate<byte[]> there, Supplier<byte @Nullable []> otherwise) {
        return new Search(map, there, otherwise);
    }

    /** One call of RANDOMKEY. */
    public final class Search implements KeySearch {
        private final @Nullable DurableMap<byte[], byte[]> map;
        private final Predicate<byte[]> there;
        private final Supplier<byte @Nullable []> otherwise;
        private @Nullable Scan<byte[], byte[]> walk; // while it is under way
        private boolean joined;
        private int beginnings;
        private boolean met; // keys, in the walk that began last
        private long skip;
        private long passedBytes;
        private byte @Nullable [] found;

        private Search(
                @Nullable DurableMap<byte[], byte[]> map,
                Predicate<byte[]> there,
                Supplier<byte @Nullable []> otherwise) {
            this.map = map;
            this.there = there;
            this.otherwise = otherwise;
        }

        /** The key once this has ended; null if there is none. */
        public byte @Nullable [] key() {
            return found == null ? otherwise.get() : found;
        }

        @Override
        public long passedBytes() {
            return passedBytes;
        }

        @Override
        public boolean goOn(long mostBytes) {
            if (map == null) {
                return true;
            }
            Scan<byte[], byte[]> current = walk == null ? begin(map) : walk;
            long before = current.passedBytes();
            try {
                return advance(current, before + mostBytes);
            } catch (StoreLimitException tooManyChanges) {
                close();
                return beginnings == MOST_BEGINNINGS;
            } catch (RuntimeException | Error failed) {
                close();
                throw failed;
            } finally {
                passedBytes += current.passedBytes() - before;
            }
        }

        /** Goes on with the scan that the search before left, once; then with new ones. */
        private Scan<byte[], byte[]> begin(DurableMap<byte[], byte[]> known) {
            Scan<byte[], byte[]> current = joined ? null : scan;
            joined = true;
            if (current == null) {
                current = known.scan();
                skip = beginnings == 0 ? random.nextLong(Math.clamp(known.size(), 1, FIRST_STEP)) : 0;
                beginnings++;
                met = false;
            } else {
                scan = null;
                skip = random.nextLong(STEP);
            }
            walk = current;
            busy.add(this);
            return current;
        }

        private boolean advance(Scan<byte[], byte[]> current, long end) {
            while (true) {
                long room = end - current.passedBytes();
                if (room <= 0 || !current.nextWithin(room)) {
                    current.rest();
                    if (!current.hasEnded()) {
                        return false;
                    }
                    close();
                    return beginnings > 0 && !met || beginnings == MOST_BEGINNINGS;
                }
                met = true;
                byte[] key = skip-- <= 0 ? current.key() : null;
                if (key != null && there.test(key)) {
                    found = key;
                    leave(current);
                    return true;
                }
            }
        }

        /** Leaves the scan to the next search. */
        private void leave(Scan<byte[], byte[]> current) {
            if (scan == null) {
                scan = current;
                walk = null;
                busy.remove(this);
            } else {
                close();
            }
        }

        @Override
        public void close() {
            Scan<byte[], byte[]> current = walk;
            if (current != null) {
                walk = null;
                busy.remove(this);
                current.close();
            }
        }
    }

    /** Searches that are under way. */
    int count() {
        return busy.size();
    }

    /** Ends the walks; the next key begins a new one. */
    void close() {
        Set.copyOf(busy).forEach(Search::close);
        Scan<byte[], byte[]> left = scan;
        if (left != null) {
            left.close();
            scan = null;
        }
    }
}
