package io.tellask.cli.crash;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreBackup;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Kills a process that writes to a store with signal 9, again and again on the same files, and compares every key after each time with what the
 * process had acknowledged. Used by one thread.
 */
public final class StoreCrashes {
    private static final int WRITERS = 2;
    private static final long LONGEST_WAIT_NANOS = 30_000_000;

    private final Path directory;
    private final CrashMoment moment;
    private final long seed;
    private final SplittableRandom random;
    private final WriterHistory[] histories = new WriterHistory[WRITERS];
    private long acknowledged;
    private double lowestRate = Double.MAX_VALUE;

    /** Rounds in a directory that is there and empty. */
    public StoreCrashes(Path directory, CrashMoment moment, long seed) {
        this.directory = directory;
        this.moment = moment;
        this.seed = seed;
        random = new SplittableRandom(seed);
        for (int writer = 0; writer < WRITERS; writer++) {
            histories[writer] = new WriterHistory(new WriterScript(seed, writer));
        }
    }

    /** Steps that were acknowledged in all rounds. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Acknowledged steps a second in the slowest round. */
    public double lowestRate() {
        return lowestRate;
    }

    /**
     * Writes, kills once about so many steps are acknowledged, and compares.
     *
     * @throws CrashTestException if something acknowledged is lost, or a value is wrong
     */
    public void round(int steps) throws IOException, InterruptedException {
        int[] done = done();
        int[] last;
        try (WriterProcess writer = WriterProcess.start(directory, seed, moment, Durability.PERIODIC, done)) {
            writer.awaitSteps(steps / 2 + random.nextInt(steps));
            if (moment != CrashMoment.WRITES && moment != CrashMoment.ROLL) {
                writer.await(StoreWriter.BUSY);
                writer.awaitNanos(random.nextLong(LONGEST_WAIT_NANOS));
            }
            double rate = writer.rate();
            writer.kill();
            lowestRate = Math.min(lowestRate, rate);
            acknowledged += writer.count();
            last = writer.acknowledged();
        }
        verifyBackups(last);
        try (DurableMap<Integer, byte[]> map =
                StoreWriter.open(StoreWriter.map(directory), moment, Durability.PERIODIC)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                histories[writer].settle(histories[writer].judge(map, last[writer], last[writer] + 1));
            }
        }
    }

    private int[] done() {
        int[] done = new int[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            done[writer] = histories[writer].done();
        }
        return done;
    }

    /** Every backup that stands under its name is whole, and is the map as it was at a moment of this round. */
    private void verifyBackups(int[] last) throws IOException {
        Path backups = StoreWriter.backups(directory);
        if (!Files.exists(backups)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(backups, "[0-9]*")) {
            for (Path backup : found) {
                if (backup.getFileName().toString().matches("[0-9]+")) {
                    verifyBackup(backup, last);
                }
            }
        }
        Folders.delete(backups);
    }

    private void verifyBackup(Path backup, int[] last) throws IOException {
        Path restored = directory.resolve("restored");
        StoreBackup.restore(backup, restored, (done, total) -> {});
        try (DurableMap<Integer, byte[]> map = StoreWriter.open(restored, moment, Durability.BUFFERED)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                histories[writer].judge(map, histories[writer].done(), last[writer] + 1);
            }
        }
        Folders.delete(restored);
    }
}
