package io.tellask.kv.resp.database;

import io.tellask.store.DurableMap;
import io.tellask.store.Scan;
import io.tellask.store.StoreLimitException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    /** Those whose step is under way. */
    private final Set<Walk> busy = new HashSet<>();

    /**
     * Begins to hand over about so many keys behind a cursor, 0 for the first ones, until the visitor has enough.
     *
     * @param map null where nothing was ever written
     * @param first runs before the first portion
     */
    Step walk(
            @Nullable DurableMap<byte[], byte[]> map,
            long cursor,
            int count,
            InstantSource clock,
            Runnable first,
            Predicate<byte[]> visitor) {
        return new Step(map, cursor, count, clock, first, visitor);
    }

    /** One call of SCAN. */
    public final class Step implements KeySearch {
        private final @Nullable DurableMap<byte[], byte[]> map;
        private final InstantSource clock;
        private final Predicate<byte[]> visitor;
        private @Nullable Runnable first;
        private @Nullable Walk walk; // while it is under way
        private long behind; // records up to this number were handed out before
        private int left;
        private boolean begunAgain;
        private long passedBytes;
        private long cursor;

        private Step(
                @Nullable DurableMap<byte[], byte[]> map,
                long cursor,
                int count,
                InstantSource clock,
                Runnable first,
                Predicate<byte[]> visitor) {
            this.map = map;
            this.first = first;
            behind = cursor;
            left = count;
            this.clock = clock;
            this.visitor = visitor;
        }

        /** The next cursor once this has ended; 0 where nothing is left. */
        public long cursor() {
            return cursor;
        }

        @Override
        public long passedBytes() {
            return passedBytes;
        }

        @Override
        public boolean goOn(long mostBytes) {
            Runnable beginning = first;
            if (beginning != null) {
                first = null;
                beginning.run();
            }
            if (map == null) {
                return true;
            }
            Walk current = current(map);
            long before = current.scan.passedBytes();
            try {
                return advance(current, before + mostBytes);
            } catch (StoreLimitException tooManyChanges) {
                close();
                if (begunAgain) {
                    throw tooManyChanges;
                }
                begunAgain = true;
                behind = Math.max(behind, current.reached);
                return false;
            } catch (RuntimeException | Error failed) {
                close();
                throw failed;
            } finally {
                passedBytes += current.scan.passedBytes() - before;
            }
        }

        private Walk current(DurableMap<byte[], byte[]> known) {
            Walk current = walk;
            if (current == null) {
                current = behind == 0 || begunAgain ? null : take(behind);
                if (current == null) {
                    current = new Walk(known.scan());
                }
                walk = current;
                busy.add(current);
            }
            return current;
        }

        private boolean advance(Walk current, long end) {
            Scan<byte[], byte[]> scan = current.scan;
            while (left > 0) {
                long room = end - scan.passedBytes();
                if (room <= 0 || !scan.nextWithin(room)) {
                    scan.rest();
                    if (scan.hasEnded()) {
                        close();
                        return true;
                    }
                    return false;
                }
                current.reached = scan.sequence();
                if (current.reached > behind) {
                    left = visitor.test(scan.key()) ? left - 1 : 0;
                }
            }
            cursor = current.reached;
            busy.remove(current);
            walk = null;
            keep(current, clock.millis());
            return true;
        }

        @Override
        public void close() {
            Walk current = walk;
            if (current != null) {
                walk = null;
                busy.remove(current);
                current.scan.close();
            }
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

    private void keep(Walk walk, long nowMillis) {
        walk.scan.rest();
        walk.usedMillis = nowMillis;
        open.add(walk);
        if (open.size() > MOST) {
            open.removeFirst().scan.close();
        }
    }

    int count() {
        return open.size() + busy.size();
    }

    /** Ends the walks that nobody has used for a while. */
    void closeIdle(long nowMillis) {
        while (!open.isEmpty() && open.getFirst().usedMillis + IDLE_MILLIS <= nowMillis) {
            open.removeFirst().scan.close();
        }
    }

    /** Ends all walks; steps that are under way find nothing more. */
    void close() {
        busy.forEach(walk -> walk.scan.close());
        busy.clear();
        open.forEach(walk -> walk.scan.close());
        open.clear();
    }
}
