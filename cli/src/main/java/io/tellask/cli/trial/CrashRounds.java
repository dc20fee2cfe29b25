package io.tellask.cli.trial;

import io.tellask.actor.Promise;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.kv.KeyValueMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Kills a server with -9 in the middle of writes, again and again in one directory, and compares every key after each restart with what
 * this process, the client, was told.
 *
 * <p>One thread writes as fast as credit lets it, without waiting for answers; the server dies once a random number of writes of the round
 * is acknowledged. Used by one thread.
 */
final class CrashRounds {
    private static final String MAP = "crash";
    private static final int FEWEST = 3_000;
    private static final int MORE = 30_000;
    private static final int BATCH_KEYS = 1_000;
    private static final int PATIENCE_SECONDS = 60;

    private final Path directory;
    private final SplittableRandom random;
    private final CrashModel model;
    private double lowestRate = Double.MAX_VALUE;

    CrashRounds(Path directory, long seed) {
        this.directory = directory;
        random = new SplittableRandom(seed);
        model = new CrashModel(seed);
    }

    /** Starts the server, and for each round writes until it is killed, restarts it, and compares. */
    void run(long rounds, Runnable afterRound) throws Exception {
        for (long round = 0; round <= rounds; round++) {
            try (ServerProcess server = ServerProcess.start(directory);
                    Connection connection = Connection.open(server.address())) {
                KeyValueMap map = connection.map(MAP);
                if (round > 0) {
                    verify(map);
                    afterRound.run();
                }
                if (round < rounds) {
                    writeUntilKilled(server, map);
                }
            }
        }
    }

    private void writeUntilKilled(ServerProcess server, KeyValueMap map) throws InterruptedException {
        int killAfter = FEWEST + random.nextInt(MORE);
        Writer writer = new Writer(map, model, killAfter);
        long before = model.acknowledgements();
        long start = System.nanoTime();
        Thread writing = Thread.ofPlatform().name("tellask-crash-writer").start(writer);
        boolean inTime = writer.enough.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        long acknowledged = model.acknowledgements() - before;
        lowestRate = Math.min(lowestRate, acknowledged / seconds);
        server.kill();
        writing.join();
        boolean settled = writer.settled.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!inTime || !settled) {
            throw new CommandFailure("crash-test: acknowledged=" + acknowledged + " of " + killAfter + " in " + seconds
                    + " s, all calls settled=" + settled);
        }
    }

    private void verify(KeyValueMap map) throws Exception {
        for (int from = 0; from < CrashModel.KEYS; from += BATCH_KEYS) {
            byte[][] keys = new byte[BATCH_KEYS][];
            for (int i = 0; i < BATCH_KEYS; i++) {
                keys[i] = CrashModel.keyBytes(from + i);
            }
            byte[][] values = Connection.answer(map.getAll(keys));
            for (int i = 0; i < BATCH_KEYS; i++) {
                model.verify(from + i, values[i]);
            }
        }
    }

    /** Writes that were acknowledged in all rounds. */
    long acknowledged() {
        return model.acknowledgements();
    }

    /** Acknowledged writes a second in the slowest round. */
    double lowestRate() {
        return lowestRate;
    }

    /** Sends writes until the connection is lost; every call settles then. */
    private static final class Writer implements Runnable {
        private final KeyValueMap map;
        private final CrashModel model;
        private final AtomicLong unsettled = new AtomicLong(1); // the calls under way, and this thread itself
        private final CountDownLatch enough;
        private final CountDownLatch settled = new CountDownLatch(1);
        private volatile boolean lost;

        Writer(KeyValueMap map, CrashModel model, int killAfter) {
            this.map = map;
            this.model = model;
            enough = new CountDownLatch(killAfter);
        }

        @Override
        public void run() {
            while (!lost) {
                CrashModel.Write write = model.send();
                unsettled.incrementAndGet();
                try {
                    send(write).whenComplete((done, failure) -> settled(write, failure == null));
                } catch (RuntimeException connectionLost) {
                    settled(write, false);
                }
            }
            countDown();
        }

        private Promise<?> send(CrashModel.Write write) {
            byte[] key = CrashModel.keyBytes(write.key());
            return write.value() == null
                    ? map.remove(key)
                    : map.put(key, write.value().getBytes(StandardCharsets.UTF_8));
        }

        private void settled(CrashModel.Write write, boolean acknowledged) {
            if (acknowledged) {
                model.acknowledge(write);
                enough.countDown();
            } else {
                lost = true;
            }
            countDown();
        }

        private void countDown() {
            if (unsettled.decrementAndGet() == 0) {
                settled.countDown();
            }
        }
    }
}
