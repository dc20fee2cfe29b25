package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PollWindowTest {
    private static final long SHORT = PollWindow.SHORT_NANOS;
    private static final long LONG = PollWindow.LONG_NANOS;

    private final PollWindow window = new PollWindow();

    /** Reads so many messages with that time between; returns the time in open windows. */
    private static long lookingNanos(PollWindow window, int reads, long gapNanos) {
        long looking = 0;
        for (int i = 0; i < reads; i++) {
            long now = i * gapNanos;
            window.read(now);
            for (long at = now; at < now + gapNanos && window.isOpen(at); at += SHORT / 4) {
                looking += SHORT / 4;
            }
        }
        return looking;
    }

    @Test
    void closesWithItsTime() {
        assertThat(window.isOpen(0)).isFalse();
        window.read(Long.MAX_VALUE);

        assertThat(window.isOpen(Long.MAX_VALUE + SHORT - 1)).isTrue();
        assertThat(window.isOpen(Long.MAX_VALUE + SHORT)).isFalse();
    }

    @Test
    void staysOpenWhileAnswersCome() {
        for (int i = 0; i < 100; i++) {
            window.read(i * SHORT / 2);
            assertThat(window.isOpen(i * SHORT / 2 + 1)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {25, 100, 190, 1_000, 100_000})
    void looksLittleWhereMessagesComeByTheClock(long gapMicros) {
        int reads = 20_000;
        assertThat(lookingNanos(window, reads, gapMicros * 1_000) / reads).isLessThan(15_000);
    }

    @Test
    void messagesThatComeSoonAgainOpenItAtEachRead() {
        lookingNanos(window, 10_000, LONG * 2);
        long now = 10_000 * LONG * 2;
        int reads = 0;
        do {
            now += SHORT / 10;
            window.read(now);
            reads++;
        } while (!window.isOpen(now));
        assertThat(reads).isLessThan(600);
        window.read(now + SHORT / 10);
        assertThat(window.isOpen(now + SHORT / 5)).isTrue();
    }

    /** One who answers as soon as it looks, or after the time that it takes to be woken. */
    private static final class Side {
        private static final long WAKING = 45_000;

        final PollWindow window = new PollWindow();
        long sentNanos;

        /** Reads what was sent at a time, and answers; returns when. */
        long answer(long sent) {
            long looked = sentNanos;
            while (looked < sent && window.isOpen(looked)) {
                looked += 500;
            }
            long reading = looked >= sent && window.isOpen(looked) ? looked : sent + WAKING;
            window.read(reading);
            sentNanos = reading + 200;
            return sentNanos;
        }
    }

    @Test
    void twoSidesThatSleepFindEachOther() {
        Side one = new Side();
        Side other = new Side();
        long now = 2_000 * LONG * 2;
        int late = 0;
        // both were disturbed: nothing came in any window
        lookingNanos(one.window, 1_000, LONG * 2);
        lookingNanos(other.window, 1_013, LONG * 2);
        one.sentNanos = other.sentNanos = now;
        for (int i = 0; i < 40_000; i++) {
            long before = now;
            now = one.answer(now);
            now = other.answer(now);
            late = now - before > SHORT ? i : late;
        }
        assertThat(late).as("the last round trip that somebody was woken for").isLessThan(20_000);
    }
}
