package io.tellask.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one contender came to in one case, over all its turns. Filled by one thread. */
public final class Figure {
    private final String caseLabel;
    private final String contender;
    private final String unit;
    private final boolean higherIsBetter;
    private final List<Double> runs = new ArrayList<>();
    private final List<Double> cpuNanos = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();
    private final List<Double> allocatedBytes = new ArrayList<>();
    private final List<Double> coreToCoreNanos = new ArrayList<>();
    private final Map<String, List<Number>> details = new LinkedHashMap<>();

    Figure(String caseLabel, String contender, String unit, boolean higherIsBetter) {
        this.caseLabel = caseLabel;
        this.contender = contender;
        this.unit = unit;
        this.higherIsBetter = higherIsBetter;
    }

    /** Adds one turn: its value in the unit, and per operation its CPU nanoseconds and bytes (NaN if unknown). */
    public void add(double value, double cpuNanosPerOp, double bytesPerOp, double coreToCore) {
        runs.add(value);
        cpuNanos.add(cpuNanosPerOp);
        bytes.add(bytesPerOp);
        coreToCoreNanos.add(coreToCore);
    }

    /** Adds what one turn allocated per operation. */
    public void addAllocation(double bytesPerOp) {
        allocatedBytes.add(bytesPerOp);
    }

    /** Adds one turn's value of something more; the list is a field of the JSON object. */
    public void append(String detail, Number value) {
        details.computeIfAbsent(detail, key -> new ArrayList<>()).add(value);
    }

    /** All turns' values of something more, empty if there are none. */
    public List<Number> details(String detail) {
        return details.getOrDefault(detail, List.of());
    }

    public String caseLabel() {
        return caseLabel;
    }

    public String contender() {
        return contender;
    }

    public String unit() {
        return unit;
    }

    public List<Double> runs() {
        return List.copyOf(runs);
    }

    public double median() {
        return median(runs);
    }

    public double cpuNanosPerOp() {
        return median(cpuNanos);
    }

    /** The median of bytes per operation, NaN if unknown. */
    public double bytes() {
        return median(bytes);
    }

    /** The median of allocated bytes per operation, NaN if unknown. */
    public double allocatedBytesPerOp() {
        return median(allocatedBytes);
    }

    double coreToCore() {
        return median(coreToCoreNanos);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("case", caseLabel);
        json.put("contender", contender);
        json.put("unit", unit);
        json.put("higherIsBetter", higherIsBetter);
        json.put("runs", runs);
        json.put("median", median());
        json.put("cpuNanosPerOp", cpuNanosPerOp());
        json.put("bytes", bytes());
        if (!allocatedBytes.isEmpty()) {
            json.put("allocatedBytesPerOp", allocatedBytesPerOp());
        }
        json.put("cpuNanosRuns", cpuNanos);
        json.put("coreToCoreNanos", coreToCoreNanos);
        json.putAll(details);
        return json;
    }

    public static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
