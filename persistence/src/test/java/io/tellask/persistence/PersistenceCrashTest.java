package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.store.Durability;
import io.tellask.test.Await;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills a process with signal 9 at a random moment, again and again on the same folder: all that was acknowledged is there, and each effect
 * has counted once.
 */
class PersistenceCrashTest {
    private static final int ROUNDS = Rounds.of(3, 100);

    @ParameterizedTest
    @EnumSource(Durability.class)
    void losesNothingAcknowledgedAndRepeatsNoEffect(Durability durability, @TempDir Path folder) throws Exception {
        SplittableRandom random = new SplittableRandom(Seed.given());
        for (int round = 0; round < ROUNDS; round++) {
            long acknowledged;
            try (PersistenceCrashWriter.Child child = PersistenceCrashWriter.start(folder, durability)) {
                child.awaitMore(1 + random.nextInt(300));
                child.kill();
                acknowledged = child.acknowledged();
            }
            verify(folder, durability, acknowledged, "round=" + round);
        }
    }

    /** Events after the last acknowledged one may have been stored or not. */
    private static void verify(Path folder, Durability durability, long acknowledged, String where) {
        try (Persistence persistence = PersistenceCrashWriter.open(folder, durability);
                ActorSystem system = ActorSystem.create()) {
            Account to = AccountActor.spawn(system, persistence, "to");
            Account from = PersistenceCrashWriter.from(system, persistence, to);
            long sum = from.sum().join();
            assertThat(sum)
                    .as(where)
                    .isBetween(acknowledged, acknowledged + PersistenceCrashWriter.LIMITS.unconfirmedEffects());
            assertThat(from.events().join()).as(where).isEqualTo(sum);
            Await.until(() -> where + ", effects arrived", () -> to.sum().join() >= sum);
            from.sum().join();
            assertThat(to.sum().join()).as(where).isEqualTo(sum);
            assertThat(to.events().join()).as(where).isEqualTo(sum);
        }
    }
}
