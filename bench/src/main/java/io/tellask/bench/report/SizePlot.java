package io.tellask.bench.report;

import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Report;
import io.tellask.bench.spi.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cases of one setting as lines, a line for each contender: to the right the size that ends a case's name, upwards the milliseconds of a run, both
 * logarithmic. A line goes through the means of all rounds; a bar at each point goes from the fastest round to the slowest one.
 *
 * <pre>
 *   ms |           |___ name
 *      |   |______/|
 *      +---+----+--+--
 *         64  256  2000
 * </pre>
 */
final class SizePlot {
    static final int WIDTH = 760;
    static final int HEIGHT = 330;

    private static final int LEFT = 70;
    private static final int RIGHT = 600;
    private static final int TOP = 34;
    private static final int BOTTOM = 280;
    private static final int LINE_HEIGHT = 15;
    private static final double[] STEPS = {1, 2, 5, 10};

    /** What tells lines of one colour apart. */
    private static final List<String> DASHES = List.of("", "6 3", "2 3", "9 3 2 3");

    private final String setting;
    private final List<Figure> figures;
    private final List<Integer> sizes;
    private final double least;
    private final double most;
    private final Html html;

    private SizePlot(String setting, List<Figure> figures, Html html) {
        this.setting = setting;
        this.figures = figures;
        this.html = html;
        sizes = figures.stream().map(SizePlot::size).distinct().sorted().toList();
        DoubleSummaryStatistics millis = figures.stream()
                .flatMap(each -> each.numbers(Run.MILLIS).stream())
                .mapToDouble(each -> each)
                .summaryStatistics();
        least = step(millis.getMin(), false);
        most = step(Math.max(millis.getMax(), least * 1.01), true);
    }

    /** The settings whose runs have a time, in the order of the report. */
    static List<String> settings(Report report) {
        return timed(report).map(SizePlot::setting).distinct().toList();
    }

    /** Draws one of {@link #settings}, {@value #WIDTH} wide and {@value #HEIGHT} high. */
    static void write(String setting, Report report, Html html) {
        List<Figure> figures = timed(report)
                .filter(each -> setting(each).equals(setting))
                .sorted(Comparator.comparingInt(SizePlot::size))
                .toList();
        new SizePlot(setting, figures, html).write();
    }

    private static Stream<Figure> timed(Report report) {
        return report.figures().stream()
                .filter(each -> each.label().matches(".+-\\d+") && !Double.isNaN(each.median(Run.MILLIS)));
    }

    private static String setting(Figure figure) {
        return figure.label().replaceFirst("-\\d+$", "");
    }

    private static int size(Figure figure) {
        return Integer.parseInt(figure.label().substring(figure.label().lastIndexOf('-') + 1));
    }

    /** The next of 1, 2, 5, 10, 20 … below or above a value; the value itself where it is one. */
    private static double step(double value, boolean above) {
        double decade = Math.pow(10, Math.floor(Math.log10(value)));
        double found = decade;
        for (double each : STEPS) {
            if (each * decade <= value || above && found < value) {
                found = each * decade;
            }
        }
        return found;
    }

    private void write() {
        html.raw("<text class=\"title\" x=\"" + LEFT + "\" y=\"20\">" + Html.escape(setting)
                + ": ms of a run over " + (setting.startsWith("map-") ? "entries of the map" : "bytes of state")
                + "</text>\n");
        for (int size : sizes) {
            double x = x(size);
            html.raw(format(
                    "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,d</text>%n",
                    x, TOP, BOTTOM, x, BOTTOM + 18, size));
        }
        for (double millis = least; millis <= most * 1.001; millis = step(millis * 1.5, true)) {
            double y = y(millis);
            html.raw(format(
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s ms</text>%n",
                    LEFT, y, RIGHT, LEFT - 6, y + 4, Report.shorten(millis).replaceAll("\\.0+(?=$|\\D)", "")));
        }
        lines();
    }

    /** The name of a line stands at its end, or as far below as those of others need. */
    private void lines() {
        List<String> names = figures.stream().map(Figure::contender).distinct().toList();
        Function<String, Figure> last = name -> of(name).getLast();
        List<String> byEnd = new ArrayList<>(names);
        byEnd.sort(Comparator.comparingDouble(name -> y(mean(last.apply(name)))));
        double free = TOP;
        for (String name : byEnd) {
            double at = Math.max(free, y(mean(last.apply(name))) + 4);
            free = at + LINE_HEIGHT;
            line(name, dash(name, names), at);
        }
    }

    private List<Figure> of(String contender) {
        return figures.stream()
                .filter(each -> each.contender().equals(contender))
                .toList();
    }

    private void line(String name, String dash, double nameY) {
        StringBuilder points = new StringBuilder();
        StringBuilder spreads = new StringBuilder();
        for (Figure each : of(name)) {
            DoubleSummaryStatistics millis = millis(each);
            double x = x(size(each));
            points.append(format("%.1f,%.1f ", x, y(millis.getAverage())));
            spreads.append(format("M%.1f %.1fV%.1f", x, y(millis.getMax()), y(millis.getMin())));
        }
        html.raw(format(
                "<g class=\"%s\"><polyline points=\"%s\" stroke-dasharray=\"%s\"/><path class=\"bars\" d=\"%s\"/>"
                        + "<text x=\"%d\" y=\"%.1f\">%s</text></g>%n",
                isOurs(name) ? "ours" : "peer",
                points.toString().strip(),
                dash,
                spreads,
                RIGHT + 6,
                nameY,
                Html.escape(name)));
    }

    private static String dash(String name, List<String> names) {
        List<String> alike =
                names.stream().filter(each -> isOurs(each) == isOurs(name)).toList();
        return DASHES.get(alike.indexOf(name) % DASHES.size());
    }

    private static boolean isOurs(String contender) {
        return contender.startsWith("tellask");
    }

    private static double mean(Figure figure) {
        return millis(figure).getAverage();
    }

    private static DoubleSummaryStatistics millis(Figure figure) {
        return figure.numbers(Run.MILLIS).stream()
                .mapToDouble(each -> each)
                .filter(each -> !Double.isNaN(each)) // a log of runs of an earlier version has none
                .summaryStatistics();
    }

    private double x(int size) {
        double first = Math.log(sizes.getFirst());
        double range = Math.log(sizes.getLast()) - first;
        double share = range == 0 ? 0.5 : (Math.log(size) - first) / range;
        return LEFT + 20 + share * (RIGHT - LEFT - 40);
    }

    private double y(double millis) {
        return BOTTOM - Math.log(millis / least) / Math.log(most / least) * (BOTTOM - TOP);
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
