package io.tellask.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a server with -9 in the middle of writes, again and again in one directory, and looks for every record that was acknowledged to
 * this process in any round. Five rounds unless {@code -Dtellask.kill.rounds=100} asks for more.
 */
class KillRoundsTest {
    @TempDir
    private Path directory;

    @Test
    void losesNoAcknowledgedRecord() throws Exception {
        int rounds = Integer.getInteger("tellask.kill.rounds", 5);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<CrashTest> crashes = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            try (ServerProcess server = ServerProcess.start(directory);
                    Connection connection = Connection.open(server.address())) {
                verify(round < rounds ? crashes.subList(Math.max(0, round - 1), round) : crashes, connection);
                if (round < rounds) {
                    CrashTest crash =
                            new CrashTest(connection.map(CrashTest.MAP), round, 5_000 + random.nextInt(50_000));
                    crash.writeUntilKilled(server);
                    crashes.add(crash);
                }
            } catch (CommandFailure loss) {
                throw new AssertionError("round=" + round + ", seed=" + seed, loss);
            }
        }
    }

    private static void verify(List<CrashTest> crashes, Connection connection) throws Exception {
        for (CrashTest crash : crashes) {
            crash.verify(connection.map(CrashTest.MAP));
        }
    }
}
