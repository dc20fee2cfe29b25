package io.tellask.cli.crash;

import io.tellask.store.Durability;
import io.tellask.store.StoreBackup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Kills a process that writes to a store, or one that looks after its files, with signal 9, again and again on the same files, and compares every
 * key after each time with what the writing process had acknowledged. Used by one thread.
 */
public final class StoreCrashes {
    private static final int WRITERS = 2;
    private static final long LONGEST_WAIT_NANOS = 30_000_000;
    private static final long LONGEST_TASK_NANOS = 120_000_000;

    /** Turns that begin before the kill: the first takes as long as several others. */
    private static final int MOST_TURNS = 3;

    private final Path directory;
    private final CrashMoment moment;
    private final long seed;
    private final SplittableRandom random;
    private final StoreJudge judge;
    private final @Nullable MaintenanceTask task;
    private long acknowledged;
    private double lowestRate = Double.MAX_VALUE;

    /** Rounds in a directory that is there and empty. */
    public StoreCrashes(Path directory, CrashMoment moment, long seed) {
        this.directory = directory;
        this.moment = moment;
        this.seed = seed;
        random = new SplittableRandom(seed);
        judge = new StoreJudge(moment, seed, WRITERS);
        task = MaintenanceTask.of(moment, directory);
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
        if (task == null) {
            write(steps, this::awaitMoment);
            verifyBackups();
        } else {
            try (MaintenanceProcess tool = MaintenanceProcess.start(directory, moment)) {
                killTask(task, tool, steps);
                task.verify(tool.completed(), judge);
            }
            Folders.delete(MaintenanceTask.folder(directory));
        }
        judge.settle(StoreWriter.map(directory));
    }

    /** What happens between the writer's last awaited step and its end. */
    private interface Interlude {
        void with(WriterProcess writer) throws IOException, InterruptedException;
    }

    private void write(int steps, Interlude interlude) throws IOException, InterruptedException {
        try (WriterProcess writer = WriterProcess.start(directory, seed, moment, Durability.PERIODIC, judge.done())) {
            writer.awaitSteps(steps / 2 + random.nextInt(steps));
            interlude.with(writer);
            double rate = writer.rate();
            writer.kill();
            lowestRate = Math.min(lowestRate, rate);
            acknowledged += writer.count();
            judge.killed(writer.acknowledged());
        }
    }

    private void awaitMoment(WriterProcess writer) throws IOException {
        if (moment.isOfWriter()) {
            writer.await(StoreWriter.BUSY);
            writer.awaitNanos(random.nextLong(LONGEST_WAIT_NANOS));
        }
    }

    private void killTask(MaintenanceTask work, MaintenanceProcess tool, int steps)
            throws IOException, InterruptedException {
        if (work.isOnline()) {
            work.prepare(random);
            boolean first = random.nextBoolean();
            int turn = random.nextInt(MOST_TURNS);
            write(steps, writer -> {
                tool.begin();
                writer.awaitUntil(() -> tool.hasBegun(turn));
                writer.awaitNanos(random.nextLong(LONGEST_TASK_NANOS));
                if (first) {
                    tool.kill();
                    writer.awaitSteps(1 + random.nextInt(steps / 2));
                }
            });
            if (!first) {
                tool.kill();
            }
            return;
        }
        write(steps, writer -> {});
        if (random.nextBoolean()) {
            judge.settle(StoreWriter.map(directory));
        }
        work.prepare(random);
        tool.begin();
        int turn = random.nextInt(MOST_TURNS);
        while (!tool.hasBegun(turn)) {
            Thread.onSpinWait();
        }
        LockSupport.parkNanos(random.nextLong(LONGEST_TASK_NANOS));
        tool.kill();
    }

    /** Every backup that the writer made and that stands under its name is whole, and is the map as it was at a moment of this round. */
    private void verifyBackups() throws IOException {
        Path backups = StoreWriter.backups(directory);
        if (!Files.exists(backups)) {
            return;
        }
        for (Path backup : Folders.files(backups, "[0-9]*")) {
            if (backup.getFileName().toString().matches("[0-9]+")) {
                Path restored = directory.resolve("restored");
                StoreBackup _ = StoreBackup.restore(backup, restored, (done, total) -> {});
                judge.requireMoment(restored);
                Folders.delete(restored);
            }
        }
        Folders.delete(backups);
    }
}
