package io.tellask.bench.harness;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a bench is to run, as the command line says: how much work, and the values of options by their names. Immutable. */
public record Options(Effort effort, Map<String, String> values) {
    /** All options, for a usage text. */
    public static final String USAGE =
            "[--quick | --tiny] [--json FILE] [--html FILE] [--contender NAME,…] [--case NAME,…] [--rounds N] [--seconds N]"
                    + " [--users N,…] [--collector g1|parallel] [--results DIR] [--plot FILE]";

    /** Stands among the values in a run of every suite. */
    private static final String ALL_SUITES = "all";

    private static final Set<String> VALUED = Set.of(
            "--json",
            "--html",
            "--contender",
            "--case",
            "--rounds",
            "--seconds",
            "--users",
            "--collector",
            "--results",
            "--plot");

    /**
     * The collector of the codec suite and its heap, which does not grow: the first touch of each new page would cost decoding more than the
     * work itself. The parallel one stores references cheaper, in a young generation that holds millions of messages.
     */
    private static final Map<String, List<String>> COLLECTORS = Map.of(
            "g1", List.of("-Xms1g", "-Xmx1g"),
            "parallel", List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g", "-Xmn600m"));

    /**
     * How much work goes into a figure.
     *
     * <p>Full for figures that are published; quick for a first look within a minute or two, after which nothing is warm; tiny, a few
     * thousand messages, so that the benches are tried whenever the tests run.
     */
    public enum Effort {
        FULL,
        QUICK,
        TINY
    }

    /**
     * Reads command-line arguments.
     *
     * @throws IllegalArgumentException if an option is unknown, lacks its value or has a wrong one; the text says which
     */
    public static Options parse(List<String> arguments) {
        Effort effort = Effort.FULL;
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String option = arguments.get(i);
            if (option.equals("--quick") || option.equals("--tiny")) {
                Effort asked = option.equals("--quick") ? Effort.QUICK : Effort.TINY;
                if (effort != Effort.FULL && effort != asked) {
                    throw new IllegalArgumentException("--quick and --tiny exclude each other; leave one out");
                }
                effort = asked;
            } else if (!VALUED.contains(option)) {
                throw new IllegalArgumentException("unknown option: option=" + option + "; " + USAGE);
            } else if (++i == arguments.size()
                    || arguments.get(i).replace(",", "").isBlank()) {
                throw new IllegalArgumentException("value missing: option=" + option + "; " + USAGE);
            } else {
                values.merge(option, arguments.get(i), (one, more) -> one + "," + more);
            }
        }
        Options options = new Options(effort, values);
        options.toJson(1);
        options.collectorFlags();
        return options;
    }

    /** These options for a run of every suite, where a quick one leaves more out. */
    public Options forAllSuites() {
        Map<String, String> more = new HashMap<>(values);
        more.put(ALL_SUITES, "");
        return new Options(effort, more);
    }

    /** Whether only the main contenders of the main cases take part. */
    public boolean isOverview() {
        return effort == Effort.QUICK && values.containsKey(ALL_SUITES);
    }

    /** Whether warm-up and work are those of published figures, whatever the number of rounds. */
    public boolean isFull() {
        return effort == Effort.FULL;
    }

    private <T> T byEffort(T full, T quick, T tiny) {
        return isFull() ? full : effort == Effort.QUICK ? quick : tiny;
    }

    /**
     * The value of {@code --json}, where the raw results go, of {@code --html}, where a page of them goes, of {@code --plot}, where a plot goes, or of {@code --results}, a folder that keeps the runs of this call beside those
     * of earlier ones, all of which the report is made of.
     */
    public @Nullable Path path(String option) {
        String value = values.get(option);
        return value == null ? null : Path.of(value);
    }

    /** How often each contender has its turn: so often in a full run, if nothing else was asked for, and else once. */
    public int rounds(int full) {
        return numbers("--rounds", byEffort("" + full, "1", "1")).getFirst();
    }

    /** Time before each measurement, in the same processes. */
    public long warmUpMillis() {
        return byEffort(8_000, 900, 1_000);
    }

    /** Time of each measurement. */
    public long measuredMillis() {
        return values.containsKey("--seconds")
                ? 1_000L * numbers("--seconds", "").getFirst()
                : byEffort(5_000, 900, 1_000);
    }

    /** Upper bound of messages in a warm-up and in a measurement. */
    public long messages() {
        return effort == Effort.TINY ? 500 : Long.MAX_VALUE;
    }

    /** Entries of maps, one size after the other. */
    public List<Integer> users() {
        return numbers("--users", byEffort("1000000,15000000", "1000000", "2000"));
    }

    /** The JVM flags of the collector that was chosen. */
    public List<String> collectorFlags() {
        String name = values.getOrDefault("--collector", "g1");
        List<String> flags = COLLECTORS.get(name);
        if (flags == null) {
            throw new IllegalArgumentException(
                    "unknown collector: option=--collector, value=" + name + "; one of g1, parallel");
        }
        return flags;
    }

    /** Names to run, all if empty. */
    public List<String> contenders() {
        return words("--contender", "");
    }

    /** Labels to run, all if empty. */
    public List<String> cases() {
        return words("--case", "");
    }

    public boolean wantsContender(String name) {
        return contenders().isEmpty() || contenders().contains(name);
    }

    /** Whether a case is asked for by any of these names: its own, or those of what it belongs to. */
    public boolean wantsCase(String... names) {
        return cases().isEmpty() || Stream.of(names).anyMatch(cases()::contains);
    }

    /** The numbers behind a run with so many rounds, for the report. */
    public Map<String, Object> toJson(int full) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        numbers.put("rounds", rounds(full));
        numbers.put("warmUpMillis", warmUpMillis());
        numbers.put("measuredMillis", measuredMillis());
        numbers.put("messages", messages());
        numbers.put("users", users());
        return numbers;
    }

    private List<String> words(String option, String otherwise) {
        String text = values.getOrDefault(option, otherwise);
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    private List<Integer> numbers(String option, String otherwise) {
        return words(option, otherwise).stream()
                .map(text -> number(option, text))
                .toList();
    }

    private static int number(String option, String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("not a positive number: option=" + option + ", value=" + text);
        }
        return Integer.parseInt(text);
    }
}
