package io.tellask.cli.plot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a plot can be written as, by the ending of a file's name. */
public enum PlotFormat {
    PNG,
    SVG,
    HTML;

    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 420;

    /** The format of a file of that name; empty if its ending is none of these. */
    public static Optional<PlotFormat> of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return List.of(values()).stream()
                .filter(each -> lower.endsWith("." + each.name().toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Writes a plot; a page has the tables below it, and each of the notes. */
    public void write(PausePlot plot, List<String> notes, OutputStream out) throws IOException {
        switch (this) {
            case PNG -> {
                PngCanvas canvas = new PngCanvas(WIDTH, HEIGHT);
                plot.draw(canvas);
                canvas.writeTo(out);
            }
            case SVG -> {
                SvgCanvas canvas = new SvgCanvas(WIDTH, HEIGHT);
                plot.draw(canvas);
                out.write(canvas.element(plot.title(), "", SvgCanvas.STYLE).getBytes(StandardCharsets.UTF_8));
            }
            case HTML -> out.write(new HtmlPage(plot, notes).text().getBytes(StandardCharsets.UTF_8));
        }
    }
}
