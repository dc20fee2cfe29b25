package io.tellask.cli.pauselog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.pauselog.PauseStatistics.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What counts pauses in memory that does not depend on their number. */
class PauseCountersTest {
    private static final long SECOND = 1_000_000_000;

    private static Pause pause(long start, long nanos, String cause) {
        return new Pause(start, nanos, 0, false, cause);
    }

    @Test
    void percentileIsExactBelow2048AndAPerMilleAboveAtMost() {
        for (long nanos = 1; nanos <= PauseMessage.MOST_NANOS; nanos = nanos * 3 / 2 + 1) {
            DurationHistogram histogram = new DurationHistogram();
            histogram.add(nanos);
            histogram.add(PauseMessage.MOST_NANOS);
            assertThat(histogram.percentile(50)).isBetween(nanos, nanos < 2_048 ? nanos : nanos + nanos / 1_000);
            assertThat(histogram.percentile(100)).isEqualTo(PauseMessage.MOST_NANOS);
        }
        assertThat(new DurationHistogram().percentile(50)).isZero();
    }

    @Test
    void sticksKeepTheLongestOfEachStretchWhateverTheOrder() {
        Sticks sticks = new Sticks();
        sticks.add(pause(100 * SECOND, 5, "a"));
        sticks.add(pause(100 * SECOND + 1, 7, "a"));
        assertThat(sticks.all()).containsExactly(new Sticks.Stick(100 * SECOND, 7));

        sticks.add(pause(100 * SECOND + Sticks.MOST * 1_000_000L - 1, 1, "a"));
        assertThat(sticks.widthNanos()).isEqualTo(1_000_000);
        sticks.add(pause(100 * SECOND + Sticks.MOST * 1_000_000L, 1, "a"));
        assertThat(sticks.widthNanos()).isEqualTo(2_000_000);

        sticks.add(pause(-50_000 * SECOND, 9, "a"));
        assertThat(sticks.all())
                .hasSizeBetween(2, 3)
                .extracting(Sticks.Stick::nanos)
                .startsWith(9L, 7L);
    }

    @Test
    void causesBeyondTheLimitAreCountedTogether() {
        PauseStatistics statistics = new PauseStatistics(Window.ALL, 0);
        for (int i = 0; i <= PauseStatistics.MOST_CAUSES; i++) {
            statistics.add(pause(i, 1, "cause " + i), new Sighting("log", i));
        }
        assertThat(statistics.causes()).hasSize(PauseStatistics.MOST_CAUSES + 1);
        statistics.add(pause(0, 1, "one more"), new Sighting("log", 1));
        assertThat(statistics.causes().getFirst().name()).isEqualTo(PauseStatistics.OTHER_CAUSES);
        assertThat(statistics.causes().getFirst().count()).isEqualTo(2);
        assertThat(statistics.longest()).isEmpty();
    }

    @Test
    void totalStaysAtTheLargestNumber() {
        PauseStatistics statistics = new PauseStatistics(Window.ALL, 1);
        for (long i = 0; i <= Long.MAX_VALUE / PauseMessage.MOST_NANOS; i++) {
            statistics.add(pause(i, PauseMessage.MOST_NANOS, "a"), new Sighting("log", 1));
        }
        assertThat(statistics.totalNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void collectionsThatWaitForTheirSafepointAreBounded() {
        List<Pause> out = new ArrayList<>();
        PauseMerger merger = new PauseMerger((pause, sighting) -> out.add(pause));
        for (int i = 0; i < PauseMerger.WAITING; i++) {
            merger.gcPause(pause(i, 1, "Pause " + i), new Sighting("log", i));
        }
        assertThat(out).isEmpty();
        merger.gcPause(pause(1_000, 1, "Pause"), new Sighting("log", 1));
        assertThat(out).extracting(Pause::cause).containsExactly("Pause 0");

        merger.safepoint(pause(0, 2_000, "Op"), new Sighting("log", 1));
        assertThat(out).hasSize(2);
        assertThat(out.getLast().cause()).startsWith("Op, Pause 1, Pause 2, ").endsWith(", Pause");
        assertThat(out.getLast().gc()).isTrue();
    }

    @Test
    void notesAreBounded() {
        Notes notes = new Notes();
        for (int i = 0; i < Notes.MOST; i++) {
            notes.add("note " + i);
        }
        assertThat(notes.all()).hasSize(Notes.MOST);
        notes.add("one more");
        assertThat(notes.all()).hasSize(Notes.MOST + 1).last().isEqualTo("1 more notes of this kind");
    }
}
