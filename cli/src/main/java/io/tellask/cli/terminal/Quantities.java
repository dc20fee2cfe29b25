package io.tellask.cli.terminal;

import io.tellask.text.SafeText;
import java.util.Locale;

/** Times, sizes and names for people to read. Stateless. */
public final class Quantities {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** From here on a number is written by its first digits and its exponent. */
    static final double FIRST_EXPONENTIAL = 1e15;

    private Quantities() {}

    /** Milliseconds as {@code 7ms}, {@code 1.5s}, {@code 3m}, {@code 2h} or {@code 5d}. */
    public static String time(long millis) {
        if (millis < SECOND) {
            return millis + "ms";
        }
        if (millis < MINUTE) {
            return String.format(Locale.ROOT, "%.1fs", (double) millis / SECOND);
        }
        return millis < HOUR ? millis / MINUTE + "m" : millis < DAY ? millis / HOUR + "h" : millis / DAY + "d";
    }

    /**
     * A number with so many digits behind its point, such as {@code 1,234.5}; from {@value #FIRST_EXPONENTIAL} on as {@code 1.2e+300}, as it would else fill lines.
     */
    public static String decimal(double number, int digits) {
        return String.format(Locale.ROOT, Math.abs(number) < FIRST_EXPONENTIAL ? "%,." + digits + "f" : "%.1e", number);
    }

    /** Bytes as {@code 512}, {@code 1.5K}, {@code 3.0M} or {@code 1.2G}. */
    public static String size(long bytes) {
        if (bytes < 1L << 10) {
            return Long.toString(bytes);
        }
        int shift = bytes < 1L << 20 ? 10 : bytes < 1L << 30 ? 20 : 30;
        return String.format(Locale.ROOT, "%.1f%s", (double) bytes / (1L << shift), "KMG".charAt(shift / 10 - 1));
    }

    /** A name that others chose. */
    public static String printable(String name) {
        return SafeText.of(name);
    }
}
