package io.tellask.bench.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What one contender came to in one case, over all its turns. Filled by one thread. */
public final class Figure {
    /** Numbers that have places of their own in the JSON form. */
    private static final Set<String> PLACED = Set.of(Run.CPU, Run.BYTES, Run.ALLOCATED, Run.CORE_TO_CORE);

    private final String caseLabel;
    private final String contender;
    private final Unit unit;
    private final List<Double> runs = new ArrayList<>();
    private final Map<String, List<Double>> numbers = new LinkedHashMap<>();

    Figure(Run first) {
        this.caseLabel = first.caseLabel();
        this.contender = first.contender();
        this.unit = first.unit();
    }

    void add(Run run) {
        runs.add(run.value());
        Map<String, Double> all = new TreeMap<>(run.numbers());
        all.putIfAbsent(Run.CPU, Double.NaN);
        all.putIfAbsent(Run.CORE_TO_CORE, Double.NaN);
        all.forEach((name, number) ->
                numbers.computeIfAbsent(name, key -> new ArrayList<>()).add(number));
    }

    public String caseLabel() {
        return caseLabel;
    }

    public String contender() {
        return contender;
    }

    public Unit unit() {
        return unit;
    }

    public List<Double> runs() {
        return List.copyOf(runs);
    }

    /** All turns' values of something more, empty if there are none. */
    public List<Double> numbers(String name) {
        return List.copyOf(numbers.getOrDefault(name, List.of()));
    }

    public double median() {
        return median(runs);
    }

    /** The median of something more, NaN if unknown. */
    public double median(String name) {
        return median(numbers(name));
    }

    /** Smaller is better: for sorting, by CPU time where it is known. */
    double rank() {
        double cpu = median(Run.CPU);
        return Double.isNaN(cpu) ? unit.higherIsBetter() ? -median() : median() : cpu;
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("case", caseLabel);
        json.put("contender", contender);
        json.put("unit", unit.text());
        json.put("higherIsBetter", unit.higherIsBetter());
        json.put("runs", runs);
        json.put("median", median());
        json.put(Run.CPU, median(Run.CPU));
        json.put(Run.BYTES, median(Run.BYTES));
        if (numbers.containsKey(Run.ALLOCATED)) {
            json.put(Run.ALLOCATED, median(Run.ALLOCATED));
        }
        json.put("cpuNanosRuns", numbers(Run.CPU));
        json.put(Run.CORE_TO_CORE, numbers(Run.CORE_TO_CORE));
        numbers.forEach((name, values) -> {
            if (!PLACED.contains(name)) {
                json.put(name, values);
            }
        });
        return json;
    }

    /** The middle value, the mean of the middle two, NaN of none. */
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
