package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of damage to each file of a store, half of them by default, and random damage in several places. */
@Order(3)
class StoreDamagesTest {
    @TempDir
    Path folder;

    @Test
    void checkOpenSnapshotAndRepairAgreeOnEveryKindOfDamageToEveryFile() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Seed.given());
        damages.matrix(1, Rounds.of(2, 1));
        assertThat(damages.counts()).containsKeys(StoreDamages.Verdict.values());
    }

    @Test
    @Tag("slow")
    void theyAgreeForStoresOfAllKinds() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Seed.given());
        damages.matrix(damages.stores(), 1);
        assertThat(damages.counts()).containsKeys(StoreDamages.Verdict.values());
    }

    @Test
    void nothingIsLostSilentlyToRandomDamage() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Seed.given());
        for (int round = 0; round < Rounds.of(8, 20); round++) {
            damages.round(3);
        }
        assertThat(damages.counts()).containsKey(StoreDamages.Verdict.DAMAGED);
    }

    @Test
    @Tag("slow")
    void nothingIsLostSilentlyInThousandsOfRounds() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Seed.given());
        for (int round = 0; round < 5_000; round++) {
            damages.round(4);
        }
        assertThat(damages.rounds()).isEqualTo(5_000);
    }
}
