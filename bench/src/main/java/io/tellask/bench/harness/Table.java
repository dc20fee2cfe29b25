package io.tellask.bench.harness;

import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Prints figures: a block for each case, the cheapest contender first. A dash stands where nothing is known. */
final class Table {
    /** CPU nanoseconds of the calling thread alone. */
    private static final String CALLER_CPU = "callerCpuNanos";

    private Table() {}

    static void print(List<Figure> figures, PrintStream out) {
        out.println(
                "medians of all rounds, lowest and highest beside; CPU ns, bytes and allocated bytes are per operation");
        for (String label : figures.stream().map(Figure::caseLabel).distinct().toList()) {
            out.printf(
                    "%n%-22s %12s %-12s %22s %9s %9s %9s %9s %7s%n",
                    label, "median", "", "lowest .. highest", "CPU", "caller", "bytes", "allocated", "rounds");
            figures.stream()
                    .filter(each -> each.caseLabel().equals(label))
                    .sorted(Comparator.comparingDouble(Figure::rank))
                    .forEach(each -> out.println(row(each)));
        }
        out.println();
    }

    private static String row(Figure figure) {
        List<Double> sorted = figure.runs().stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "  %-30s %12s %-12s %22s %9s %9s %9s %9s %7d",
                figure.contender(),
                shorten(figure.median()),
                figure.unit().text(),
                shorten(sorted.getFirst()) + " .. " + shorten(sorted.getLast()),
                shorten(figure.median(Run.CPU)),
                shorten(figure.median(CALLER_CPU)),
                shorten(figure.median(Run.BYTES)),
                shorten(figure.median(Run.ALLOCATED)),
                sorted.size());
    }

    /** A number for people, as in {@code 37.70M}, {@code 12.3k}, {@code 64.5} or {@code 0.123}. */
    static String shorten(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        String format = value >= 1e6 ? "%.2fM" : value >= 1e4 ? "%.1fk" : value >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value >= 1e6 ? value / 1e6 : value >= 1e4 ? value / 1e3 : value);
    }
}
