package io.tellask.bench.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one turn of a contender came to in one case. Immutable.
 *
 * @param unit of the value; more of what ends in {@code /s} is better, less of anything else
 * @param value the figure itself, in its unit
 * @param numbers whatever else was counted, by name
 */
public record Run(String label, String contender, String unit, double value, Map<String, Double> numbers) {
    /** CPU nanoseconds per operation. */
    public static final String CPU = "cpuNanosPerOp";

    /** CPU time per operation of the serving process alone. */
    public static final String SERVER_CPU = "serverCpuNanosPerOp";

    /** Bytes per operation, written or encoded. */
    public static final String BYTES = "bytes";

    /** Bytes allocated per operation. */
    public static final String ALLOCATED = "allocatedBytesPerOp";

    /** Nanoseconds from core to core before the turn. */
    public static final String CORE_TO_CORE = "coreToCoreNanos";

    /** Milliseconds of a whole run. */
    public static final String MILLIS = "millis";

    public static final String OPERATIONS_A_SECOND = "operations/s";
    public static final String MICROSECONDS = "us";
    public static final String SECONDS = "s";

    private static final String SEPARATOR = "\t";
    private static final String BETWEEN_RUNS = "|";

    /** A run of which only the value is known. */
    public static Run of(String label, String contender, String unit, double value) {
        return new Run(label, contender, unit, value, Map.of());
    }

    /** The same with one more number. */
    public Run with(String name, double number) {
        Map<String, Double> more = new TreeMap<>(numbers);
        more.put(name, number);
        return new Run(label, contender, unit, value, more);
    }

    /** The same in another case or of another contender. */
    public Run as(String newLabel, String newContender) {
        return new Run(newLabel, newContender, unit, value, numbers);
    }

    /** A number, the value itself where the name is empty; NaN if there is none. */
    public double number(String name) {
        return name.isEmpty() ? value : numbers.getOrDefault(name, Double.NaN);
    }

    /** Several runs in one line. */
    public static String toLine(List<Run> runs) {
        return runs.stream().map(Run::toLine).collect(Collectors.joining(BETWEEN_RUNS));
    }

    /** Reads a line of several runs. */
    public static List<Run> parseAll(String line) {
        return Arrays.stream(line.split(Pattern.quote(BETWEEN_RUNS)))
                .map(Run::parse)
                .toList();
    }

    /** One line that {@link #parse} reads: case, contender, unit, value, then {@code NAME=NUMBER}, with tabs between. */
    public String toLine() {
        String all = String.join(SEPARATOR, label, contender, unit, Double.toString(value));
        return numbers.entrySet().stream()
                .map(each -> SEPARATOR + each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("", all, ""));
    }

    /** Reads a line of {@link #toLine}. */
    public static Run parse(String line) {
        String[] words = line.split(SEPARATOR);
        Map<String, Double> numbers = Arrays.stream(words, 4, words.length)
                .map(word -> word.split("="))
                .collect(Collectors.toMap(
                        pair -> pair[0], pair -> Double.parseDouble(pair[1]), (a, b) -> b, TreeMap::new));
        return new Run(words[0], words[1], words[2], Double.parseDouble(words[3]), numbers);
    }
}
