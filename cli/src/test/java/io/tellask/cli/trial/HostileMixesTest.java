package io.tellask.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An hour of random mixes of attacks, or {@code -Dtellask.hostile.seconds}, in heaps of 128, 256 and 1,024 MB. */
@Tag("slow")
class HostileMixesTest {
    private static final String SECONDS = System.getProperty("tellask.hostile.seconds", "3600");

    @Test
    @Timeout(value = 90, unit = TimeUnit.MINUTES)
    void standsRandomMixesOfAttacks() {
        CommandRun run = CommandRun.of("hostile-test", "--seconds", SECONDS, "--slowest-millis", "4000");

        run.out().forEach(System.out::println);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }
}
