package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PollWindowTest {
    private static final long LENGTH = PollWindow.LENGTH_NANOS;

    private final PollWindow window = new PollWindow();

    @Test
    void closesWithItsTime() {
        assertThat(window.isOpen(0)).isFalse();
        window.read(Long.MAX_VALUE);

        assertThat(window.isOpen(Long.MAX_VALUE + LENGTH - 1)).isTrue();
        assertThat(window.isOpen(Long.MAX_VALUE + LENGTH)).isFalse();
    }

    @Test
    void staysOpenWhileAnswersCome() {
        for (int i = 0; i < 100; i++) {
            window.read(i * LENGTH / 2);
            assertThat(window.isOpen(i * LENGTH / 2 + 1)).isTrue();
        }
    }

    @Test
    void opensSeldomWhereNothingComesInIt() {
        int opened = 0;
        for (int i = 0; i < 1_700; i++) {
            window.read(2 * i * LENGTH);
            opened += window.isOpen(2 * i * LENGTH) ? 1 : 0;
            window.isOpen((2 * i + 1) * LENGTH);
        }
        assertThat(opened).isBetween(100, 110); // one of 17 reads
    }

    @Test
    void opensAtEachReadAgainOnceSomethingCameInOne() {
        int now = 0;
        do {
            now += 2 * (int) LENGTH;
            window.isOpen(now);
            window.read(now);
        } while (now < 200 * LENGTH || !window.isOpen(now));

        window.read(now + 1);
        assertThat(window.isOpen(now + 2)).isTrue();
        assertThat(window.isOpen(now + 2 * LENGTH)).isFalse();
        window.read(now + 2 * LENGTH);
        window.read(now + 2 * LENGTH);
        window.read(now + 2 * LENGTH);
        assertThat(window.isOpen(now + 2 * LENGTH))
                .as("after two reads without")
                .isTrue();
    }
}
