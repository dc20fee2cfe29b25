package io.tellask.bench.actor;

import io.tellask.bench.spi.Run;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How long a message to an actor that has nothing to do is under way, from an ordinary thread. The thread pauses after each, so that others go to sleep. */
final class WakeUps implements LocalActors.Receiver {
    private static final int MOST_SAMPLES = 1 << 20;
    private static final long PAUSE_NANOS = 100_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LocalActors actors;
    private final Thread sender = Thread.currentThread();
    private final long[] sampleNanos = new long[MOST_SAMPLES];
    private long sentNanos;
    private volatile int arrived;

    WakeUps(LocalActors actors) {
        this.actors = actors;
    }

    @Override
    public void tell(int none, int sample) {
        sampleNanos[sample] = System.nanoTime() - sentNanos; // sending it published the instant
        arrived = sample + 1;
        LockSupport.unpark(sender);
    }

    List<Run> measure(String label, long warmUpMillis, long millis, long mostSamples) throws Exception {
        LocalActors.Receiver actor = actors.receiver(this);
        int most = (int) Math.min(mostSamples, MOST_SAMPLES);
        sample(actor, warmUpMillis, most);
        int count = sample(actor, millis, most);
        long[] sorted = Arrays.copyOf(sampleNanos, count);
        Arrays.sort(sorted);
        return List.of(
                Run.of(label, "", Run.MICROSECONDS, percentile(sorted, 0.5)).with("samples", count),
                Run.of(label + "-p999", "", Run.MICROSECONDS, percentile(sorted, 0.999)));
    }

    private int sample(LocalActors.Receiver actor, long millis, int most) {
        arrived = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int count = 0;
        while (count < most && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
            sentNanos = System.nanoTime();
            actor.tell(0, count++);
            while (arrived < count) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                if (System.nanoTime() - sentNanos > PATIENCE_NANOS) {
                    throw new IllegalStateException("a message did not arrive: sample=" + count);
                }
            }
        }
        return count;
    }

    private static double percentile(long[] sorted, double fraction) {
        return sorted[(int) (fraction * (sorted.length - 1))] / 1e3;
    }
}
