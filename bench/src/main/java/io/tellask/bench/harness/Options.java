package io.tellask.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a bench is to run: read from the command line, then asked by the suites. Filled by one thread. */
public final class Options {
    /** All options, for a usage text. */
    public static final String USAGE =
            "[--quick | --tiny] [--json FILE] [--contender NAME,…] [--case NAME,…] [--rounds N] [--seconds N]"
                    + " [--users N,…] [--collector g1|parallel] [--results DIR]";

    private static final int MILLION = 1_000_000;

    /** How much work goes into a figure. */
    public enum Effort {
        /** For figures that are published. */
        FULL(8_000, 5_000, Long.MAX_VALUE, List.of(MILLION, 15 * MILLION)),
        /** A first look within a minute or two; nothing is warm after so short a time. */
        QUICK(900, 900, Long.MAX_VALUE, List.of(MILLION)),
        /** A few thousand messages, so that the benches are tried whenever the tests run. */
        TINY(5_000, 5_000, 3_000, List.of(2_000));

        private final int warmUpMillis;
        private final int measuredMillis;
        private final long messages;

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<Integer> users;

        Effort(int warmUpMillis, int measuredMillis, long messages, List<Integer> users) {
            this.warmUpMillis = warmUpMillis;
            this.measuredMillis = measuredMillis;
            this.messages = messages;
            this.users = users;
        }
    }

    /** A collector and the heap that goes with it, in the codec suite. */
    public enum Collector {
        /**
         * What the JVM takes by itself on a machine of some size; its heap does not grow, since the first touch of each
         * new page would cost decoding more than the work itself.
         */
        G1("-Xms1g", "-Xmx1g"),
        /** Cheaper to store references for, in a young generation that holds millions of messages. */
        PARALLEL("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g", "-Xmn600m");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> jvmFlags;

        Collector(String... jvmFlags) {
            this.jvmFlags = List.of(jvmFlags);
        }

        public List<String> jvmFlags() {
            return jvmFlags;
        }
    }

    private Effort effort = Effort.FULL;
    private Collector collector = Collector.G1;
    private int rounds;
    private int seconds;
    private @Nullable Path json;
    private @Nullable Path results;
    private List<Integer> users = List.of();
    private final List<String> contenders = new ArrayList<>();
    private final List<String> cases = new ArrayList<>();

    private Options() {}

    /**
     * Reads command-line arguments.
     *
     * @throws IllegalArgumentException if an option is unknown or lacks its value; the text says which
     */
    public static Options parse(List<String> arguments) {
        Options options = new Options();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            options.take(rest.next(), rest);
        }
        return options;
    }

    private void take(String option, Iterator<String> rest) {
        switch (option) {
            case "--quick" -> effort = Effort.QUICK;
            case "--tiny" -> effort = Effort.TINY;
            case "--json" -> json = Path.of(value(option, rest));
            case "--results" -> results = Path.of(value(option, rest));
            case "--contender" -> contenders.addAll(List.of(value(option, rest).split(",")));
            case "--case" -> cases.addAll(List.of(value(option, rest).split(",")));
            case "--rounds" -> rounds = number(option, value(option, rest));
            case "--seconds" -> seconds = number(option, value(option, rest));
            case "--users" ->
                users = Stream.of(value(option, rest).split(","))
                        .map(text -> number(option, text))
                        .toList();
            case "--collector" -> collector = collector(option, value(option, rest));
            default -> throw new IllegalArgumentException("unknown option: option=" + option + "; " + USAGE);
        }
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException("value missing: option=" + option + "; " + USAGE);
        }
        return rest.next();
    }

    private static int number(String option, String text) {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number: option=" + option + ", value=" + text, e);
        }
        throw new IllegalArgumentException("not positive: option=" + option + ", value=" + text);
    }

    private static Collector collector(String option, String name) {
        return Arrays.stream(Collector.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown collector: option=" + option + ", value="
                        + name + "; one of "
                        + Arrays.stream(Collector.values())
                                .map(each -> each.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))));
    }

    /** Where the raw results go, if anywhere. */
    public @Nullable Path json() {
        return json;
    }

    /** A folder that keeps the runs of this call beside those of earlier ones, all of which the report is made of. */
    public @Nullable Path results() {
        return results;
    }

    /** Whether warm-up and work are those of published figures, whatever the number of rounds. */
    public boolean isFull() {
        return effort == Effort.FULL;
    }

    public boolean isQuick() {
        return effort == Effort.QUICK;
    }

    public boolean isTiny() {
        return effort == Effort.TINY;
    }

    /** How often each contender has its turn: so often in a full run, if nothing else was asked for, and else once. */
    public int rounds(int full) {
        return rounds > 0 ? rounds : isFull() ? full : 1;
    }

    /** Time before each measurement, in the same processes. */
    public Duration warmUp() {
        return Duration.ofMillis(effort.warmUpMillis);
    }

    /** Time of each measurement. */
    public Duration measured() {
        return seconds > 0 ? Duration.ofSeconds(seconds) : Duration.ofMillis(effort.measuredMillis);
    }

    /** Upper bound of messages in a warm-up and in a measurement. */
    public long messages() {
        return effort.messages;
    }

    /** Entries of maps, one size after the other. */
    public List<Integer> users() {
        return users.isEmpty() ? effort.users : users;
    }

    public Collector collector() {
        return collector;
    }

    /** Names to run, all if empty. */
    public List<String> contenders() {
        return List.copyOf(contenders);
    }

    /** Labels to run, all if empty. */
    public List<String> cases() {
        return List.copyOf(cases);
    }

    public boolean wantsContender(String name) {
        return contenders.isEmpty() || contenders.contains(name);
    }

    /** Whether a case is asked for by any of these names: its own, or those of what it belongs to. */
    public boolean wantsCase(String... names) {
        return cases.isEmpty() || Stream.of(names).anyMatch(cases::contains);
    }

    /** The numbers behind a run with so many rounds, for the report. */
    public Map<String, Object> toJson(int full) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        numbers.put("rounds", rounds(full));
        numbers.put("warmUpMillis", warmUp().toMillis());
        numbers.put("measuredMillis", measured().toMillis());
        numbers.put("messages", messages());
        numbers.put("users", users());
        return numbers;
    }
}
