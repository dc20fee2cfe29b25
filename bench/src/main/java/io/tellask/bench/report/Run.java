package io.tellask.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one turn of a contender came to in one case. Immutable.
 *
 * @param caseLabel the case
 * @param contender the contender
 * @param unit of the value
 * @param value the figure itself
 * @param numbers whatever else was counted, by name; {@link #CPU}, {@link #BYTES} and {@link #CORE_TO_CORE} have places of their own in a figure
 */
public record Run(String caseLabel, String contender, Unit unit, double value, Map<String, Double> numbers) {
    /** CPU nanoseconds of the process per operation. */
    public static final String CPU = "cpuNanosPerOp";

    /** Bytes per operation. */
    public static final String BYTES = "bytes";

    /** Nanoseconds from core to core before the turn. */
    public static final String CORE_TO_CORE = "coreToCoreNanos";

    /** What a value counts. */
    public enum Unit {
        OPERATIONS_A_SECOND("operations/s", true),
        SECONDS("s", false),
        MILLISECONDS("ms", false),
        MEBIBYTES("MiB", false),
        BYTES_A_USER("bytes/user", false);

        private final String text;
        private final boolean higherIsBetter;

        Unit(String text, boolean higherIsBetter) {
            this.text = text;
            this.higherIsBetter = higherIsBetter;
        }

        public String text() {
            return text;
        }

        boolean higherIsBetter() {
            return higherIsBetter;
        }
    }

    public Run {
        numbers = Map.copyOf(numbers);
    }

    /** A run of which only the value is known. */
    public static Run of(String caseLabel, String contender, Unit unit, double value) {
        return new Run(caseLabel, contender, unit, value, Map.of());
    }

    /** The same with one more number. */
    public Run with(String name, double number) {
        Map<String, Double> more = new LinkedHashMap<>(numbers);
        more.put(name, number);
        return new Run(caseLabel, contender, unit, value, more);
    }
}
