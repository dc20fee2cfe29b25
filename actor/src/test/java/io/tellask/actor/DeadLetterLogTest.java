package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.DeadLetter.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadLetterLogTest {
    private static final int SEEDS = 50;

    private final DeadLetterLog log = new DeadLetterLog();

    private static DeadLetter letter(long second, String method, int textChars) {
        return new DeadLetter(
                Instant.ofEpochSecond(second), "a-1", "c.C", method, Reason.FAILED, "", "x".repeat(textChars));
    }

    private void add(long second, String method) {
        log.add(letter(second, method, 0));
    }

    @Test
    void oneSecondHasItsFirstOnes() {
        for (int i = 0; i <= DeadLetterLog.MOST_PER_SECOND; i++) {
            add(7, "m" + i);
        }
        assertThat(log.hasRoom(7)).isFalse();
        assertThat(log.hasRoom(8)).isTrue();
        assertThat(log.youngest(1_000)).hasSize(DeadLetterLog.MOST_PER_SECOND);
        assertThat(log.youngest(1).getFirst().method()).isEqualTo("m" + (DeadLetterLog.MOST_PER_SECOND - 1));
    }

    @Test
    void youngestAreKept() {
        for (int i = 0; i <= DeadLetterLog.MOST_KEPT; i++) {
            add(i, "m" + i);
        }
        assertThat(log.youngest(1_000)).hasSize(DeadLetterLog.MOST_KEPT);
        assertThat(log.youngest(1_000).getFirst().method()).isEqualTo("m" + DeadLetterLog.MOST_KEPT);
        assertThat(log.youngest(1_000).getLast().method()).isEqualTo("m1");
    }

    @Test
    void bytesOfTextAreBounded() {
        int names = DeadLetterLog.bytesOf(letter(0, "m", 0));
        int full = (DeadLetterLog.MOST_BYTES - names) / Character.BYTES;
        log.add(letter(1, "m", full));
        assertThat(log.youngest(2)).hasSize(1);
        add(2, "m");
        assertThat(log.youngest(2))
                .as("the oldest goes")
                .extracting(DeadLetter::text)
                .containsExactly("");
        log.add(letter(3, "m", full + 1));
        assertThat(log.youngest(2)).as("one that is too long by itself").isEmpty();
        add(4, "m");
        assertThat(log.youngest(2)).hasSize(1);
    }

    /** Random letters, against a list of all that were taken: what is kept are the youngest of those that fit. */
    @Test
    void keepsTheYoungestThatFit() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            DeadLetterLog kept = new DeadLetterLog();
            List<DeadLetter> taken = new ArrayList<>();
            int mostChars = 1 << random.nextInt(17);
            for (int i = 0; i < 700; i++) {
                DeadLetter letter = letter(i, "m" + i, random.nextInt(mostChars));
                kept.add(letter);
                taken.add(letter);
            }
            List<DeadLetter> expected = new ArrayList<>();
            long bytes = 0;
            for (DeadLetter each : taken.reversed()) {
                bytes += DeadLetterLog.bytesOf(each);
                if (bytes > DeadLetterLog.MOST_BYTES || expected.size() == DeadLetterLog.MOST_KEPT) {
                    break;
                }
                expected.add(each);
            }
            assertThat(kept.youngest(1_000)).as("seed=" + seed).isEqualTo(expected);
        }
    }
}
