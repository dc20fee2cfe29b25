package io.tellask.bench.map;

import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Prints the store suite's figures: a block for each case, the cheapest contender first. */
final class StoreTable {
    private final Report report;

    StoreTable(Report report) {
        this.report = report;
    }

    void print(PrintStream out) {
        out.println(
                "medians of all rounds, lowest and highest beside; CPU ns of the process, then of the calling thread");
        List<String> labels =
                report.figures().stream().map(Figure::caseLabel).distinct().toList();
        for (String label : labels) {
            out.printf(
                    "%n%-20s %14s %-13s %24s %9s %9s %7s%n",
                    label, "median", "", "lowest .. highest", "CPU", "caller", "rounds");
            report.figures().stream()
                    .filter(each -> each.caseLabel().equals(label))
                    .sorted(StoreTable.bestFirst())
                    .forEach(each -> out.println(row(each)));
        }
        out.println();
    }

    private static Comparator<Figure> bestFirst() {
        return Comparator.comparingDouble(
                each -> Double.isNaN(each.cpuNanosPerOp()) ? sign(each) * each.median() : each.cpuNanosPerOp());
    }

    private static int sign(Figure figure) {
        return figure.unit().equals(Run.Unit.OPERATIONS_A_SECOND.text()) ? -1 : 1;
    }

    private static String row(Figure figure) {
        List<Double> sorted = figure.runs().stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "  %-18s %14s %-13s %24s %9s %9s %7d",
                figure.contender(),
                text(figure.median()),
                figure.unit(),
                text(sorted.getFirst()) + " .. " + text(sorted.getLast()),
                orDash(figure.cpuNanosPerOp()),
                orDash(Figure.median(figure.details(StoreTurns.CALLER_CPU).stream()
                        .map(Number::doubleValue)
                        .toList())),
                sorted.size());
    }

    /** Milliseconds and less are not rounded away. */
    private static String text(double value) {
        return value < 10 ? String.format(Locale.ROOT, "%.3f", value) : Report.shorten(value);
    }

    private static String orDash(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
}
