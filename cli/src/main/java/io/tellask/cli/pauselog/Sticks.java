package io.tellask.cli.pauselog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The longest pause of each stretch of time, in constant memory: there are at most {@link #MOST} stretches, of a millisecond each at first and of
 * twice the length whenever they become too many. Not thread-safe.
 */
public final class Sticks {
    /** The most stretches: more than a plot has pixels. */
    static final int MOST = 4_096;

    private static final long FIRST_WIDTH_NANOS = 1_000_000;

    private long widthNanos = FIRST_WIDTH_NANOS;

    /** The stretch with number n is at n modulo {@link #MOST}. */
    private long[] longest = new long[MOST];

    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /** The longest pause that began within a stretch of time. Immutable. */
    public record Stick(long startNanos, long nanos) {}

    void add(Pause pause) {
        long stretch = Math.floorDiv(pause.startNanos(), widthNanos);
        while (Math.max(last, stretch) - Math.min(first, stretch) >= MOST) {
            widen();
            stretch = Math.floorDiv(pause.startNanos(), widthNanos);
        }
        first = Math.min(first, stretch);
        last = Math.max(last, stretch);
        put(longest, stretch, pause.nanos());
    }

    private void widen() {
        long[] wider = new long[MOST];
        for (long stretch = first; stretch <= last; stretch++) {
            put(wider, Math.floorDiv(stretch, 2), longest[Math.floorMod(stretch, MOST)]);
        }
        longest = wider;
        widthNanos *= 2;
        first = Math.floorDiv(first, 2);
        last = Math.floorDiv(last, 2);
    }

    private static void put(long[] stretches, long stretch, long nanos) {
        int at = Math.floorMod(stretch, MOST);
        stretches[at] = Math.max(stretches[at], nanos);
    }

    /** The sticks in order of time. */
    public List<Stick> all() {
        List<Stick> sticks = new ArrayList<>();
        for (long stretch = first; stretch <= last; stretch++) {
            long nanos = longest[Math.floorMod(stretch, MOST)];
            if (nanos > 0) {
                sticks.add(new Stick(stretch * widthNanos, nanos));
            }
        }
        return sticks;
    }

    /** How long the stretches are. */
    public long widthNanos() {
        return widthNanos;
    }

    @Override
    public String toString() {
        return "Sticks[widthNanos=" + widthNanos + ", "
                + Arrays.stream(longest).filter(each -> each > 0).count() + "]";
    }
}
