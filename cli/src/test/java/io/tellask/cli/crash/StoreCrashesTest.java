package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A round of {@code tellask crash-test} on a store, at each moment; many in the slow tier. */
@Execution(ExecutionMode.CONCURRENT)
class StoreCrashesTest {
    private static final int ROUNDS = Rounds.of(1, 100);
    private static final int STEPS = 4_000;

    @ParameterizedTest
    @EnumSource
    void losesNothingAcknowledged(CrashMoment moment, @TempDir Path directory) throws Exception {
        StoreCrashes crashes = new StoreCrashes(directory, moment, Seed.given());
        for (int round = 0; round < ROUNDS; round++) {
            crashes.round(STEPS);
        }
        assertThat(crashes.acknowledged()).isGreaterThan((long) ROUNDS * STEPS / 2);
    }
}
