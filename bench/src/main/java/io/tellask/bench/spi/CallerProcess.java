package io.tellask.bench.spi;

import io.tellask.bench.spi.Caller.Tally;
import java.util.Arrays;

/** The frame of a contender's calling process: connects, runs phases on command, checks totals, reports figures. */
public final class CallerProcess {
    private static final int MAX_SAMPLES = 1 << 20;

    /** Connects to the service of a case at a loopback port. */
    public interface Opening {
        Caller open(String label, int port) throws Exception;
    }

    private final Caller caller;
    private final long[] roundTripNanos = new long[MAX_SAMPLES];
    private int samples;

    private CallerProcess(Caller caller) {
        this.caller = caller;
    }

    /** Runs until standard input ends. Arguments: the case's label, the contender, the port. */
    public static void run(String[] args, Opening opening) throws InterruptedException {
        try {
            CallerProcess process = new CallerProcess(opening.open(args[0], Integer.parseInt(args[2])));
            Commands.serve(
                    "ready", words -> process.phase(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
        } catch (Exception e) {
            Commands.fail(e);
        }
    }

    private String phase(String label, long millis, long messages) throws Exception {
        Usage before = Usage.now();
        long startNanos = System.nanoTime();
        Tally tally = send(label, Phase.start(millis, messages));
        long wallNanos = System.nanoTime() - startNanos;
        Usage used = Usage.now().since(before);
        if (tally.total() != Pairs.total(tally.count())) {
            throw new IllegalStateException("wrong total: count=" + tally.count() + ", total=" + tally.total()
                    + ", expected=" + Pairs.total(tally.count()));
        }
        String line = done(tally.count(), wallNanos, used);
        return samples == 0 ? line : line + " " + percentile(0.50) + " " + percentile(0.99);
    }

    /** What a calling process answers after a phase: operations, wall nanoseconds, its own CPU nanoseconds and bytes. */
    public static String done(long count, long wallNanos, Usage used) {
        return "done " + count + " " + wallNanos + " " + used.cpuNanos() + " " + used.writtenBytes();
    }

    private Tally send(String label, Phase phase) throws Exception {
        if (label.startsWith("latency")) {
            return pingPong(phase);
        }
        return label.startsWith("tell") ? caller.tell(phase) : caller.ask(phase);
    }

    private Tally pingPong(Phase phase) throws Exception {
        samples = 0;
        long total = 0;
        int first = 0;
        while (samples < MAX_SAMPLES && phase.open(samples)) {
            long startNanos = System.nanoTime();
            total += caller.askOnce(first, first + 1);
            roundTripNanos[samples++] = System.nanoTime() - startNanos;
            first = Pairs.next(first);
        }
        Arrays.sort(roundTripNanos, 0, samples);
        return new Tally(samples, total);
    }

    private long percentile(double fraction) {
        return roundTripNanos[(int) (fraction * (samples - 1))];
    }
}
