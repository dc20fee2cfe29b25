package io.tellask.cli.pauses;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.Main;
import io.tellask.test.Await;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PausesCommandTest {
    private static final int LARGE_BYTES = 64 << 20;

    @TempDir
    private Path folder;

    private static String safepoint(String decorations, long total) {
        return decorations
                + " Safepoint \"Cleanup\", Time since last: 1 ns, Reaching safepoint: 1000000 ns, At safepoint: 13 ns, Total: "
                + total + " ns";
    }

    private Path log() throws IOException {
        return Files.write(
                folder.resolve("gc.log"),
                List.of(
                        safepoint("[2026-11-26T09:29:00.000+0100]", 3_000_000),
                        safepoint("[2026-11-26T09:30:00.000+0100]", 2_000_000),
                        safepoint("[2026-11-27T09:30:00.000+0100]", 5_000_000)));
    }

    private static String out(CommandRun run) {
        assertThat(run.exitCode()).as(String.join("\n", run.err())).isZero();
        return String.join("\n", run.out());
    }

    private static void assertRefused(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isNotZero();
        assertThat(run.err()).hasSize(1);
        assertThat(run.err().getFirst()).startsWith("tellask: pauses: ").contains(parts);
        assertThat(run.out()).isEmpty();
    }

    private static void assertUsage(CommandRun run, String... parts) {
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).hasSize(2);
        assertThat(run.err().getFirst()).startsWith("tellask: pauses: ").contains(parts);
    }

    @Test
    void textHasFiguresCausesAndTheLongest() throws IOException {
        String out = out(CommandRun.of("pauses", log().toString(), "--longest", "1"));

        assertThat(out)
                .contains(
                        "3 pauses, stopped 10.000 ms (0.00 %), of that 3.000 ms to stop the threads, at most 1.000 ms at once")
                .contains("2026-11-26 09:28:59.997 to 2026-11-27 09:30:00.000, time at UTC+01:00")
                .contains("max 5.000", "Cleanup")
                .contains("5.000 ms at 2026-11-27 09:29:59.995  Cleanup")
                .contains(":3\n    [2026-11-26T09:29:00.000+0100] Safepoint");
    }

    private String counted(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("pauses", log().toString(), "--json", "-"));
        command.addAll(List.of(options));
        String json = out(CommandRun.of(command.toArray(String[]::new)));
        return json.replaceFirst(".*\"count\":(\\d+).*", "$1");
    }

    @Test
    void windowIsATimeOfDayADateOrATimeSinceTheStart() throws IOException {
        assertThat(counted()).isEqualTo("3");
        assertThat(counted("--from", "09:29:30")).isEqualTo("2");
        assertThat(counted("--to", "09:29:30")).isEqualTo("1");
        assertThat(counted("--from", "30s", "--to", "1h")).isEqualTo("1");
        assertThat(counted("--from", "2026-11-27T09:00")).isEqualTo("1");
        assertThat(counted("--from", "2026-11-27T08:29:59.999Z")).isEqualTo("1");
        assertThat(counted("--from", "2026-11-26T06:30-02:00", "--to", "2026-11-27T08:30Z"))
                .isEqualTo("1");
    }

    @Test
    void windowThatIsNoneOrHasNoPausesIsRefused() throws IOException {
        String log = log().toString();

        assertRefused(CommandRun.of("pauses", log, "--from", "25:00"), "from=25:00 is no time", "write a time of day");
        assertRefused(CommandRun.of("pauses", log, "--to", "soon"), "to=soon is no time");
        assertRefused(CommandRun.of("pauses", log, "--from", "10:00", "--to", "10:00"), "window is empty", "to=10:00");
        assertRefused(
                CommandRun.of("pauses", log, "--from", "10:00", "--to", "11:00"),
                "none of the 3 pauses",
                "begin at 2026-11-26 09:29:00.000");
        Path uptime = Files.writeString(folder.resolve("up.log"), safepoint("[9.000s]", 2_000_000));
        assertRefused(CommandRun.of("pauses", uptime.toString(), "--from", "10:00"), "uptimes only");
        assertThat(out(CommandRun.of("pauses", uptime.toString(), "--from", "8s")))
                .contains("1 pauses");
    }

    @Test
    void plotAndFiguresGoToFiles() throws IOException {
        String log = log().toString();
        for (String ending : List.of("png", "svg", "html")) {
            Path plot = folder.resolve("plot." + ending);
            out(CommandRun.of("pauses", log, "-o", plot.toString(), "--log-scale"));
            assertThat(plot).isNotEmptyFile();
            assertRefused(CommandRun.of("pauses", log, "-o", plot.toString()), "exists already", "--force");
            out(CommandRun.of("pauses", log, "-o", plot.toString(), "--force"));
        }
        Path json = folder.resolve("pauses.json");
        out(CommandRun.of("pauses", log, "--json", json.toString()));
        assertThat(json).content().contains("\"totalNanos\":10000000", "\"clock\":\"wall\"", "\"100.0\":5000000");
    }

    @Test
    void outputThatCannotBeWrittenIsRefusedBeforeTheLogIsRead() {
        String log = folder.resolve("none.log").toString();

        assertRefused(CommandRun.of("pauses", log, "-o", "plot.gif"), "plot.gif", ".png, .svg and .html");
        assertRefused(CommandRun.of("pauses", log, "--json", folder.toString()), "is a folder");
        assertRefused(
                CommandRun.of("pauses", log, "-o", folder.resolve("no/p.png").toString()), "no folder that exists");
    }

    @Test
    void usageIsChecked() {
        assertUsage(CommandRun.of("pauses"), "name either logs", "--pid");
        assertUsage(CommandRun.of("pauses", "gc.log", "--pid", "1"), "name either logs");
        assertUsage(CommandRun.of("pauses", "gc.log", "--for", "1s"), "--for needs --pid");
        assertUsage(CommandRun.of("pauses", "--pid", "1", "--from", "1s"), "need logs");
        assertUsage(CommandRun.of("pauses", "gc.log", "--longest", "1001"), "longest=1001, limit=1000");
        assertUsage(CommandRun.of("pauses", "gc.log", "--longest", "-1"), "longest=-1");
        assertRefused(
                CommandRun.of("pauses", "--pid", Long.toString(Integer.MAX_VALUE), "--for", "1s"), "cannot be watched");
    }

    @Test
    void longestMayBeAsManyAsTheLimit() throws IOException {
        assertThat(out(CommandRun.of("pauses", log().toString(), "--longest", "1000")))
                .contains(":1\n", ":2\n");
        assertThat(out(CommandRun.of("pauses", log().toString(), "--longest", "0")))
                .doesNotContain("gc.log:");
    }

    @Test
    void hostileLinesStayOnTheirLines() throws IOException {
        Path log = Files.writeString(
                folder.resolve("gc.log"),
                "[1.000s] \u001b[2J\u202e\n" + safepoint("[1.000s]", 2_000_000).replace("Cleanup", "\u001b[2Jx"));

        CommandRun run = CommandRun.of("pauses", log.toString());
        assertThat(out(run)).doesNotContain("\u001b", "\u202e");
    }

    private static List<String> java(List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return command;
    }

    @Test
    void largeLogIsReadInASmallHeap() throws Exception {
        Path log = folder.resolve("large.log");
        long lines = 0;
        try (BufferedWriter out = Files.newBufferedWriter(log)) {
            for (long bytes = 0; bytes < LARGE_BYTES; lines++) {
                String line = safepoint(
                        "[" + lines / 1_000 + "." + String.format("%03d", lines % 1_000) + "s][info]",
                        1_000_000 + lines);
                out.write(line);
                out.write('\n');
                bytes += line.length() + 1;
            }
        }
        Process process = new ProcessBuilder(java(
                        List.of("-Xmx16m", "-XX:TieredStopAtLevel=1"),
                        Main.class.getName(),
                        "pauses",
                        log.toString(),
                        "--json",
                        "-"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String json = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(json).contains("\"count\":" + lines, "\"100.0\":" + (1_000_000 + lines - 1));
        assertThat(json).contains("\"totalNanos\":" + (1_000_000 * lines + lines * (lines - 1) / 2));
    }

    /** Collects garbage again and again, until its standard input ends. */
    static final class Collecting {
        private static final long BETWEEN_NANOS = 10_000_000;

        private Collecting() {}

        public static void main(String[] arguments) {
            System.gc();
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    System.gc();
                    LockSupport.parkNanos(BETWEEN_NANOS);
                }
            });
            System.out.println("started");
            new Scanner(System.in).hasNextLine();
        }
    }

    private static Process started(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pausesOfARunningJvmAreShownUntilAnInterruptOrItsEnd(boolean interrupt) throws Exception {
        Process watched = started(java(List.of("-Xmx32m"), Collecting.class.getName()));
        assertThat(watched.inputReader().readLine()).isEqualTo("started");
        String pid = Long.toString(watched.pid());
        Process command = started(java(List.of(), Main.class.getName(), "pauses", "--pid", pid, "--longest", "1"));
        try {
            // the first one may have begun before the recording, which then knows a part of it
            assertThat(command.inputReader().lines().limit(20))
                    .anyMatch(line -> line.contains(" ms  SerialGCCollect, GC Pause"));

            (interrupt ? command : watched).toHandle().destroy(); // that of a process closes its streams

            assertThat(String.join("\n", command.inputReader().readAllLines()))
                    .contains("percentiles, ms:", "SerialGCCollect", "pid " + pid);
            assertThat(command.waitFor()).isZero();
        } finally {
            watched.destroyForcibly();
            command.destroyForcibly();
        }
    }

    @Test
    void watchEndsWhenItsTimeIsOver() throws Exception {
        Process watched = started(java(List.of("-Xmx32m"), Collecting.class.getName()));
        try {
            assertThat(watched.inputReader().readLine()).isEqualTo("started");

            CommandRun run =
                    CommandRun.of("pauses", "--pid", Long.toString(watched.pid()), "--for", "1s", "--json", "-");

            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).singleElement().asString().startsWith("{").contains("\"count\":", "\"notes\":[]");
        } finally {
            watched.destroyForcibly();
        }
    }

    @Test
    void recordingIsReadWithTheNamesOfItsOperations() throws Exception {
        Path recording = folder.resolve("app.jfr");
        Process recorded = started(java(
                List.of("-Xmx32m", "-Xlog:disable", "-XX:StartFlightRecording:filename=" + recording),
                Collecting.class.getName()));
        assertThat(recorded.inputReader().readLine()).isEqualTo("started");
        recorded.outputWriter().close();
        assertThat(recorded.waitFor()).isZero();

        CommandRun run = CommandRun.of("pauses", recording.toString(), "--longest", "1");

        assertThat(out(run)).contains("GC Pause", "percentiles, ms:", " ms at ");
        assertThat(run.err()).singleElement().asString().contains("app.jfr", "recordings leave out");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stoppedJvmIsRefusedAtOnce() throws Exception {
        Process watched = started(java(List.of("-Xmx32m"), Collecting.class.getName()));
        try {
            assertThat(watched.inputReader().readLine()).isEqualTo("started");
            String pid = Long.toString(watched.pid());
            assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor())
                    .isZero();
            Path state = Path.of("/proc", pid, "stat");
            Await.until("it is stopped", () -> Files.readString(state).contains(") T "));

            assertRefused(CommandRun.of("pauses", "--pid", pid), "it is stopped", "kill -CONT " + pid);
        } finally {
            watched.destroyForcibly();
        }
    }

    @Test
    void plotAndJsonInOneFileAreRefused() throws IOException {
        String same = folder.resolve("same.html").toString();

        assertRefused(
                CommandRun.of("pauses", log().toString(), "-o", same, "--json", folder + "/./same.html"),
                "are the same file");
        assertThat(Path.of(same)).doesNotExist();
    }

    @Test
    void windowWithoutLengthIsStoppedAsAWhole() throws IOException {
        Path file = Files.writeString(folder.resolve("late.log"), "[99999999.999s] Safepoint \"A\", Total: 5 ns\n");

        assertThat(out(CommandRun.of("pauses", file.toString()))).contains("1 pauses, stopped 0.000 ms (100.00 %)");
    }
}
