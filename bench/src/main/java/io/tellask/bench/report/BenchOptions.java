package io.tellask.bench.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What a bench is to run. Immutable.
 *
 * @param effort how long and how often
 * @param json where the raw results go
 * @param results a folder that keeps the runs of this call beside those of earlier ones, all of which the report is made of
 * @param contenders names to run, all if empty
 * @param cases labels to run, all if empty
 * @param collector the garbage collector of the codec suite's processes
 */
public record BenchOptions(
        Effort effort,
        Optional<Path> json,
        Optional<Path> results,
        List<String> contenders,
        List<String> cases,
        Collector collector) {

    /** The options that every bench takes, for a usage text. */
    public static final String USAGE =
            "[--quick | --tiny] [--json FILE] [--contender NAME,…] [--case NAME,…] [--rounds N] [--seconds N]"
                    + " [--users N,…] [--collector g1|parallel] [--results DIR]";

    /** A collector and the heap that goes with it. */
    public enum Collector {
        /**
         * What the JVM takes by itself on a machine of some size; its heap does not grow, since the first touch of each
         * new page would cost decoding more than the work itself.
         */
        G1(List.of("-Xms1g", "-Xmx1g")),
        /** Cheaper to store references for, in a young generation that holds millions of messages. */
        PARALLEL(List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g", "-Xmn600m"));

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> jvmFlags;

        Collector(List<String> jvmFlags) {
            this.jvmFlags = jvmFlags;
        }

        public List<String> jvmFlags() {
            return jvmFlags;
        }

        static Collector of(String name) {
            return Arrays.stream(values())
                    .filter(each -> each.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown collector: option=--collector, value=" + name + "; one of g1, parallel"));
        }
    }

    public BenchOptions {
        contenders = List.copyOf(contenders);
        cases = List.copyOf(cases);
    }

    /** All contenders and cases, no file. */
    public static BenchOptions of(Effort effort) {
        return new BenchOptions(effort, Optional.empty(), Optional.empty(), List.of(), List.of(), Collector.G1);
    }

    /**
     * Reads command-line arguments.
     *
     * @throws IllegalArgumentException if an option is unknown or lacks its value; the text says which
     */
    public static BenchOptions parse(List<String> arguments) {
        Effort effort =
                arguments.contains("--tiny") ? Effort.TINY : arguments.contains("--quick") ? Effort.QUICK : Effort.FULL;
        Path json = null;
        Path results = null;
        List<String> contenders = new ArrayList<>();
        List<String> cases = new ArrayList<>();
        Collector collector = Collector.G1;
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            switch (option) {
                case "--quick", "--tiny" -> {}
                case "--json" -> json = Path.of(value(option, rest));
                case "--results" -> results = Path.of(value(option, rest));
                case "--contender" ->
                    contenders.addAll(List.of(value(option, rest).split(",")));
                case "--case" -> cases.addAll(List.of(value(option, rest).split(",")));
                case "--rounds" -> effort = effort.withRounds(number(option, rest));
                case "--users" -> effort = effort.withUsers(numbers(option, rest));
                case "--seconds" -> effort = effort.withSeconds(number(option, rest));
                case "--collector" -> collector = Collector.of(value(option, rest));
                default -> throw new IllegalArgumentException("unknown option: option=" + option + "; " + USAGE);
            }
        }
        return new BenchOptions(
                effort, Optional.ofNullable(json), Optional.ofNullable(results), contenders, cases, collector);
    }

    /** The same options for the named contenders and cases only; an empty list means all. */
    public BenchOptions only(List<String> contenders, List<String> cases) {
        return new BenchOptions(effort, json, results, contenders, cases, collector);
    }

    public boolean wantsContender(String name) {
        return contenders.isEmpty() || contenders.contains(name);
    }

    public boolean wantsCase(String label) {
        return cases.isEmpty() || cases.contains(label);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException("value missing: option=" + option + "; " + USAGE);
        }
        return rest.next();
    }

    private static List<Integer> numbers(String option, Iterator<String> rest) {
        List<Integer> numbers = new ArrayList<>();
        for (String text : value(option, rest).split(",")) {
            numbers.add(number(option, text));
        }
        return numbers;
    }

    private static int number(String option, Iterator<String> rest) {
        return number(option, value(option, rest));
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
}
