package io.tellask.cli.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few rounds of {@code tellask crash-test}, and that it would notice a loss. */
class CrashRoundsTest {
    private static final int ROUNDS = Rounds.of(2, 100);

    @TempDir
    private Path directory;

    @Test
    void losesNoAcknowledgedWrite() throws Exception {
        long seed = Seed.given();
        CrashRounds crashes = new CrashRounds(directory, seed);
        crashes.run(ROUNDS, () -> {});
        assertThat(crashes.acknowledged()).as("seed=%s", seed).isGreaterThan(3_000L * ROUNDS);
    }

    @Test
    void noticesALostWrite() {
        CrashModel model = new CrashModel(1);
        CrashModel.Write put = next(model, false);
        model.acknowledge(put);

        assertThatThrownBy(() -> model.verify(put.key(), null)).hasMessageContaining("is lost");
        assertThatThrownBy(() -> model.verify(put.key(), "{\"write\":1}".getBytes(UTF_8)))
                .hasMessageContaining("wrong value");
        model.verify(put.key(), put.value().getBytes(UTF_8));
    }

    @Test
    void noticesARemovedRecordThatComesBack() {
        CrashModel model = new CrashModel(1);
        CrashModel.Write removal = next(model, true);
        model.acknowledge(removal);

        assertThatThrownBy(() ->
                        model.verify(removal.key(), ("{\"write\":" + (removal.number() - 1) + "}").getBytes(UTF_8)))
                .hasMessageContaining("wrong value");
        model.verify(removal.key(), null);
    }

    @Test
    void takesAnUnacknowledgedWriteAsDoneOrNotDone() {
        CrashModel model = new CrashModel(2);
        CrashModel.Write put = next(model, false);

        model.verify(put.key(), put.value().getBytes(UTF_8));
        assertThatThrownBy(() -> model.verify(put.key(), null)).hasMessageContaining("is lost");
    }

    private static CrashModel.Write next(CrashModel model, boolean removal) {
        return Stream.generate(model::send)
                .filter(write -> removal == (write.value() == null))
                .findFirst()
                .orElseThrow();
    }
}
