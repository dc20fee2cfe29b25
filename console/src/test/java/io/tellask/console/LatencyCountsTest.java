package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tellask.console.LatencyCounts.Counted;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {
    @Test
    void rangesFollowOneAnotherAndEachTimeIsInItsOwn() {
        for (int i = 1; i < LatencyCounts.BUCKETS; i++) {
            long begin = LatencyCounts.beginNanos(i);
            assertThat(LatencyCounts.bucket(begin)).isEqualTo(i);
            assertThat(LatencyCounts.bucket(begin - 1)).isEqualTo(i - 1);
        }
        assertThat(LatencyCounts.bucket(0)).isZero();
        assertThat(LatencyCounts.bucket((1L << 40) - 1)).isEqualTo(LatencyCounts.BUCKETS - 1);
        assertThat(LatencyCounts.bucket(1L << 40)).isEqualTo(LatencyCounts.BUCKETS - 1);
        assertThat(LatencyCounts.bucket(Long.MAX_VALUE)).isEqualTo(LatencyCounts.BUCKETS - 1);
    }

    @Test
    void sharesAreAtMostASixteenthTooLong() {
        Random random = new Random(7);
        LatencyCounts counts = new LatencyCounts();
        long[] times = new long[10_000];
        for (int i = 0; i < times.length; i++) {
            times[i] = (long) Math.exp(6 + 10 * random.nextDouble());
            counts.add(times[i]);
        }
        Arrays.sort(times);
        Counted all = counts.read();
        for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
            double exact = times[(int) Math.ceil(share * times.length) - 1] / 1e3;
            assertThat(all.micros(share)).isBetween(exact, exact * (1 + 1 / 16.0));
        }
        assertThat(all.longestMicros()).isEqualTo(times[times.length - 1] / 1e3);
        assertThat(all.meanMicros()).isCloseTo(Arrays.stream(times).average().orElseThrow() / 1e3, within(1e-6));
    }

    @Test
    void differencesAreOfWhatCameBetween() {
        LatencyCounts counts = new LatencyCounts();
        counts.add(1_000_000);
        Counted before = counts.read();
        counts.add(1_000);
        counts.add(-5); // clocks of two processors
        Counted more = counts.read().since(before);
        assertThat(more.total()).isEqualTo(2);
        assertThat(more.micros(1)).isBetween(1.0, 1.1);
        assertThat(more.longestMicros()).isBetween(1.0, 1.1);
        assertThat(before.since(before).micros(0.99)).isZero();
        assertThat(before.since(before).longestMicros()).isZero();
        assertThat(Counted.NOTHING.meanMicros()).isZero();
    }
}
