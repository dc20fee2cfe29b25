package io.tellask.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.bench.harness.Report;
import io.tellask.bench.spi.Run;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class PlotFileTest {
    @TempDir
    private Path folder;

    private final Report report = new Report("executors", Map.of());

    private void add(String label, String contender, double... millis) {
        for (double each : millis) {
            report.add(Run.of(label, contender, "ns/message", each).with(Run.MILLIS, each));
        }
    }

    private String written(String name) throws Exception {
        Path file = folder.resolve(name);
        PlotFile.write(report, "tellask bench executors", file);
        return Files.readString(file);
    }

    @Test
    void eachSettingHasALineForEachContenderWithItsSpread() throws Exception {
        add("few-100", "tellask-pool", 10, 20, 30);
        add("few-10000", "tellask-pool", 100);
        add("few-1000", "tellask-pool", 50);
        add("few-100", "<fixed>", 1_000);
        add("map-few-64", "fixed", 7, 7);

        String svg = written("plot.svg");

        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(svg)
                .containsSubsequence(
                        "few: ms of a run over bytes of state",
                        ">100<",
                        ">1,000<",
                        ">10,000<",
                        ">10 ms<",
                        ">1000 ms<",
                        "map-few: ms of a run over entries of the map",
                        ">64<",
                        ">5 ms<",
                        ">10 ms<")
                .contains("&lt;fixed&gt;");
        // from 10 ms at the bottom, 280, to 1,000 ms at the top, 34: the mean of 20 ms stands at 280 - 246 * 0.1505
        assertThat(svg)
                .contains("points=\"90.0,243.0 335.0,194.0 580.0,157.0\"", "M90.0 221.3V280.0", "M90.0 34.0V34.0");
    }

    @Test
    void aPageSaysWhatThePlotIsOf() throws Exception {
        add("few-100", "tellask-pool", 10);
        report.note("perf stat does not count cache-misses: <not supported>");
        report.unavailable("few-100", "fixed", "no such thing");
        report.warn("disturbed");

        assertThat(written("plot.HTML"))
                .startsWith("<!doctype html>")
                .contains("tellask bench executors", "&lt;not supported&gt;", "no such thing", "disturbed", "<svg");
    }

    @Test
    void nothingIsWrittenWhereNothingWasMeasured() {
        report.add(Run.of("few-100", "tellask-pool", "ns/message", 1));

        assertThatThrownBy(() -> written("plot.svg"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing to plot");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void otherEndingsAreRefused() {
        PlotFile.requireEnding(Path.of("a", "b.SVG"));
        assertThatThrownBy(() -> PlotFile.requireEnding(Path.of("plot.png")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value=plot.png")
                .hasMessageContaining(".svg or .html");
    }
}
