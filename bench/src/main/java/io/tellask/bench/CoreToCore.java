package io.tellask.bench;

import java.util.Arrays;

/**
 * The latency of moving one cache line between two cores at this moment: two threads pass a volatile number to and fro.
 * Where a hypervisor moves virtual cores this changes within minutes, and every figure between two processes with it.
 */
final class CoreToCore {
    private static final int BATCHES = 25;
    private static final int PASSES = 2_000;

    private volatile long ball;

    private CoreToCore() {}

    /** Nanoseconds one way, the median of {@value #BATCHES} batches; takes a few milliseconds. */
    static double measureNanos() throws InterruptedException {
        CoreToCore probe = new CoreToCore();
        Thread other = Thread.ofPlatform().daemon().name("bench-core-to-core").start(probe::answerAll);
        double[] oneWay = new double[BATCHES];
        long pass = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            long startNanos = System.nanoTime();
            for (long end = pass + 2 * PASSES; pass < end; pass += 2) {
                probe.ball = pass + 1;
                probe.await(pass + 2);
            }
            oneWay[batch] = (System.nanoTime() - startNanos) / (2.0 * PASSES);
        }
        other.join();
        Arrays.sort(oneWay);
        return oneWay[BATCHES / 2];
    }

    private void answerAll() {
        for (long pass = 0; pass < 2L * PASSES * BATCHES; pass += 2) {
            await(pass + 1);
            ball = pass + 2;
        }
    }

    /** Spins; gives the core away now and then, for both threads may be on the same one. */
    private void await(long value) {
        for (int spins = 1; ball != value; spins++) {
            if ((spins & 0xfff) == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
