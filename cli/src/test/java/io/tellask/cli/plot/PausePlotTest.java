package io.tellask.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.pauselog.Pause;
import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseStatistics;
import io.tellask.cli.pauselog.PauseStatistics.Window;
import io.tellask.cli.pauselog.Sighting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class PausePlotTest {
    private static final long SECOND = 1_000_000_000;
    private static final String HOSTILE = "</svg><script>alert('1')</script>\u202e\u001b[2J&";

    private static PauseStatistics statistics(String cause) {
        PauseStatistics statistics = new PauseStatistics(Window.ALL, 3);
        statistics.add(new Pause(10 * SECOND, 80_000_000, 0, true, "Pause Young"), new Sighting("gc.log", 1));
        statistics.add(new Pause(50 * SECOND, 40_000_000, 0, false, cause), new Sighting(HOSTILE, 2));
        return statistics;
    }

    private static PausePlot plot(String cause, boolean logarithmic) {
        return new PausePlot(statistics(cause), new TimeAxis(Clock.WALL, ZoneOffset.UTC, 0, 60 * SECOND), logarithmic);
    }

    private static byte[] bytes(PlotFormat format, PausePlot plot) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(plot, List.of("a note of " + HOSTILE), out);
        return out.toByteArray();
    }

    @Test
    void plotOfNoPausesIsEmpty() throws IOException {
        PauseStatistics none = new PauseStatistics(Window.ALL, 3);
        TimeAxis minute = new TimeAxis(Clock.UPTIME, ZoneOffset.UTC, 0, 60 * SECOND);
        for (boolean logarithmic : new boolean[] {true, false}) {
            PausePlot plot = new PausePlot(none, minute, logarithmic);
            assertThat(TerminalPlot.lines(plot)).noneMatch(line -> line.contains("|"));
            for (PlotFormat format : PlotFormat.values()) {
                assertThat(bytes(format, plot)).isNotEmpty();
            }
        }
    }

    @Test
    void formatIsThatOfTheEnding() {
        assertThat(PlotFormat.of("dir/pauses.SVG")).contains(PlotFormat.SVG);
        assertThat(PlotFormat.of("pauses.png")).contains(PlotFormat.PNG);
        assertThat(PlotFormat.of("a.html")).contains(PlotFormat.HTML);
        assertThat(PlotFormat.of("html")).isEmpty();
    }

    @Test
    void sticksOfSvgStandAtTheirTimesAndReachTheirLengths() throws IOException {
        String svg = new String(bytes(PlotFormat.SVG, plot("Cleanup", false)), StandardCharsets.UTF_8);

        // 900 pixels from x=80 are a minute; 320 up from y=370 are 80 ms
        assertThat(svg).contains("<path class=\"collection\" d=\"M230.5 370V50\"/>");
        assertThat(svg).contains("<path class=\"other\" d=\"M830.5 370V210\"/>");
        assertThat(svg).contains(">80 ms</text>", ">00:00:30</text>", "time at UTC", "prefers-color-scheme:dark");
    }

    @Test
    void logarithmicScaleHasATickForEachPowerOfTen() {
        PauseAxis axis = PauseAxis.logarithmic(2_000, 80_000_000);

        assertThat(axis.ticks()).containsExactly(1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L, 100_000_000L);
        assertThat(axis.fraction(1_000)).isZero();
        assertThat(axis.fraction(10_000)).isCloseTo(0.2, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(axis.fraction(100_000_000)).isEqualTo(1);
        assertThat(PauseAxis.logarithmic(1, 1_000_000_000_000L).ticks().getFirst())
                .isEqualTo(1_000_000);
    }

    @Test
    void lengthsHaveTheirUnits() {
        assertThat(List.of(0L, 7L, 2_500L, 40_000_000L, 1_250_000_000L).stream().map(PauseAxis::label))
                .containsExactly("0", "7 ns", "2.5 us", "40 ms", "1.25 s");
        assertThat(PauseAxis.linear(33_000_000).ticks()).hasSize(5).last().isEqualTo(40_000_000L);
    }

    @Test
    void ticksAreRoundTimesOfTheLogsOwnOffset() {
        TimeAxis day = new TimeAxis(Clock.WALL, ZoneOffset.ofHoursMinutes(5, 30), 0, 86_400 * SECOND);
        assertThat(day.ticks(8))
                .extracting(TimeAxis.Tick::label)
                .contains("06:00", "12:00", "18:00")
                .hasSizeBetween(4, 8);

        TimeAxis uptime = new TimeAxis(Clock.UPTIME, ZoneOffset.UTC, 90_000 * SECOND, 90_001 * SECOND);
        assertThat(uptime.ticks(6)).extracting(TimeAxis.Tick::label).contains("25:00:00.000", "25:00:00.200");
        assertThat(uptime.text(90_000 * SECOND)).isEqualTo("25:00:00.000");

        TimeAxis all = new TimeAxis(Clock.WALL, ZoneOffset.UTC, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
        assertThat(all.ticks(4)).hasSizeBetween(1, 4);
    }

    @Test
    void imageHasSticksInTheirColours() throws IOException {
        byte[] png = bytes(PlotFormat.PNG, plot("Cleanup", false));

        byte[] rows = pixels(png);
        assertThat(rows).hasSize(420 * 1_001);
        assertThat(pixel(rows, 230, 51)).isEqualTo(Canvas.Ink.COLLECTION.ordinal() + 1);
        assertThat(pixel(rows, 231, 80)).isZero();
        assertThat(pixel(rows, 830, 211)).isEqualTo(Canvas.Ink.OTHER.ordinal() + 1);
        assertThat(pixel(rows, 830, 205)).isZero();
    }

    private static int pixel(byte[] rows, int x, int y) {
        return rows[y * 1_001 + 1 + x];
    }

    /** The rows of an image, whose parts and checks are looked at. */
    private static byte[] pixels(byte[] png) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(png));
        assertThat(in.readLong()).isEqualTo(0x89504E470D0A1A0AL);
        byte[] pixels = {};
        StringBuilder types = new StringBuilder();
        while (in.available() > 0) {
            int length = in.readInt();
            byte[] part = in.readNBytes(length + 4);
            CRC32 crc = new CRC32();
            crc.update(part);
            assertThat(in.readInt()).isEqualTo((int) crc.getValue());
            String type = new String(part, 0, 4, StandardCharsets.US_ASCII);
            types.append(type);
            if (type.equals("IDAT")) {
                pixels = new InflaterInputStream(new ByteArrayInputStream(part, 4, length)).readAllBytes();
            }
        }
        assertThat(types).hasToString("IHDRPLTEIDATIEND");
        return pixels;
    }

    @Test
    void allCharactersOfLabelsCanBeDrawn() {
        PausePlot plot = plot("Cleanup", false);
        String labels = plot.title() + plot.time().unit() + plot.time().text(0) + "collector other"
                + new TimeAxis(Clock.UPTIME, ZoneOffset.UTC, 0, 1).unit() + "+-:. ns us ms s UTC+05:30";

        assertThat(labels.chars().filter(each -> !GlyphTable.has((char) each)).mapToObj(each -> (char) each))
                .isEmpty();
    }

    @Test
    void pageLoadsNothingAndKeepsTextsTexts() throws IOException {
        String html = new String(bytes(PlotFormat.HTML, plot(HOSTILE, true)), StandardCharsets.UTF_8);

        assertThat(html).doesNotContain("<script", "src=", "url(", "@import", "\u202e", "\u001b");
        assertThat(html.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
        assertThat(html)
                .contains(
                        "&lt;script&gt;alert(&#39;1&#39;)",
                        "width=device-width",
                        "prefers-color-scheme:dark",
                        "80.000");
    }

    @Test
    void textForTerminalsShowsBothKinds() {
        List<String> lines = TerminalPlot.lines(plot("Cleanup", false));

        assertThat(lines).hasSize(9);
        assertThat(lines.getFirst()).isEqualTo("    80 ms           |");
        assertThat(lines.get(7)).isEqualTo("        0           |" + " ".repeat(42) + ":");
        assertThat(lines.getLast()).contains("^00:00:30");
    }
}
