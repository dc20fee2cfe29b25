package io.tellask.bench.report;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much work goes into a figure.
 *
 * @param rounds how often each contender has its turn
 * @param warmUp time before each measurement, in the same processes
 * @param measured time of each measurement
 * @param messages upper bound of messages in a warm-up and in a measurement
 * @param sizes entries in the maps of the store suite, one after the other; the kv suite takes the first
 */
public record Effort(int rounds, Duration warmUp, Duration measured, long messages, List<Integer> sizes) {
    private static final int MILLION = 1_000_000;

    /** For figures that are published. */
    public static final Effort FULL =
            new Effort(5, Duration.ofSeconds(8), Duration.ofSeconds(5), Long.MAX_VALUE, List.of(MILLION, 15 * MILLION));

    /** A first look within about a minute; peers are not warm after so short a time. */
    public static final Effort QUICK =
            new Effort(1, Duration.ofMillis(900), Duration.ofMillis(900), Long.MAX_VALUE, List.of(MILLION));

    /** A few thousand messages, so that the benches are tried whenever the tests run. */
    public static final Effort TINY =
            new Effort(1, Duration.ofSeconds(5), Duration.ofSeconds(5), 3_000, List.of(2_000));

    public Effort {
        sizes = List.copyOf(sizes);
    }

    /** The same with another number of rounds. */
    public Effort withRounds(int rounds) {
        return new Effort(rounds, warmUp, measured, messages, sizes);
    }

    /** The same with other numbers of entries. */
    public Effort withUsers(List<Integer> sizes) {
        return new Effort(rounds, warmUp, measured, messages, sizes);
    }

    /** Whether this is more than a first look or a try, whatever the number of rounds. */
    public boolean isFull() {
        return messages == Long.MAX_VALUE && warmUp.equals(FULL.warmUp);
    }

    /** Entries of the smallest map. */
    public int users() {
        return sizes.getFirst();
    }

    /** The same with another time for each measurement. */
    public Effort withSeconds(int seconds) {
        return new Effort(rounds, warmUp, Duration.ofSeconds(seconds), messages, sizes);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rounds", rounds);
        json.put("warmUpMillis", warmUp.toMillis());
        json.put("measuredMillis", measured.toMillis());
        json.put("messages", messages);
        json.put("users", sizes);
        return json;
    }
}
