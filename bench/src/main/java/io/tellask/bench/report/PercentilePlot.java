package io.tellask.bench.report;

import io.tellask.bench.harness.Report;
import io.tellask.bench.report.ResultFile.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The percentiles of one case as lines, a line for each contender: to the right how many of so many times, logarithmic in 1 / (1 - x), the longest
 * one behind them; upwards the time, logarithmic, too.
 *
 * <pre>
 *   us |            ______ name
 *      |   ________/
 *      +--+----+----+----+--
 *        50%  90%  99%  max
 * </pre>
 */
final class PercentilePlot {
    private static final int WIDTH = 740;
    private static final int HEIGHT = 300;
    private static final int LEFT = 60;
    private static final int RIGHT = 600;
    private static final int TOP = 14;
    private static final int BOTTOM = 260;
    private static final int LINE_HEIGHT = 15;

    /** What tells lines of one colour apart. */
    private static final List<String> DASHES = List.of("", "6 3", "2 3", "9 3 2 3");

    private final List<Result> results;
    private final Html html;
    private final double highestPercent;
    private final double least;
    private final double most;

    private PercentilePlot(List<Result> results, Html html) {
        this.results = results;
        this.html = html;
        DoubleSummaryStatistics times = results.stream()
                .flatMap(each -> each.percentiles().values().stream())
                .mapToDouble(each -> each)
                .summaryStatistics();
        least = Math.max(0.001, times.getMin());
        most = Math.max(2 * least, times.getMax());
        highestPercent = results.stream()
                .flatMap(each -> each.percentiles().keySet().stream())
                .filter(each -> each < 100)
                .max(Comparator.naturalOrder())
                .orElse(99.0);
    }

    /** Nothing where no result has percentiles. */
    static void write(String label, List<Result> all, Html html) {
        List<Result> results =
                all.stream().filter(each -> each.percentiles().size() > 1).toList();
        if (!results.isEmpty()) {
            new PercentilePlot(results, html).write(label);
        }
    }

    private void write(String label) {
        html.open("svg class=\"plot\" role=\"img\" viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\"");
        html.text(
                "title",
                "",
                "Percentiles of " + label + " in " + results.getFirst().unit());
        for (double percent = 50; percent <= highestPercent; percent = percent < 90 ? 90 : 100 - (100 - percent) / 10) {
            down(x(percent), number(percent) + " %");
        }
        down(x(100), "max");
        for (double decade = Math.pow(10, Math.floor(Math.log10(least))); decade <= most; decade *= 10) {
            for (double time : new double[] {decade, 2 * decade, 5 * decade}) {
                if (time >= least && time <= most) {
                    across(time);
                }
            }
        }
        lines();
        html.close("svg");
    }

    private void down(double x, String name) {
        html.raw(String.format(
                Locale.ROOT,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                x,
                TOP,
                BOTTOM,
                x,
                BOTTOM + 18,
                name));
    }

    private void across(double time) {
        double y = y(time);
        html.raw(String.format(
                Locale.ROOT,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s %s</text>%n",
                LEFT,
                y,
                RIGHT,
                LEFT - 6,
                y + 4,
                number(time),
                Html.escape(results.getFirst().unit())));
    }

    /** The name of a line stands at its end, or as far below as those of others need. */
    private void lines() {
        List<Result> byEnd = new ArrayList<>(results);
        byEnd.sort(Comparator.comparingDouble(each -> y(last(each))));
        double free = TOP;
        for (Result each : byEnd) {
            double at = Math.max(free, y(last(each)) + 4);
            free = at + LINE_HEIGHT;
            StringBuilder points = new StringBuilder();
            each.percentiles()
                    .forEach((percent, time) ->
                            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(percent), y(time))));
            html.raw(String.format(
                    Locale.ROOT,
                    "<g class=\"%s\"><polyline points=\"%s\" stroke-dasharray=\"%s\"/><text x=\"%d\" y=\"%.1f\">%s</text></g>%n",
                    each.isOurs() ? "ours" : each.isLimit() ? "limit" : "peer",
                    points.toString().strip(),
                    dash(each),
                    RIGHT + 6,
                    at,
                    Html.escape(each.contender())));
        }
    }

    private String dash(Result result) {
        List<String> alike = results.stream()
                .filter(each -> each.isOurs() == result.isOurs() && each.isLimit() == result.isLimit())
                .map(Result::contender)
                .sorted()
                .toList();
        return DASHES.get(alike.indexOf(result.contender()) % DASHES.size());
    }

    private static double last(Result result) {
        Map<Double, Double> percentiles = result.percentiles();
        return percentiles.values().stream()
                .skip(percentiles.size() - 1L)
                .findFirst()
                .orElseThrow();
    }

    /** The longest time stands half a decade behind the highest percentile. */
    private double x(double percent) {
        double first = nines(50);
        double end = nines(highestPercent) + 0.5;
        double at = percent >= 100 ? end : nines(percent);
        return LEFT + 20 + (at - first) / (end - first) * (RIGHT - LEFT - 20);
    }

    private static double nines(double percent) {
        return -Math.log10(1 - percent / 100);
    }

    private double y(double time) {
        double share = Math.log(Math.max(least, time) / least) / Math.log(most / least);
        return BOTTOM - share * (BOTTOM - TOP);
    }

    private static String number(double value) {
        double rounded = Math.rint(value * 1e6) / 1e6;
        return rounded == Math.rint(rounded) ? Report.shorten(rounded).replaceAll("\\.0+$", "") : "" + rounded;
    }
}
