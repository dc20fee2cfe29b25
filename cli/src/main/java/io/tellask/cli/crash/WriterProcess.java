package io.tellask.cli.crash;

import io.tellask.store.Durability;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;

/** A {@link StoreWriter} as its parent sees it: what it acknowledged, and when. Used by one thread. */
final class WriterProcess implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long MARK_NANOS = 2_000_000;

    static final long UNKNOWN = Long.MAX_VALUE;

    private final Process process;
    private final DataInputStream in;
    private final int[] acknowledged;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private final long startNanos;
    private long count;
    private long forces;

    /** What was acknowledged at a moment; {@code forces} forces of the log were finished then, no more, unless that is {@link #UNKNOWN}. */
    @SuppressWarnings("ArrayRecordComponent")
    record Mark(long nanos, long forces, int[] acknowledged) {}

    private WriterProcess(Process process, int[] acknowledged) throws IOException {
        this.process = process;
        this.acknowledged = acknowledged;
        in = new DataInputStream(new BufferedInputStream(process.getInputStream(), BUFFER_BYTES));
        await(StoreWriter.OPENED);
        startNanos = System.nanoTime();
    }

    /** Starts a writer behind what each of its scripts has done already, and returns when the store is open. */
    static WriterProcess start(Path directory, long seed, CrashMoment moment, Durability durability, int[] done)
            throws IOException {
        return start(directory, seed, moment, durability, done, List.of());
    }

    /** As above, in another run of the machine: its file system is about to lose what was not forced. */
    static WriterProcess startBeforePowerCut(
            Path directory, long seed, CrashMoment moment, Durability durability, int[] done) throws IOException {
        List<String> options = List.of("-Dio.tellask.store.boot=" + UUID.randomUUID());
        return start(directory, seed, moment, durability, done, options);
    }

    private static WriterProcess start(
            Path directory, long seed, CrashMoment moment, Durability durability, int[] done, List<String> options)
            throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of(directory.toString(), Long.toString(seed), moment.name(), durability.name()));
        for (int number : done) {
            arguments.add(Integer.toString(number + 1));
        }
        Process process = ChildJvm.start(StoreWriter.class, arguments, options);
        try {
            return new WriterProcess(process, done.clone());
        } catch (IOException | RuntimeException failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** Steps that were acknowledged, of each writer. */
    int[] acknowledged() {
        return acknowledged.clone();
    }

    long count() {
        return count;
    }

    /** Acknowledged steps a second until now. */
    double rate() {
        return count * 1e9 / Math.max(1, System.nanoTime() - startNanos);
    }

    /** Forces of the log that it told of. */
    long forces() {
        return forces;
    }

    /** Moments that acknowledgements were noted at, the oldest first. */
    Deque<Mark> marks() {
        return marks;
    }

    /** Reads until so many more steps are acknowledged. */
    void awaitSteps(long more) throws IOException {
        for (long until = count + more; count < until; ) {
            take(word());
        }
    }

    /** Reads until the writer tells an event. */
    void await(long event) throws IOException {
        long word;
        do {
            word = word();
            take(word);
        } while (word != event);
    }

    /** Reads until something else has happened. */
    void awaitUntil(Occurrence occurrence) throws IOException {
        while (!occurrence.happened()) {
            readAvailable();
        }
    }

    /** Something outside of the writer. */
    interface Occurrence {
        boolean happened() throws IOException;
    }

    /** Reads for some time. */
    void awaitNanos(long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        while (System.nanoTime() < deadline) {
            readAvailable();
        }
    }

    private void readAvailable() throws IOException {
        if (in.available() >= Long.BYTES) {
            take(word());
        } else {
            Thread.onSpinWait();
        }
    }

    private long word() throws IOException {
        try {
            return in.readLong();
        } catch (EOFException ended) {
            String reason = process.errorReader().readLine();
            throw new CrashTestException("crash-test: the writer ended by itself, " + reason);
        }
    }

    private void take(long word) {
        if (word >= 0) {
            acknowledged[(int) (word >>> 32)] = (int) word;
            count++;
        } else if (word <= StoreWriter.FORCES) {
            forces = StoreWriter.FORCES - word;
            mark(forces);
        }
        if (word >= 0 && (marks.isEmpty() || System.nanoTime() - marks.getLast().nanos >= MARK_NANOS)) {
            mark(UNKNOWN);
        }
    }

    private void mark(long finished) {
        marks.add(new Mark(System.nanoTime(), finished, acknowledged.clone()));
    }

    /** Kills with signal 9, and reads what was said before. */
    void kill() throws IOException, InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
        try {
            while (true) {
                take(in.readLong());
            }
        } catch (EOFException end) {
            return;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
