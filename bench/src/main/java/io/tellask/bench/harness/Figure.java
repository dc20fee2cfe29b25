package io.tellask.bench.harness;

import io.tellask.bench.spi.Run;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What one contender came to in one case, over all its turns. Filled by one thread. */
public record Figure(String label, String contender, String unit, List<Run> runs) {
    /** Numbers that have places of their own in the JSON form. */
    private static final Set<String> PLACED = Set.of(Run.CPU, Run.BYTES, Run.ALLOCATED, Run.CORE_TO_CORE);

    /** Without a turn yet. */
    static Figure of(Run first) {
        return new Figure(first.label(), first.contender(), first.unit(), new ArrayList<>());
    }

    /** All turns' values of a number, NaN where a turn has none; the figure itself where the name is empty. */
    public List<Double> numbers(String name) {
        return runs.stream().map(run -> run.number(name)).toList();
    }

    /** The median of a number, NaN if unknown; the figure itself where the name is empty. */
    public double median(String name) {
        return median(numbers(name));
    }

    /** The middle value, the mean of the middle two, NaN of none. */
    public static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int size = sorted.size();
        return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }

    /** Smaller is better: for sorting, by CPU time where it is known. */
    double rank() {
        double cpu = median(Run.CPU);
        return !Double.isNaN(cpu) ? cpu : higherIsBetter() ? -median("") : median("");
    }

    private boolean higherIsBetter() {
        return unit.endsWith("/s");
    }

    /** A row of the table, with these numbers beside the figure. */
    String row(Collection<String> names) {
        List<Double> sorted = numbers("").stream().sorted().toList();
        String spread = Report.shorten(sorted.getFirst()) + " .. " + Report.shorten(sorted.getLast());
        StringBuilder row = new StringBuilder(String.format(
                Locale.ROOT, "  %-30s %12s %-12s %22s", contender, Report.shorten(median("")), unit, spread));
        for (String name : names) {
            row.append(String.format(" %9s", Report.shorten(median(name))));
        }
        return row.append(String.format(" %7d", sorted.size())).toString();
    }

    Map<String, Object> toJson() {
        Set<String> names = new TreeSet<>();
        runs.forEach(run -> names.addAll(run.numbers().keySet()));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("case", label);
        json.put("contender", contender);
        json.put("unit", unit);
        json.put("higherIsBetter", higherIsBetter());
        json.put("runs", numbers(""));
        json.put("median", median(""));
        json.put(Run.CPU, median(Run.CPU));
        json.put(Run.BYTES, median(Run.BYTES));
        if (names.contains(Run.ALLOCATED)) {
            json.put(Run.ALLOCATED, median(Run.ALLOCATED));
        }
        json.put("cpuNanosRuns", numbers(Run.CPU));
        json.put(Run.CORE_TO_CORE, numbers(Run.CORE_TO_CORE));
        names.removeAll(PLACED);
        names.forEach(name -> json.put(name, numbers(name)));
        return json;
    }
}
