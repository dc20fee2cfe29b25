package io.tellask.cli.pauselog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.pauselog.PauseStatistics.Window;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs of random shape, read a second time in another way; and logs of random damage. */
class PauseLogsProperties {
    private static final int LONGEST = 7;

    private final Random random = new Random(Seed.given());

    @TempDir
    private Path folder;

    private PauseStatistics read(List<String> lines, Window window) throws IOException {
        Path file = Files.write(folder.resolve("gc.log"), lines);
        return PauseLogs.of(List.of(file.toString())).read(window, LONGEST, bytes -> {});
    }

    @Test
    void figuresAreThoseOfASecondReading() throws IOException {
        for (int round = 0; round < Rounds.of(40, 2_000); round++) {
            List<String> lines = new RandomLog(random).lines(random.nextInt(5, 400));
            RegexReading expected = RegexReading.of(lines);
            if (!expected.pauses().isEmpty()) {
                assertSame(expected, read(lines, Window.ALL));
            }
        }
    }

    private static void assertSame(RegexReading expected, PauseStatistics statistics) {
        assertThat(statistics.count()).isEqualTo(expected.pauses().size());
        assertThat(statistics.totalNanos()).isEqualTo(expected.total());
        assertThat(statistics.reachingNanos())
                .isEqualTo(expected.pauses().stream()
                        .mapToLong(Pause::reachingNanos)
                        .sum());
        assertThat(statistics.firstStartNanos())
                .isEqualTo(expected.pauses().stream()
                        .mapToLong(Pause::startNanos)
                        .min()
                        .orElseThrow());
        assertThat(statistics.lastEndNanos())
                .isEqualTo(expected.pauses().stream()
                        .mapToLong(Pause::endNanos)
                        .max()
                        .orElseThrow());
        Map<String, List<Long>> causes = new TreeMap<>();
        statistics
                .causes()
                .forEach(each -> causes.put(each.name(), List.of(each.count(), each.totalNanos(), each.maxNanos())));
        assertThat(causes).isEqualTo(expected.causes());
        for (double percent : new double[] {0, 25, 50, 90, 99, 99.9}) {
            long exact = expected.percentile(percent);
            assertThat(statistics.percentileNanos(percent)).isBetween(exact, exact + exact / 1_000);
        }
        assertThat(statistics.percentileNanos(100)).isEqualTo(expected.percentile(100));
        assertThat(statistics.longest().stream().map(each -> each.pause().nanos()))
                .isEqualTo(expected.pauses().stream()
                        .map(Pause::nanos)
                        .sorted(Comparator.reverseOrder())
                        .limit(LONGEST)
                        .toList());
        assertThat(longestStick(statistics)).isEqualTo(expected.percentile(100));
    }

    private static long longestStick(PauseStatistics statistics) {
        List<Sticks.Stick> sticks = new ArrayList<>(statistics.collections().all());
        sticks.addAll(statistics.others().all());
        return sticks.stream().mapToLong(Sticks.Stick::nanos).max().orElseThrow();
    }

    @Test
    void windowHasWhatOverlapsIt() throws IOException {
        for (int round = 0; round < Rounds.of(20, 1_000); round++) {
            List<String> lines = new RandomLog(random).lines(100);
            List<Pause> pauses = RegexReading.of(lines).pauses();
            long from = pauses.get(random.nextInt(pauses.size())).startNanos();
            long to = from + random.nextLong(1, 100_000_000_000L);
            long inside = pauses.stream()
                    .filter(each -> each.startNanos() < to && (each.endNanos() > from || each.startNanos() >= from))
                    .count();

            PauseStatistics statistics = read(lines, new Window(from, to));

            assertThat(statistics.count()).isEqualTo(inside);
            assertThat(statistics.outside()).isEqualTo(pauses.size() - inside);
        }
    }

    @Test
    void damagedLogsGiveFiguresOrTheReasonWhyNot() throws IOException {
        int read = 0;
        for (int round = 0; round < Rounds.of(400, 50_000); round++) {
            byte[] bytes = String.join("\n", new RandomLog(random).lines(20)).getBytes(StandardCharsets.UTF_8);
            damage(bytes);
            Path file = Files.write(folder.resolve("gc.log"), bytes);
            try {
                PauseStatistics statistics =
                        PauseLogs.of(List.of(file.toString())).read(Window.ALL, LONGEST, done -> {});
                assertThat(statistics.percentileNanos(50)).isBetween(0L, PauseMessage.MOST_NANOS);
                assertThat(statistics.totalNanos()).isNotNegative();
                read++;
            } catch (PauseLogException refused) {
                assertThat(refused).hasMessageStartingWith("pauses: file=").hasMessageContaining("; ");
            }
        }
        assertThat(read).isPositive();
    }

    /** Some bytes become others, as they are found in such logs or not at all; a line may lose its end. */
    private void damage(byte[] bytes) {
        byte[] likely = "[]\"\n\r 0919.,:nms-+TGS()\0\u00ff".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = random.nextInt(1, 60); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = random.nextBoolean() ? likely[random.nextInt(likely.length)] : (byte) random.nextInt();
        }
    }

    @Test
    void randomBytesAreNoLog() throws IOException {
        for (int round = 0; round < Rounds.of(100, 5_000); round++) {
            byte[] bytes = new byte[random.nextInt(5_000)];
            random.nextBytes(bytes);
            Path file = Files.write(folder.resolve("gc.log"), bytes);
            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> PauseLogs.of(List.of(file.toString())).read(Window.ALL, LONGEST, done -> {})))
                    .isInstanceOf(PauseLogException.class)
                    .hasMessageContaining(file.toString());
        }
    }
}
