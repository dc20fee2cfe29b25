package io.tellask.bench.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * The latency of moving one cache line between two cores at this moment: two threads pass a volatile number to and fro.
 * Where a hypervisor moves virtual cores this changes within minutes, and every figure between two processes with it.
 */
public final class CoreToCore {
    private static final int BATCHES = 100;
    private static final int PASSES = 500;
    /** On a busy machine, where each pass may wait for a core, fewer batches must do. */
    private static final long LIMIT_NANOS = 100_000_000;
    /** No pass comes any more. */
    private static final long STOP = -1;

    private volatile long ball;

    private CoreToCore() {}

    /** Nanoseconds one way, the median of {@value #BATCHES} batches; takes a few milliseconds, seldom over 100. */
    public static double measureNanos() throws InterruptedException {
        CoreToCore probe = new CoreToCore();
        Thread other = Thread.ofPlatform().daemon().start(() -> {
            for (long pass = 0; probe.await(pass + 1); pass += 2) {
                probe.ball = pass + 2;
            }
        });
        List<Double> oneWay = new ArrayList<>();
        long limit = System.nanoTime() + LIMIT_NANOS;
        long pass = 0;
        while (oneWay.size() < BATCHES && System.nanoTime() - limit < 0) {
            long startNanos = System.nanoTime();
            for (long end = pass + 2 * PASSES; pass < end; pass += 2) {
                probe.ball = pass + 1;
                probe.await(pass + 2);
            }
            oneWay.add((System.nanoTime() - startNanos) / (2.0 * PASSES));
        }
        probe.ball = STOP;
        other.join();
        return Figure.median(oneWay);
    }

    /** Spins until a pass arrives, false at the end; gives the core away now and then, for both may be on the same one. */
    private boolean await(long value) {
        long seen = ball;
        for (int spins = 1; seen != value && seen != STOP; spins++) {
            if ((spins & 0xfff) == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
            seen = ball;
        }
        return seen == value;
    }
}
