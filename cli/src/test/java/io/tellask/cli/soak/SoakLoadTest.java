package io.tellask.cli.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A soak of a moment: that its answers are right and that it looks. What grows is another matter in a JVM that runs other tests. */
@Timeout(120)
class SoakLoadTest {
    @Test
    void roundsAnswerAndEndWhatTheyBegan() throws Exception {
        List<SoakVitals> looks = new ArrayList<>();
        try (SoakLoad load = new SoakLoad(Seed.given())) {
            new Soak(load, Duration.ofMillis(1)).run((since, vitals) -> looks.add(vitals));

            assertThat(load.rounds()).isGreaterThanOrEqualTo(SoakVerdict.LEAST_LOOKS);
            assertThat(load.restarts()).isEqualTo(load.rounds());
            assertThat(load.calls()).isGreaterThan(load.rounds() * 100);
        }
        assertThat(looks).hasSize(SoakVerdict.LEAST_LOOKS);
        assertThat(looks).allSatisfy(look -> {
            assertThat(look.heapBytes()).isPositive();
            assertThat(look.threads()).isPositive();
            assertThat(look.classes()).isPositive();
        });
    }
}
