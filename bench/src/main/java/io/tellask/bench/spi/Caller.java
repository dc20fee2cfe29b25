package io.tellask.bench.spi;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The calling half of a contender of the remoting suite: one connection to its service in another process. Its methods are
 * called by one ordinary thread, one after the other; each may be called many times.
 */
public abstract class Caller {
    private static final int MAX_SAMPLES = 1 << 20;
    private static final long PACE_NANOS = 20_000;
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final long[] roundTripNanos = new long[MAX_SAMPLES];
    private final AtomicInteger answered = new AtomicInteger();
    private int samples;
    private long pacedStartNanos;
    private volatile @Nullable Throwable pacedFailure;
    private long totalBefore;

    /**
     * What a phase came to.
     *
     * @param count messages sent
     * @param total the sum of all sums: as read back from the receiver for tells, as answered for asks
     */
    public record Tally(long count, long total) {}

    /** Connects to the service of a case at a loopback port. */
    public interface Connecting {
        Caller open(String label, int port) throws Exception;
    }

    /** Sends pairs while the phase is open, then reads back what the receiver added up during this phase. */
    public abstract Tally tell(Phase phase) throws Exception;

    /** Asks for sums while the phase is open, thousands at a time, checks each answer, and returns when all are in. */
    public abstract Tally ask(Phase phase) throws Exception;

    /** Asks for one sum and waits for it. */
    public abstract int askOnce(int first, int second) throws Exception;

    /** Sends one ask and does not wait; its answer goes to {@link #answered}, from any thread. For {@code latency-paced}. */
    protected void askLater(int first, int second) throws Exception {
        throw new UnsupportedOperationException(
                "no paced asks: contender=" + getClass().getName());
    }

    /** The answer to the ask with that first int has come. */
    protected final void answered(int first, int sum) {
        Pairs.check(first, sum);
        roundTripNanos[first] = System.nanoTime() - pacedStartNanos - first * PACE_NANOS;
        answered.incrementAndGet();
    }

    /** An ask of {@code latency-paced} has failed, and so has the phase. */
    protected final void failed(Throwable cause) {
        pacedFailure = cause;
    }

    /** The tally of tells to a receiver that adds up all phases. */
    protected final Tally told(long count, long totalOfAllPhases) {
        long added = totalOfAllPhases - totalBefore;
        totalBefore = totalOfAllPhases;
        return new Tally(count, added);
    }

    /** Runs phases on command until standard input ends. Arguments: the case's label, the contender, the port. */
    public static void run(String[] args, Connecting connecting) {
        Commands.run(args, words -> {
            Caller caller = connecting.open(words[0], Integer.parseInt(words[2]));
            return new Commands.Opened("ready", caller::phase);
        });
    }

    /** What a calling process answers after a phase: operations, wall nanoseconds, its own CPU nanoseconds and bytes. */
    public static String done(long count, long wallNanos, Usage used) {
        return "done " + count + " " + wallNanos + " " + used.cpuNanos() + " " + used.writtenBytes();
    }

    /** Words: {@code run}, the case's label, milliseconds and messages, at most. */
    private String phase(String[] words) throws Exception {
        Phase phase = Phase.start(Long.parseLong(words[2]), Long.parseLong(words[3]));
        Usage before = Usage.now();
        long startNanos = System.nanoTime();
        boolean isLatency = words[1].startsWith("latency");
        boolean isPaced = words[1].equals("latency-paced");
        Tally tally = isPaced
                ? paced(phase)
                : isLatency ? pingPong(phase) : words[1].startsWith("tell") ? tell(phase) : ask(phase);
        String line =
                done(tally.count(), System.nanoTime() - startNanos, Usage.now().since(before));
        if (tally.total() != Pairs.total(tally.count())) {
            throw new IllegalStateException("wrong total: " + tally + ", expected=" + Pairs.total(tally.count()));
        }
        return isLatency ? line + " " + percentile(0.50) + " " + percentile(0.99) : line;
    }

    private Tally pingPong(Phase phase) throws Exception {
        samples = 0;
        long total = 0;
        int first = 0;
        while (samples < MAX_SAMPLES && phase.open(samples)) {
            long startNanos = System.nanoTime();
            total += askOnce(first, first + 1);
            roundTripNanos[samples++] = System.nanoTime() - startNanos;
            first = Pairs.next(first);
        }
        Arrays.sort(roundTripNanos, 0, samples);
        return new Tally(samples, total);
    }

    /**
     * 50,000 asks a second, sent when they are due or as soon after it as the thread is woken. A round trip counts from when its
     * ask was due, so that whoever makes others wait pays for them too.
     */
    private Tally paced(Phase phase) throws Exception {
        samples = 0;
        answered.set(0);
        pacedStartNanos = System.nanoTime();
        while (samples < MAX_SAMPLES && phase.open((long) samples << 10)) {
            long early = pacedStartNanos + samples * PACE_NANOS - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            } else {
                askLater(samples, samples + 1);
                samples++;
            }
        }
        long start = System.nanoTime();
        while (answered.get() < samples) {
            if (pacedFailure != null) {
                throw new IllegalStateException("a paced ask failed", pacedFailure);
            }
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IllegalStateException("answers missing: sent=" + samples + ", answered=" + answered);
            }
            LockSupport.parkNanos(PACE_NANOS);
        }
        Arrays.sort(roundTripNanos, 0, samples);
        return new Tally(samples, Pairs.total(samples));
    }

    private long percentile(double fraction) {
        return roundTripNanos[(int) (fraction * (samples - 1))];
    }
}
