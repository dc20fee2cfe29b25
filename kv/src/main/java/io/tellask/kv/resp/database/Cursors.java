package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreLimitException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The walks of SCAN over one database. Belongs to the loop.
 *
 * <pre>
 *   cursor = sequence number of the last record handed out
 * </pre>
 *
 * Scans hand records out in the order of their sequence numbers, and a record that is written later has a greater one. So a walk may go on
 * in a new scan behind the cursor: what was there all the time either was handed out already or lies behind it. A walk sees each key at
 * most once, unless the key is written to while a new scan has to be made. To make that rare, the scan that a walk has reached is kept open
 * for its next step, {@link #MOST} at a time and the longest unused one the first to go; a cursor that was never given out is as good as any.
 */
public final class Cursors {
    /** Scans kept open for one database. */
    public static final int MOST = 64;

    /** How long one is kept that nobody uses. */
    static final long IDLE_MILLIS = 60_000;

    private static final class Walk {
        private final Scan<byte[], byte[]> scan;
        private long reached;
        private long usedMillis;

        private Walk(Scan<byte[], byte[]> scan) {
            this.scan = scan;
        }
    }

    private final List<Walk> open = new ArrayList<>();

    /** Hands over about so many keys behind a cursor, 0 for the first ones, until the visitor has enough; returns the next cursor, or 0 at the end. */
    long walk(DurableMap<byte[], byte[]> map, long cursor, int count, long nowMillis, Predicate<byte[]> visitor) {
        Walk walk = cursor == 0 ? null : take(cursor);
        try {
            return walk == null ? begin(map, cursor, count, nowMillis, visitor) : goOn(walk, count, nowMillis, visitor);
        } catch (StoreLimitException tooManyChanges) {
            return begin(map, walk == null ? cursor : walk.reached, count, nowMillis, visitor);
        }
    }

    private @Nullable Walk take(long cursor) {
        for (Walk walk : open) {
            if (walk.reached == cursor) {
                open.remove(walk);
                return walk;
            }
        }
        return null;
    }

    private long begin(
            DurableMap<byte[], byte[]> map, long cursor, int count, long nowMillis, Predicate<byte[]> visitor) {
        Walk walk = new Walk(map.scan());
        try {
            while (walk.scan.next()) {
                walk.reached = walk.scan.sequence();
                if (walk.reached > cursor) {
                    boolean goesOn = visitor.test(walk.scan.key());
                    return step(walk, goesOn ? count - 1 : 0, nowMillis, visitor);
                }
            }
        } catch (RuntimeException | Error failed) {
            walk.scan.close();
            throw failed;
        }
        return 0;
    }

    private long goOn(Walk walk, int count, long nowMillis, Predicate<byte[]> visitor) {
        try {
            return step(walk, count, nowMillis, visitor);
        } catch (RuntimeException | Error failed) {
            walk.scan.close();
            throw failed;
        }
    }

    private long step(Walk walk, int count, long nowMillis, Predicate<byte[]> visitor) {
        boolean more = true;
        boolean goesOn = true;
        for (int i = 0; more && goesOn && i < count; i++) {
            more = walk.scan.next();
            if (more) {
                walk.reached = walk.scan.sequence();
                goesOn = visitor.test(walk.scan.key());
            }
        }
        if (!more) {
            return 0;
        }
        keep(walk, nowMillis);
        return walk.reached;
    }

    private void keep(Walk walk, long nowMillis) {
        walk.scan.rest();
        walk.usedMillis = nowMillis;
        open.add(walk);
        if (open.size() > MOST) {
            open.removeFirst().scan.close();
        }
    }

    int count() {
        return open.size();
    }

    /** Ends the walks that nobody has used for a while. */
    void closeIdle(long nowMillis) {
        while (!open.isEmpty() && open.getFirst().usedMillis + IDLE_MILLIS <= nowMillis) {
            open.removeFirst().scan.close();
        }
    }

    /** Ends all walks. */
    void close() {
        open.forEach(walk -> walk.scan.close());
        open.clear();
    }
}
