package io.tellask.cli.hostile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What a well-behaved client met, or several of them: then how long turns took is judged of each by itself. Not thread-safe. */
final class BystanderReport {
    private static final int KEPT_TEXTS = 5;
    private static final int TEXT_CHARS = 300;

    private final String name;
    private final List<BystanderReport> parts = new ArrayList<>();
    private long[] nanos = new long[1024];
    private int turns;
    private int faults;
    private int wrongValues;
    private final List<String> texts = new ArrayList<>();

    BystanderReport(String name) {
        this.name = name;
    }

    /** The client that this is about. */
    String name() {
        return name;
    }

    void add(long durationNanos) {
        if (turns == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * turns);
        }
        nanos[turns++] = durationNanos;
    }

    void fault(String text) {
        faults++;
        keep(text);
    }

    void wrong(String text) {
        wrongValues++;
        keep(text);
    }

    private void keep(String text) {
        if (texts.size() < KEPT_TEXTS) {
            texts.add(text.substring(0, Math.min(TEXT_CHARS, text.length())));
        }
    }

    void add(BystanderReport other) {
        parts.add(other);
        turns += other.turns;
        faults += other.faults;
        wrongValues += other.wrongValues;
        other.texts.forEach(this::keep);
    }

    int turns() {
        return turns;
    }

    int faults() {
        return faults;
    }

    int wrongValues() {
        return wrongValues;
    }

    /** Some of the faults and wrong values in words. */
    List<String> texts() {
        return texts;
    }

    /** The client of which the given share of the turns took longest. */
    BystanderReport slowest(double share) {
        return parts.stream()
                .max(Comparator.comparingDouble(part -> part.millis(share)))
                .orElse(this);
    }

    /** How long the given share of the turns took at most, in milliseconds, of the client that waited longest; 0 if there were none. */
    double millis(double share) {
        if (!parts.isEmpty()) {
            return slowest(share).millis(share);
        }
        long[] sorted = Arrays.copyOf(nanos, turns);
        Arrays.sort(sorted);
        return turns == 0 ? 0 : sorted[Math.min(turns - 1, (int) (turns * share))] / 1e6;
    }
}
