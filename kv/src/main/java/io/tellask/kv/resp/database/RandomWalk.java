package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreException;
import io.tellask.store.StoreLimitException;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys picked at random: a scan over the database that moves on by a random number of records for each key, and begins anew at its end. Over
 * many picks every key is as likely as another; two picks in a row were written at about the same time. Belongs to the loop.
 */
final class RandomWalk {
    /** Longest step, and longest way to the first key. */
    private static final int FIRST_STEP = 4096;

    private static final int STEP = 32;

    private final RandomGenerator random;
    private @Nullable Scan<byte[], byte[]> scan;

    RandomWalk(RandomGenerator random) {
        this.random = random;
    }

    /** A key for which the test holds, or null if none was found. */
    byte @Nullable [] next(DurableMap<byte[], byte[]> map, Predicate<byte[]> there) {
        for (int beginnings = 0; beginnings < 3; beginnings++) {
            byte[] found = step(map, there);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private byte @Nullable [] step(DurableMap<byte[], byte[]> map, Predicate<byte[]> there) {
        Scan<byte[], byte[]> walk = scan;
        long most = STEP;
        if (walk == null) {
            walk = map.scan();
            scan = walk;
            most = Math.clamp(map.size(), 1, FIRST_STEP);
        }
        long skip = random.nextLong(most);
        try {
            while (walk.next()) {
                byte[] key = skip-- <= 0 ? walk.key() : null;
                if (key != null && there.test(key)) {
                    return key;
                }
            }
        } catch (StoreLimitException tooManyChanges) {
            close();
            return null;
        } catch (StoreException failed) {
            close();
            throw failed;
        }
        close();
        return null;
    }

    /** Ends the walk; the next key begins a new one. */
    void close() {
        Scan<byte[], byte[]> walk = scan;
        if (walk != null) {
            walk.close();
            scan = null;
        }
    }
}
