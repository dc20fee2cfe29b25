package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.StoreDamagedException;
import io.tellask.store.StoreException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Which keys expire when, so that they are removed soon after. Reads do not need this: the store hides what has expired.
 *
 * <p>At most {@link #MOST} keys are known at a time; once half of them have left, a walk over the database finds the others. An entry whose key
 * was changed since is no harm: who takes it looks again. Belongs to the loop.
 */
final class Expirations {
    /** Entries of one database; about 100 bytes and the key for each. */
    static final int MOST = 1 << 20;

    private record Entry(long millis, byte[] key) {}

    private final PriorityQueue<Entry> queue = new PriorityQueue<>((one, two) -> Long.compare(one.millis, two.millis));
    private boolean overflown;

    /** Notes when a key expires. */
    void add(byte[] key, long millis) {
        if (queue.size() < MOST) {
            queue.add(new Entry(millis, key));
        } else {
            overflown = true;
        }
    }

    /** A key that has expired by now, or null; it is not handed out again. */
    byte @Nullable [] next(long nowMillis) {
        Entry first = queue.peek();
        if (first == null || first.millis > nowMillis) {
            return null;
        }
        queue.remove();
        return first.key;
    }

    /** Removes keys that have expired, up to so many, and tells of each; returns whether there may be more that the disk takes. */
    boolean removeFrom(DurableMap<byte[], byte[]> map, int most, long nowMillis, Runnable expired) {
        for (int i = 0; i < most; i++) {
            byte[] key = next(nowMillis);
            if (key == null) {
                return false;
            }
            try {
                removeIfExpired(map, key, expired);
            } catch (StoreDamagedException damaged) {
                continue; // whoever asks for it is told; others wait behind it
            } catch (StoreException refused) {
                add(key, nowMillis);
                return false;
            }
        }
        return true;
    }

    private static void removeIfExpired(DurableMap<byte[], byte[]> map, byte[] key, Runnable expired) {
        long before = map.size();
        if (!map.containsKey(key)) {
            map.remove(key);
        }
        if (map.size() < before) {
            expired.run();
        }
    }

    int count() {
        return queue.size();
    }

    /** Whether keys are missing here and there is room for many of them; asked once. */
    boolean isToBeFilled() {
        boolean fill = overflown && queue.size() < MOST / 2;
        overflown &= !fill;
        return fill;
    }

    void clear() {
        queue.clear();
        overflown = false;
    }
}
