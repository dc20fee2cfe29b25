package io.tellask.bench.report;

import io.tellask.bench.harness.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The plots of a suite that asks how time grows with size, in one file that needs nothing outside it. Stateless. */
public final class PlotFile {
    private static final List<String> ENDINGS = List.of(".svg", ".html");

    private PlotFile() {}

    /**
     * Refuses a name from which nothing can be told.
     *
     * @throws IllegalArgumentException if it ends neither in {@code .svg} nor in {@code .html}
     */
    public static void requireEnding(Path file) {
        if (ENDINGS.stream().noneMatch(name(file)::endsWith)) {
            throw new IllegalArgumentException(
                    "no such plot: option=--plot, value=" + file + "; end its name in .svg or .html");
        }
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes a plot for each setting, one below the other, and below those of a page what the report says of itself; the file is replaced.
     *
     * @throws IllegalArgumentException if nothing was measured that can be plotted
     * @throws IOException if the file cannot be written
     */
    public static void write(Report report, String command, Path file) throws IOException {
        List<String> settings = SizePlot.settings(report);
        if (settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to plot: no case of a size was measured; leave out --case none");
        }
        String drawing = drawing(settings, report);
        Files.writeString(file, name(file).endsWith(".svg") ? drawing : page(drawing, report, command));
    }

    private static String drawing(List<String> settings, Report report) throws IOException {
        Html html = new Html();
        int height = settings.size() * SizePlot.HEIGHT;
        html.raw("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"" + SizePlot.WIDTH
                + "\" height=\"" + height + "\" viewBox=\"0 0 " + SizePlot.WIDTH + " " + height + "\">\n");
        html.text("style", "", ReportPage.style());
        for (int i = 0; i < settings.size(); i++) {
            html.open("g transform=\"translate(0 " + i * SizePlot.HEIGHT + ")\"");
            SizePlot.write(settings.get(i), report, html);
            html.close("g");
        }
        return html.close("svg").toString();
    }

    private static String page(String drawing, Report report, String command) throws IOException {
        Html html = new Html().raw(ReportPage.head("Tellask: time over size", ReportPage.style()));
        html.raw("<body>\n").text("h1", "", "Time over size");
        html.text(
                "p",
                "lead",
                "Lines go through the means of all rounds, bars from the fastest to the slowest. " + report.where());
        html.open("pre").text("code", "", command).close("pre");
        html.raw(drawing);
        report.notes().forEach(note -> html.text("p", "where", note));
        report.unavailable()
                .forEach(each -> html.text(
                        "p", "absent", each.contender() + " did not run in " + each.label() + ": " + each.reason()));
        report.warnings().forEach(warning -> html.text("p", "caution", warning));
        return html.raw("</body></html>\n").toString();
    }
}
