package io.tellask.cli.crash;

import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the power of a file system while a process writes to a store on it, again and again, and compares every key after each time with what the
 * durability level promises: with {@code FORCED} all that was acknowledged; with {@code PERIODIC} all that was before the last finished force, and
 * nothing older than the period and the time that a force takes is lost. Needs the rights of root. Used by one thread.
 */
public final class PowerCuts implements AutoCloseable {
    private static final int DISK_BYTES = 192 << 20;
    private static final int WRITERS = 16;

    /** The period that a map has unless told otherwise. */
    private static final long PERIOD_NANOS = 100_000_000;

    /** How long one force may take on a busy machine. */
    private static final long LONGEST_FORCE_NANOS = 2_000_000_000;

    private final LoopDisk disk;
    private final PowerSwitch power;
    private final long seed;
    private final SplittableRandom random;
    private final WriterHistory[] histories = new WriterHistory[WRITERS];
    private long acknowledged;
    private long oldestLossNanos;
    private int lostUnpromised;

    private PowerCuts(LoopDisk disk, PowerSwitch power, long seed) {
        this.disk = disk;
        this.power = power;
        this.seed = seed;
        random = new SplittableRandom(seed);
        for (int writer = 0; writer < WRITERS; writer++) {
            histories[writer] = new WriterHistory(new WriterScript(seed, writer));
        }
    }

    /** Why they cannot be made here, or null. */
    public static @Nullable String hindrance() throws IOException, InterruptedException {
        return LoopDisk.hindrance();
    }

    /** Makes the file system. */
    public static PowerCuts start(long seed) throws IOException, InterruptedException {
        LoopDisk disk = LoopDisk.make(DISK_BYTES);
        try {
            return new PowerCuts(disk, PowerSwitch.start(), seed);
        } catch (IOException | RuntimeException failure) {
            disk.close();
            throw failure;
        }
    }

    /** Steps that were acknowledged in all rounds. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Steps that were acknowledged before a cut and lost, none of them promised. */
    public int lostUnpromised() {
        return lostUnpromised;
    }

    /** How long before its cut the oldest of them was acknowledged, in milliseconds. */
    public long oldestLossMillis() {
        return oldestLossNanos / 1_000_000;
    }

    /**
     * Writes, cuts the power once about so many steps are acknowledged, and compares.
     *
     * @throws CrashTestException if something promised is lost, or a value is wrong
     */
    public void round(Durability durability, CrashMoment moment, int steps) throws IOException, InterruptedException {
        Path directory = disk.mountPoint();
        int[] done = new int[WRITERS];
        for (int writer = 0; writer < WRITERS; writer++) {
            done[writer] = histories[writer].done();
        }
        int[] last;
        int[] promised;
        long cutNanos;
        Deque<WriterProcess.Mark> marks;
        try (WriterProcess writer = WriterProcess.startBeforePowerCut(directory, seed, moment, durability, done)) {
            writer.awaitSteps(steps / 2 + random.nextInt(steps));
            cutNanos = System.nanoTime();
            marks = new ArrayDeque<>(writer.marks());
            promised = durability == Durability.FORCED ? writer.acknowledged() : promised(writer, done, cutNanos);
            power.cut(directory);
            writer.kill();
            acknowledged += writer.count();
            last = writer.acknowledged();
        }
        disk.unmount();
        disk.mount();
        verify(moment, promised, last, marks, cutNanos);
    }

    /** What was acknowledged before a force that had not begun, and a later one is finished; or that long ago that its turn was over. */
    private static int[] promised(WriterProcess writer, int[] done, long cutNanos) {
        int[] promised = done;
        for (WriterProcess.Mark mark : writer.marks()) {
            boolean forced = mark.forces() <= writer.forces() - 2;
            boolean overdue = cutNanos - mark.nanos() > PERIOD_NANOS + LONGEST_FORCE_NANOS;
            if (forced || overdue) {
                promised = mark.acknowledged();
            }
        }
        return promised;
    }

    private void verify(
            CrashMoment moment, int[] promised, int[] last, Deque<WriterProcess.Mark> marks, long cutNanos) {
        int[] found = new int[WRITERS];
        try (DurableMap<Integer, byte[]> map =
                StoreWriter.open(StoreWriter.map(disk.mountPoint()), moment, Durability.BUFFERED)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                found[writer] = histories[writer].judge(map, promised[writer], last[writer] + 1);
            }
            map.force().join();
        }
        for (int writer = 0; writer < WRITERS; writer++) {
            histories[writer].settle(found[writer]);
        }
        noteLosses(found, marks, cutNanos);
    }

    private void noteLosses(int[] found, Deque<WriterProcess.Mark> marks, long cutNanos) {
        for (WriterProcess.Mark mark : marks) {
            for (int writer = 0; writer < WRITERS; writer++) {
                if (mark.acknowledged()[writer] > found[writer]) {
                    oldestLossNanos = Math.max(oldestLossNanos, cutNanos - mark.nanos());
                }
            }
        }
        WriterProcess.Mark latest = marks.peekLast();
        for (int writer = 0; latest != null && writer < WRITERS; writer++) {
            lostUnpromised += Math.max(0, latest.acknowledged()[writer] - found[writer]);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        power.close();
        disk.close();
    }
}
