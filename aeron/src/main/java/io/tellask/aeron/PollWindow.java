package io.tellask.aeron;

import java.util.concurrent.TimeUnit;

/**
 * How long a loop looks for more by itself after a read, instead of being woken: where one message answers another, the next one comes sooner than a
 * thread wakes up. Windows in which nothing came have the next reads do without, up to 16. Used on one loop.
 *
 * <p>Two loops that both sleep answer each other late, and so each sleeps again. Therefore the window after those 16 reads is a long one, in which a loop that is
 * woken answers; if something comes, the next windows are long, too, until the other side has one at the same time and answers soon. Where that does
 * not happen, as with messages that are sent by the clock, more and more reads do without.
 */
final class PollWindow {
    /** A fifth of what it takes to be woken. */
    static final long SHORT_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Twice of it. */
    static final long LONG_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** How many long windows follow each other: twice the reads after which the other side has one. */
    static final int LONG_READS = 32;

    /** After so many answers in a row a window in which nothing came was a disturbance, and long ones follow at once. */
    static final int STREAK = 8;

    private static final int MOST_MISSES = 4;
    private static final int MOST_WITHOUT = 512;

    private boolean open;
    private long startNanos;
    private int misses; // short windows in a row in which nothing came, as far as that matters
    private int readsWithout; // before the next window
    private int without = 1 << MOST_MISSES; // reads before the next long ones
    private int streak; // answers in a row, as far as that matters
    private int longReads; // left of the long windows, 0 where they are short

    /** Something was read. */
    void read(long nowNanos) {
        if (open) {
            if (nowNanos - startNanos < SHORT_NANOS) {
                misses = 0;
                streak = Math.min(streak + 1, STREAK);
                longReads = 0;
                without = 1 << MOST_MISSES;
            } else if (longReads > 0 && --longReads == 0) {
                giveUp();
            }
        }
        open = readsWithout == 0;
        startNanos = nowNanos;
        readsWithout = Math.max(0, readsWithout - 1);
    }

    /** Whether to look again at once, where nothing was there. */
    boolean isOpen(long nowNanos) {
        if (open && nowNanos - startNanos >= (longReads > 0 ? LONG_NANOS : SHORT_NANOS)) {
            open = false;
            if (longReads > 0) {
                giveUp();
            } else {
                missed();
            }
        }
        return open;
    }

    private void missed() {
        if (streak == STREAK) {
            streak = 0;
            longReads = LONG_READS;
            return;
        }
        streak = 0;
        misses = Math.min(misses + 1, MOST_MISSES);
        readsWithout = 1 << misses;
        if (misses == MOST_MISSES) {
            longReads = LONG_READS;
        }
    }

    private void giveUp() {
        readsWithout = without;
        without = Math.min(2 * without, MOST_WITHOUT);
        longReads = LONG_READS;
    }
}
