package io.tellask.cli.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of damage to every file of a store, and random damage in several places. */
class StoreDamagesTest {
    @TempDir
    Path folder;

    @Test
    void checkOpenSnapshotAndRepairAgreeOnEveryKindOfDamageToEveryFile() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Long.getLong("tellask.seed", 1));
        damages.matrix(1);
        assertThat(damages.counts()).containsKeys(StoreDamages.Verdict.values());
    }

    @Test
    @Tag("slow")
    void theyAgreeForStoresOfAllKinds() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Long.getLong("tellask.seed", 1));
        damages.matrix(damages.stores());
        assertThat(damages.counts()).containsKeys(StoreDamages.Verdict.values());
    }

    @Test
    void nothingIsLostSilentlyToRandomDamage() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Long.getLong("tellask.seed", 1));
        for (int round = 0; round < 20; round++) {
            damages.round(3);
        }
        assertThat(damages.counts()).containsKey(StoreDamages.Verdict.DAMAGED);
    }

    @Test
    @Tag("slow")
    void nothingIsLostSilentlyInThousandsOfRounds() throws IOException {
        StoreDamages damages = new StoreDamages(folder, Long.getLong("tellask.seed", 1));
        for (int round = 0; round < 5_000; round++) {
            damages.round(4);
        }
        assertThat(damages.rounds()).isEqualTo(5_000);
    }
}
