package io.tellask.cli.pauselog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cli.pauselog.Pause.Clock;
import io.tellask.cli.pauselog.PauseStatistics.Window;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs as JVMs write them, and those that cannot be read. */
class PauseLogsTest {
    private static final String SAFEPOINT =
            "Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 7 ns, At safepoint: 13 ns, Total: 20 ns";

    @TempDir
    private Path folder;

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PauseLogsTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }

    static Stream<String> figuresOfRealLogs() throws IOException {
        return new String(resource("expected.txt"), StandardCharsets.US_ASCII).lines();
    }

    /** A line is the name of a log, and the count, sum and maximum of the totals of its safepoints, found by other means. */
    @ParameterizedTest
    @MethodSource
    void figuresOfRealLogs(String expected) throws IOException {
        String[] figures = expected.split(" ");
        Path log = Files.write(folder.resolve("gc.log"), resource(figures[0]));

        PauseStatistics statistics = read(log);

        assertThat(figures[0] + " " + statistics.count() + " " + statistics.totalNanos() + " "
                        + statistics.percentileNanos(100))
                .isEqualTo(expected);
    }

    @Test
    void allDecorationsTellTheFirstTime() throws IOException {
        Path log = Files.write(folder.resolve("gc.log"), resource("jdk25-all.log"));
        PauseLogs logs = PauseLogs.of(List.of(log.toString()));

        assertThat(logs.clock()).isEqualTo(Clock.WALL);
        assertThat(logs.offset()).isEqualTo(ZoneOffset.UTC);
    }

    private Path log(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private static PauseStatistics read(Path... files) {
        return read(logs(files));
    }

    private static PauseStatistics read(PauseLogs logs) {
        return logs.read(Window.ALL, 5, bytes -> {});
    }

    private static PauseLogs logs(Path... files) {
        return PauseLogs.of(Arrays.stream(files).map(Path::toString).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1970-01-01T00:00:02.500+0000]",
                "[1970-01-01T01:00:02.500+0100][9.000s]",
                "[2.500s]",
                "[2,500s][info][safepoint     ]",
                "[2500ms]",
                "[2500000000ns]",
                "[12345ns][2500000000ns]",
                "[2.500s][12345ns][2500000000ns][host][4711][4712][info]",
            })
    void eachDecorationPlacesThePauseBeforeTheTimeOfItsLine(String decorations) throws IOException {
        PauseStatistics statistics = read(log("gc.log", decorations + " " + SAFEPOINT));

        assertThat(statistics.firstStartNanos()).isEqualTo(2_500_000_000L - 20);
        assertThat(statistics.lastEndNanos()).isEqualTo(2_500_000_000L);
        assertThat(statistics.reachingNanos()).isEqualTo(7);
    }

    @Test
    void millisecondsSince1970AreNoUptime() throws IOException {
        PauseLogs logs = logs(log("gc.log", "[1795725253715ms][60ms] " + SAFEPOINT));

        assertThat(logs.clock()).isEqualTo(Clock.WALL);
        assertThat(logs.firstNanos()).isEqualTo(1_795_725_253_715_000_000L);
    }

    @Test
    void partsOfARotatedLogAreReadInTheOrderOfTheirTimesAndOnce() throws IOException {
        Path newest = log("gc.log", "[30.000s] " + SAFEPOINT);
        Path oldest = packed("gc.log.0", "[10.000s] " + SAFEPOINT + "\n");
        Path middle = log("gc.log.1", "[20.000s] " + SAFEPOINT);

        PauseLogs logs = logs(newest, oldest, middle, newest);

        assertThat(read(logs).count()).isEqualTo(3);
        assertThat(logs.files()).containsExactly(oldest.toString(), middle.toString(), newest.toString());
        assertThat(logs.notes()).isEmpty();
    }

    private Path packed(String name, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return Files.write(folder.resolve(name), bytes.toByteArray());
    }

    @Test
    void longestPauseComesWithItsLine() throws IOException {
        PauseStatistics statistics = read(log(
                "gc.log",
                "[1.000s] before",
                "[1.000s] " + SAFEPOINT,
                "[1.000s] GC(0) Pause Full 2.000ms",
                "[1.000s] x"));

        PauseStatistics.LongPause longest = statistics.longest().getFirst();
        assertThat(longest.pause().cause()).isEqualTo("Pause Full");
        assertThat(longest.sighting().line()).isEqualTo(3);
        assertThat(longest.sighting().lines()).hasSize(4).last().isEqualTo("[1.000s] x");
    }

    @Test
    void clockThatWasSetBackAndChangesOfItsOffsetAreNoted() throws IOException {
        PauseLogs logs = logs(log(
                "gc.log",
                "[2026-10-25T02:59:59.000+0200] " + SAFEPOINT,
                "[2026-10-25T02:00:01.000+0100] " + SAFEPOINT,
                "[2026-10-25T02:00:00.000+0100] " + SAFEPOINT,
                "[2026-10-25T01:00:00.000+0100] " + SAFEPOINT));

        assertThat(read(logs).count()).isEqualTo(4);
        assertThat(logs.notes())
                .satisfiesExactly(
                        note -> assertThat(note).contains("line=2", "from +02:00 to +01:00"),
                        note -> assertThat(note).contains("line=4", "2026-10-25T02:00", "back", "--from"));
    }

    @Test
    void uptimeMayGoBackByASecondAndNoMore() throws IOException {
        assertThat(read(log("a.log", "[9.000s] " + SAFEPOINT, "[8.000s] " + SAFEPOINT))
                        .count())
                .isEqualTo(2);
        assertRefused(
                log("b.log", "[9.000s] " + SAFEPOINT, "[7.999s] " + SAFEPOINT),
                "line=2",
                "from 9000ms to 7999ms",
                "another JVM");
    }

    private void assertRefused(Path file, String... parts) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(PauseLogException.class)
                .hasMessageStartingWith("pauses: file=" + file)
                .hasMessageContainingAll(parts);
    }

    @Test
    void logWithoutPausesOrTimesIsRefusedWithTheRemedy() throws IOException {
        assertRefused(log("no.log", "[1.000s][info][gc] Using G1"), "no pauses", "lines=1", "-Xlog:gc*,safepoint*");
        assertRefused(log("foreign.log", "127.0.0.1 GET /"), "no line with a time", "-Xlog:gc*,safepoint*");
        assertRefused(log("empty.log"), "no line with a time", "-Xlog:gc*,safepoint*");
        assertRefused(log("bare.log", SAFEPOINT), "no line with a time", "-Xlog:gc*,safepoint*");
        assertRefused(
                log("half.log", "[1.000s] Using G1", SAFEPOINT), "line=2", "tells no time", "-Xlog:gc*,safepoint*");
        assertRefused(
                log("mixed.log", "[1.000s] Using G1", "[2026-10-25T02:59:59.000+0200] " + SAFEPOINT),
                "line=2",
                "counts time from 1970");
    }

    @Test
    void firstTimeIsLookedForInSoManyLines() throws IOException {
        String[] lines =
                Collections.nCopies(LogSource.LINES_WITHOUT_TIME, "no time").toArray(String[]::new);
        lines[LogSource.LINES_WITHOUT_TIME - 1] = "[1.000s] " + SAFEPOINT;
        assertThat(read(log("gc.log", lines)).count()).isEqualTo(1);
        assertRefused(
                Files.write(
                        folder.resolve("late.log"),
                        Stream.concat(Stream.of("x"), Arrays.stream(lines)).toList()),
                "no line with a time");
    }

    @Test
    void uptimesAndTimesOfDayAreNotMixed() throws IOException {
        Path uptimes = log("a.log", "[1.000s] " + SAFEPOINT);
        Path times = log("b.log", "[2026-10-25T02:59:59.000+0200] " + SAFEPOINT);

        assertThatThrownBy(() -> logs(times, uptimes)).hasMessageContaining("file=" + uptimes + " tells uptimes only");
    }

    @Test
    void whatIsNoLogIsRefused() throws IOException {
        assertRefused(folder, "is a directory", "gc.log*");
        assertRefused(folder.resolve("none.log"), "no such file");
        assertRefused(Path.of("/dev/null"), "pipe or device");
    }

    @Test
    void damagedPackedLogIsRefusedWithTheLine() throws IOException {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, 5_000)
                .forEach(i ->
                        text.append("[1.000s] ").append(i).append(SAFEPOINT).append('\n'));
        byte[] bytes = Files.readAllBytes(packed("gc.log.gz", text.toString()));

        assertRefused(
                Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2)),
                "line=",
                "damaged or cut");
        bytes[bytes.length / 2] ^= 1;
        bytes[bytes.length / 2 + 1] ^= 1;
        assertRefused(Files.write(folder.resolve("flipped.gz"), bytes), "line=", "damaged or cut");
        assertRefused(Files.write(folder.resolve("head.gz"), Arrays.copyOf(bytes, 4)), "line=1", "damaged or cut");
    }

    @Test
    void recordingThatIsCutIsRefused() throws IOException {
        assertRefused(Files.write(folder.resolve("a.jfr"), new byte[] {'F', 'L', 'R', 0, 0}), "ends after bytes=5");
        byte[] head = new byte[500];
        System.arraycopy(new byte[] {'F', 'L', 'R', 0}, 0, head, 0, 4);
        assertRefused(Files.write(folder.resolve("b.jfr"), head), "recording that cannot be read");
    }

    @Test
    void cutLinesOfPausesAreNotedAndLeftOut() throws IOException {
        PauseLogs logs = logs(log(
                "gc.log",
                "[1.000s] " + SAFEPOINT,
                "[2.000s] " + SAFEPOINT.substring(0, SAFEPOINT.length() - 3),
                "[3.000s] Safepoint \"Cle"));

        assertThat(read(logs).count()).isEqualTo(1);
        assertThat(logs.notes()).singleElement().asString().contains("line=2: lines=2 begin as those of pauses");
    }

    @Test
    void pauseOfTheLimitCountsAndALongerOneDoesNot() throws IOException {
        String most = SAFEPOINT.replace("Total: 20", "Total: " + PauseMessage.MOST_NANOS);
        String more = SAFEPOINT.replace("Total: 20", "Total: " + (PauseMessage.MOST_NANOS + 1));
        PauseLogs logs = logs(log(
                "gc.log",
                "[1.000s] " + most,
                "[1.000s] " + more,
                "[1.000s] " + more.replace("Total: ", "Total: 9999999999")));

        assertThat(read(logs).percentileNanos(100)).isEqualTo(PauseMessage.MOST_NANOS);
        assertThat(logs.notes()).singleElement().asString().contains("line=2: lines=2");
    }

    @Test
    void causeIsCutAtItsLimit() throws IOException {
        String name = "n".repeat(PauseMessage.MOST_CAUSE_CHARS);
        PauseStatistics statistics = read(log("gc.log", "[1.000s] " + SAFEPOINT.replace("Cleanup", name + "x")));

        assertThat(statistics.causes().getFirst().name()).isEqualTo(name);
    }

    @Test
    void logOfTheCollectorAloneIsNoted() throws IOException {
        PauseLogs logs =
                logs(log("gc.log", "[1.000s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->6M(128M) 8.886ms"));

        assertThat(read(logs).totalNanos()).isEqualTo(8_886_000);
        assertThat(logs.notes()).singleElement().asString().contains("collector's pauses only");
    }

    @Test
    void logsThatCountTheSameTwiceAreNoted() throws IOException {
        Path collections = log("gc.log", "[1.000s] GC(0) Pause Remark 8.886ms");
        PauseLogs logs = logs(collections, log("safepoint.log", "[1.000s] " + SAFEPOINT));

        assertThat(read(logs).count()).isEqualTo(2);
        assertThat(logs.notes()).singleElement().asString().contains("file=" + collections, "count twice");
    }

    @Test
    void filesAreLimited() {
        assertThatThrownBy(() -> PauseLogs.of(List.of())).hasMessageContaining("files=0");
        assertThatThrownBy(() -> PauseLogs.of(Collections.nCopies(PauseLogs.MOST_FILES + 1, "x")))
                .hasMessageContaining("limit=" + PauseLogs.MOST_FILES);
        assertThatThrownBy(() -> PauseLogs.of(Collections.nCopies(PauseLogs.MOST_FILES, folder.toString())))
                .hasMessageContaining("is a directory");
    }

    @Test
    void filesThatOverlapInTimeAreNoted() throws IOException {
        String[] lines = {
            "[2026-11-27T10:00:00.000+0000] " + SAFEPOINT, "[2026-11-27T10:00:05.000+0000] " + SAFEPOINT,
        };
        PauseLogs rotated = logs(log("a.log", lines), log("b.log", "[2026-11-27T10:00:05.000+0000] " + SAFEPOINT));
        assertThat(read(rotated).count()).isEqualTo(3);
        assertThat(rotated.notes()).isEmpty();

        PauseLogs copied = logs(log("c.log", lines), log("d.log", lines));
        assertThat(read(copied).count()).isEqualTo(4);
        assertThat(copied.notes()).singleElement().asString().contains("d.log begins before", "counted twice");
    }
}
