package io.tellask.bench.report;

import java.util.Locale;

/** Says how far a bench is and how long it will take. Used by one thread. */
public final class Eta {
    private final int all;
    private final long start = System.nanoTime();
    private int taken;

    /** @param all turns to come */
    public Eta(int all) {
        this.all = all;
    }

    /** The text of the next turn, as in {@code 3/40, 55 s left}. */
    public String next() {
        double seconds = (System.nanoTime() - start) / 1e9;
        String left = taken == 0 ? "" : String.format(Locale.ROOT, ", %.0f s left", seconds / taken * (all - taken));
        taken++;
        return taken + "/" + all + left;
    }
}
