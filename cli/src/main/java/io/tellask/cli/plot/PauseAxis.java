package io.tellask.cli.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lengths of pauses, on a linear or a logarithmic scale that has room for the longest. Immutable. */
final class PauseAxis {
    /** The powers of ten below the longest that a logarithmic scale shows; what is shorter lies on its start. */
    private static final int MOST_DECADES = 6;

    private static final int LINEAR_TICKS = 5;

    private final boolean logarithmic;
    private final double fromNanos;
    private final double toNanos;
    private final double step;

    private PauseAxis(boolean logarithmic, double fromNanos, double toNanos, double step) {
        this.logarithmic = logarithmic;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.step = step;
    }

    static PauseAxis linear(long longestNanos) {
        double rough = Math.max(1, longestNanos) / (double) LINEAR_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double factor = rough / power;
        double step = power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
        return new PauseAxis(false, 0, step * Math.ceil(Math.max(1, longestNanos) / step - 1e-9), step);
    }

    static PauseAxis logarithmic(long shortestNanos, long longestNanos) {
        double to = Math.ceil(Math.log10(Math.max(10, longestNanos)) - 1e-9);
        double from = Math.max(to - MOST_DECADES, Math.floor(Math.log10(Math.max(1, shortestNanos))));
        return new PauseAxis(true, Math.pow(10, Math.min(from, to - 1)), Math.pow(10, to), 10);
    }

    /** Where a length is: 0 at the start, 1 at the end. */
    double fraction(long nanos) {
        double fraction = logarithmic
                ? Math.log10(Math.max(1, nanos) / fromNanos) / Math.log10(toNanos / fromNanos)
                : nanos / toNanos;
        return Math.clamp(fraction, 0, 1);
    }

    /** The lengths that are written beside the axis. */
    List<Long> ticks() {
        List<Long> ticks = new ArrayList<>();
        for (double at = fromNanos; at <= toNanos * 1.000_001; at = logarithmic ? at * step : at + step) {
            ticks.add(Math.round(at));
        }
        return ticks;
    }

    /** A length with its unit: {@code 2.5 ms}. */
    static String label(long nanos) {
        if (nanos == 0) {
            return "0";
        }
        return nanos >= 1_000_000_000
                ? number(nanos / 1e9) + " s"
                : nanos >= 1_000_000
                        ? number(nanos / 1e6) + " ms"
                        : nanos >= 1_000 ? number(nanos / 1e3) + " us" : nanos + " ns";
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value)
                        .replaceFirst("\\.?0+$", "");
    }
}
