package io.tellask.bench.spi;

import java.time.Duration;
import java.util.Arrays;

/** The frame of a contender's calling process: connects, runs phases on command, checks totals, reports figures. */
public final class CallerProcess {
    private static final int MAX_SAMPLES = 1 << 20;

    /** Connects to the service of a case at a loopback port. */
    public interface Opening {
        Caller open(Case workload, int port) throws Exception;
    }

    private final Case workload;
    private final Caller caller;
    private final long[] roundTripNanos;
    private int samples;

    private CallerProcess(Case workload, Caller caller) {
        this.workload = workload;
        this.caller = caller;
        this.roundTripNanos = new long[workload.kind() == Case.Kind.LATENCY ? MAX_SAMPLES : 0];
    }

    /** Runs until standard input ends. Arguments: the case's label, the port. */
    public static void run(String[] args, Opening opening) throws InterruptedException {
        try {
            Case workload = Case.of(args[0]);
            Caller caller = opening.open(workload, Integer.parseInt(args[1]));
            CallerProcess process = new CallerProcess(workload, caller);
            Commands.serve("ready", words -> process.phase(Long.parseLong(words[1]), Long.parseLong(words[2])));
        } catch (Exception e) {
            Commands.fail(e);
        }
    }

    private String phase(long millis, long messages) throws Exception {
        Usage before = Usage.now();
        long startNanos = System.nanoTime();
        Tally tally = send(Phase.start(Duration.ofMillis(millis), messages));
        long wallNanos = System.nanoTime() - startNanos;
        Usage used = Usage.now().since(before);
        if (tally.total() != Pairs.total(tally.count())) {
            throw new IllegalStateException("wrong total: count=" + tally.count() + ", total=" + tally.total()
                    + ", expected=" + Pairs.total(tally.count()));
        }
        String line = "done " + tally.count() + " " + wallNanos + " " + used.cpuNanos() + " " + used.writtenBytes();
        return samples == 0 ? line : line + " " + percentile(0.50) + " " + percentile(0.99);
    }

    private Tally send(Phase phase) throws Exception {
        return switch (workload.kind()) {
            case TELL -> caller.tell(phase);
            case ASK -> caller.ask(phase);
            case LATENCY -> pingPong(phase);
        };
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
