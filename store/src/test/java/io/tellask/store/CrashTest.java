package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process with signal 9 at a random moment, again and again on the same store, and checks that every acknowledged change is
 * there and that no value is another than was put.
 *
 * <p>As a command, for more rounds: {@code java -cp … io.tellask.store.CrashTest 100}.
 */
class CrashTest {
    private static final int ROUNDS = Rounds.of(2, 100);

    private final Map<Integer, byte[]> expected = new HashMap<>();
    private long puts;
    private long writingNanos;

    @Test
    void losesNothingAcknowledgedWhenKilled(@TempDir Path directory) throws Exception {
        run(directory, ROUNDS, Seed.given(), 4000);
    }

    /** Argument: rounds. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("tellask-crash");
        CrashTest test = new CrashTest();
        int rounds = Integer.parseInt(arguments[0]);
        test.run(directory, rounds, System.nanoTime(), 60_000);
        System.out.printf(
                "rounds=%d, lost=0, wrong=0, acknowledged=%d, puts/s=%d%n",
                rounds, test.puts, test.puts * 1_000_000_000L / test.writingNanos);
        try (var files = Files.list(directory)) {
            files.forEach(file -> file.toFile().delete());
        }
        Files.delete(directory);
    }

    private void run(Path directory, int rounds, long seed, int mostSteps) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            long roundSeed = random.nextLong();
            int acknowledged;
            try (CrashWriter.Child child = CrashWriter.start(directory, roundSeed)) {
                long start = System.nanoTime();
                child.awaitAcknowledged(1 + random.nextInt(mostSteps));
                writingNanos += System.nanoTime() - start;
                acknowledged = child.kill();
            }
            puts += acknowledged;
            verify(directory, roundSeed, acknowledged, "seed=" + seed + ", round=" + round);
        }
    }

    /** Steps after the last acknowledged one may have been made or not; the first of them is the only one that may. */
    private void verify(Path directory, long seed, int acknowledged, String where) {
        for (int n = 0; n < acknowledged; n++) {
            CrashWriter.Step step = CrashWriter.Step.of(seed, n);
            expected.put(step.key(), step.value());
        }
        try (DurableMap<Integer, byte[]> map = DurableMap.open(directory, Integer.class, byte[].class)) {
            CrashWriter.Step inFlight = CrashWriter.Step.of(seed, acknowledged);
            for (int key = 0; key < CrashWriter.KEYS; key++) {
                byte[] found = map.getBytes(key);
                byte[] wanted = expected.get(key);
                if (key == inFlight.key() && !java.util.Arrays.equals(found, wanted)) {
                    wanted = inFlight.value();
                    expected.put(key, wanted);
                }
                assertThat(found).as("%s, key=%d", where, key).isEqualTo(wanted);
            }
        }
    }
}
