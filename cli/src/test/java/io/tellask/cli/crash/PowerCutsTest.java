package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tellask.store.Durability;
import io.tellask.test.Seed;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A few power cuts of {@code tellask crash-test}, where this user may mount. */
@Tag("tools")
class PowerCutsTest {
    private static final int ROUNDS = 5;

    @ParameterizedTest
    @EnumSource(names = {"FORCED", "PERIODIC"})
    void keepsWhatTheLevelPromises(Durability durability) throws Exception {
        String hindrance = PowerCuts.hindrance();
        assumeTrue(hindrance == null, () -> "power cannot be cut here: " + hindrance);
        try (PowerCuts power = PowerCuts.start(Seed.given())) {
            for (int round = 0; round < ROUNDS; round++) {
                power.round(durability, CrashMoment.WRITES, durability == Durability.FORCED ? 1_000 : 10_000);
            }
            assertThat(power.acknowledged()).isPositive();
        }
    }
}
