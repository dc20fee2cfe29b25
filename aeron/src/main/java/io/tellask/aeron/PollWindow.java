package io.tellask.aeron;

import java.util.concurrent.TimeUnit;

/**
 * How long a loop looks for more by itself after a read, instead of being woken: where one message answers another, the next one comes sooner than a
 * thread wakes up. Windows in which nothing came have the next reads, up to 16, do without. Used on one loop.
 */
final class PollWindow {
    /** A fifth of what it takes to be woken. */
    static final long LENGTH_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private static final int MOST_MISSES = 4;

    private boolean open;
    private long endNanos;
    private int misses; // windows in a row in which nothing came, as far as that matters
    private int readsWithout; // before the next window

    /** Something was read. */
    void read(long nowNanos) {
        if (open) {
            misses = 0;
        }
        open = readsWithout == 0;
        endNanos = nowNanos + LENGTH_NANOS;
        readsWithout = Math.max(0, readsWithout - 1);
    }

    /** Whether to look again at once, where nothing was there. */
    boolean isOpen(long nowNanos) {
        if (open && nowNanos - endNanos >= 0) {
            open = false;
            misses = Math.min(misses + 1, MOST_MISSES);
            readsWithout = 1 << misses;
        }
        return open;
    }
}
