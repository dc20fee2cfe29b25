package io.tellask.bench.harness;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one turn of a contender came to in one case. Immutable.
 *
 * @param value the figure itself, in its unit
 * @param numbers whatever else was counted, by name
 */
public record Run(String caseLabel, String contender, Unit unit, double value, Map<String, Double> numbers) {
    /** CPU nanoseconds per operation. */
    public static final String CPU = "cpuNanosPerOp";

    /** Bytes per operation, written or encoded. */
    public static final String BYTES = "bytes";

    /** Bytes allocated per operation. */
    public static final String ALLOCATED = "allocatedBytesPerOp";

    /** Nanoseconds from core to core before the turn. */
    public static final String CORE_TO_CORE = "coreToCoreNanos";

    /** A run of which only the value is known. */
    public static Run of(String caseLabel, String contender, Unit unit, double value) {
        return new Run(caseLabel, contender, unit, value, Map.of());
    }

    /** The same with one more number. */
    public Run with(String name, double number) {
        Map<String, Double> more = new TreeMap<>(numbers);
        more.put(name, number);
        return new Run(caseLabel, contender, unit, value, more);
    }
}
