package io.tellask.bench.report;

import io.tellask.bench.harness.Report;
import io.tellask.bench.report.ResultFile.Result;
import io.tellask.bench.spi.Run;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The contenders of one case as a table whose rows have bars: by CPU time where that is known and the figure is no latency, else by the figure itself,
 * the best first. Percentiles are plotted below. Where the longest bar would be over a hundred times the shortest, lengths are logarithmic, and the caption says so.
 */
final class BarTable {
    private static final double MOST_LINEAR = 100;

    private final List<Result> results;
    private final boolean isByCpu;
    private final boolean higherIsBetter;
    private final ToDoubleFunction<Result> value;
    private final double least;
    private final double most;

    private BarTable(List<Result> all) {
        List<Result> run = all.stream().filter(each -> each.absence().isEmpty()).toList();
        isByCpu = !run.isEmpty()
                && run.stream()
                        .allMatch(each -> each.cpuNanos() > 0 && !each.unit().equals(Run.MICROSECONDS));
        higherIsBetter = !isByCpu && !run.isEmpty() && run.getFirst().higherIsBetter();
        value = isByCpu ? Result::cpuNanos : Result::median;
        results = run.stream()
                .sorted(
                        higherIsBetter
                                ? Comparator.comparingDouble(value).reversed()
                                : Comparator.comparingDouble(value))
                .toList();
        DoubleSummaryStatistics values =
                results.stream().mapToDouble(value).filter(Double::isFinite).summaryStatistics();
        least = values.getMin();
        most = values.getMax();
    }

    /** The table of a case, with who could not run below it. */
    static void write(String label, List<Result> all, Html html) {
        BarTable table = new BarTable(all);
        if (!table.results.isEmpty()) {
            table.write(label, html);
            PercentilePlot.write(label, table.results, html);
        }
        for (Result each : all) {
            if (!each.absence().isEmpty()) {
                html.text("p", "absent", each.contender() + " did not run in " + label + ": " + each.absence());
            }
        }
    }

    private void write(String label, Html html) {
        html.open("figure").open("table");
        html.open("caption")
                .text("b", "", label)
                .raw(" ")
                .text("span", "unit", caption())
                .close("caption");
        for (Result each : results) {
            html.open("tr");
            html.text("th", each.isOurs() ? "ours" : each.isLimit() ? "limit" : "", each.contender());
            html.raw("<td class=\"bar\"><i style=\"width:" + String.format(Locale.ROOT, "%.1f", length(each))
                    + "%\"></i></td>");
            html.text("td", "value", Report.shorten(value.applyAsDouble(each)) + (isByCpu ? " ns" : ""));
            html.text("td", "spread", beside(each));
            html.close("tr");
        }
        html.close("table").close("figure");
    }

    private String caption() {
        String unit = isByCpu ? "CPU time of an operation" : results.getFirst().unit();
        return unit + ", " + (higherIsBetter ? "higher" : "lower") + " is better"
                + (isLogarithmic() ? "; logarithmic" : "");
    }

    private boolean isLogarithmic() {
        return least > 0 && most > MOST_LINEAR * least;
    }

    /** In percent of the longest. */
    private double length(Result result) {
        double size = value.applyAsDouble(result);
        if (!Double.isFinite(size) || most <= 0) {
            return 0;
        }
        double share = isLogarithmic() ? Math.log(size * 2 / least) / Math.log(most * 2 / least) : size / most;
        return Math.max(0.5, 100 * share);
    }

    /** The figure where the bar is CPU time, and its spread where it was measured more than once. */
    private String beside(Result result) {
        String figure = isByCpu ? Report.shorten(result.median()) + " " + result.unit() : "";
        DoubleSummaryStatistics runs =
                result.runs().stream().mapToDouble(each -> each).summaryStatistics();
        return runs.getCount() < 2
                ? figure
                : (figure + " (" + Report.shorten(runs.getMin()) + " .. " + Report.shorten(runs.getMax()) + ")")
                        .strip();
    }
}
