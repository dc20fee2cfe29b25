package io.tellask.cli.plot;

import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.PauseStatistics.Cause;
import io.tellask.cli.pauselog.PauseStatistics.LongPause;
import java.util.List;
import java.util.Locale;

/** A page with a plot and tables, which loads nothing and runs nothing; wide screens and phones have a drawing each. Not thread-safe. */
final class HtmlPage {
    /** The most rows of the table of causes. */
    private static final int MOST_CAUSES = 50;

    private static final double[] PERCENTS = {50, 90, 99, 99.9, 100};

    private static final String STYLE = """
            :root{color-scheme:light dark}
            body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1rem;background:#fff;color:#222}
            svg{width:100%;height:auto}svg.narrow{display:none}
            table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #8884;overflow-wrap:anywhere}
            .c{min-width:8rem}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
            pre{overflow-x:auto;font-size:.8rem}
            @media(max-width:40rem){svg.wide{display:none}svg.narrow{display:block}th.n{white-space:normal;overflow-wrap:normal}td,th{padding:.2rem}body{padding:.5rem}}
            @media(prefers-color-scheme:dark){body{background:#181a1b;color:#e4e4e4}}
            """;

    private final PausePlot plot;
    private final List<String> notes;
    private final StringBuilder html = new StringBuilder();

    HtmlPage(PausePlot plot, List<String> notes) {
        this.plot = plot;
        this.notes = notes;
    }

    String text() {
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
                .append("<title>")
                .append(Markup.escaped(plot.title()))
                .append("</title>\n<style>")
                .append(SvgCanvas.STYLE)
                .append(STYLE)
                .append("</style></head><body>\n<h1>Pauses</h1>\n<p>")
                .append(Markup.escaped(plot.time().text(plot.time().fromNanos())))
                .append(" to ")
                .append(Markup.escaped(plot.time().text(plot.time().toNanos())))
                .append(": ")
                .append(Markup.escaped(plot.title()))
                .append(Markup.escaped(share()))
                .append(".</p>\n");
        drawing(1_000, 420, "wide");
        drawing(400, 360, "narrow");
        percentiles();
        causes();
        longest();
        notes.forEach(
                note -> html.append("<p>Note: ").append(Markup.escaped(note)).append("</p>\n"));
        return html.append("</body></html>\n").toString();
    }

    private String share() {
        double window = Math.max(
                plot.statistics().totalNanos(),
                (double) plot.time().toNanos() - plot.time().fromNanos());
        String share = String.format(
                Locale.ROOT, ", %.2f %% of the time", 100 * plot.statistics().totalNanos() / window);
        return plot.statistics().mostReachingNanos() == 0
                ? share
                : share + ", " + millis(plot.statistics().reachingNanos()) + " ms of it to stop the threads";
    }

    private void drawing(int width, int height, String kind) {
        SvgCanvas canvas = new SvgCanvas(width, height);
        plot.draw(canvas);
        html.append(canvas.element(plot.title(), " class=\"" + kind + "\"", ""));
    }

    private void percentiles() {
        html.append("<h2>Percentiles</h2>\n<table><tr><th>percent<th class=n>not longer than, ms</tr>\n");
        for (double percent : PERCENTS) {
            html.append("<tr><td>")
                    .append(percent == 100 ? "all" : Double.toString(percent).replaceFirst("\\.0$", ""));
            number(millis(plot.statistics().percentileNanos(percent)));
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private void causes() {
        html.append(
                "<h2>Causes</h2>\n<table><tr><th class=c>cause<th class=n>pauses<th class=n>together, ms<th class=n>longest, ms</tr>\n");
        List<Cause> causes = plot.statistics().causes();
        for (Cause cause : causes.subList(0, Math.min(MOST_CAUSES, causes.size()))) {
            html.append("<tr><td>").append(Markup.escaped(cause.name()));
            number(Long.toString(cause.count()));
            number(millis(cause.totalNanos()));
            number(millis(cause.maxNanos()));
            html.append("</tr>\n");
        }
        html.append("</table>\n");
        if (causes.size() > MOST_CAUSES) {
            html.append("<p>").append(causes.size() - MOST_CAUSES).append(" more causes took less.</p>\n");
        }
    }

    private void longest() {
        html.append("<h2>Longest</h2>\n<table><tr><th>begin<th class=n>ms<th class=c>cause</tr>\n");
        PauseStatistics statistics = plot.statistics();
        for (LongPause each : statistics.longest()) {
            html.append("<tr><td>")
                    .append(Markup.escaped(plot.time().text(each.pause().startNanos())));
            number(millis(each.pause().nanos()));
            html.append("<td>").append(Markup.escaped(each.pause().cause()));
            lines(each);
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }

    private void lines(LongPause each) {
        List<String> lines = each.sighting().lines();
        if (lines.isEmpty()) {
            return;
        }
        html.append("<details><summary>")
                .append(Markup.escaped(each.sighting().file()))
                .append(", line ")
                .append(each.sighting().line())
                .append("</summary><pre>");
        lines.forEach(line -> html.append(Markup.escaped(line)).append('\n'));
        html.append("</pre></details>");
    }

    private void number(String text) {
        html.append("<td class=n>").append(text);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.3f", nanos / 1e6);
    }
}
