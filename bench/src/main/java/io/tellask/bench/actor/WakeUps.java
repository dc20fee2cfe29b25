package io.tellask.bench.actor;

import io.tellask.bench.spi.Run;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a message to an actor that has nothing to do is under way: {@code wake} from an ordinary thread; {@code wake-dispatcher} from an actor on another dispatcher;
 * {@code wake-timer} from a timer of the actor, from the instant that it is due. The thread that has them sent pauses after each, so that others go to sleep.
 */
final class WakeUps implements LocalActors.Receiver {
    private static final int MOST_SAMPLES = 1 << 20;
    private static final long PAUSE_NANOS = 100_000;
    private static final long TIMER_NANOS = 500_000; // so that the actor sleeps again once it has set its timer
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
        sampleNanos[sample] = System.nanoTime() - sentNanos; // sending it, or setting its timer, published the instant
        arrived = sample + 1;
        LockSupport.unpark(sender);
    }

    /** Has a message sent for a sample. */
    private interface Wake {
        void send(int sample);
    }

    private Wake wake(String label) throws Exception {
        if (label.equals("wake-timer")) {
            LocalActors.Alarms alarms = actors.alarms(this);
            return sample -> {
                sentNanos = System.nanoTime() + TIMER_NANOS;
                alarms.ring(sentNanos, sample);
            };
        }
        LocalActors.Receiver actor = actors.receiver(this);
        LocalActors.Receiver sending = (none, sample) -> {
            sentNanos = System.nanoTime();
            actor.tell(none, sample);
        };
        LocalActors.Receiver from = label.equals("wake-dispatcher") ? actors.elsewhere(sending) : sending;
        return sample -> from.tell(0, sample);
    }

    List<Run> measure(String label, long warmUpMillis, long millis, long mostSamples) throws Exception {
        Wake wake = wake(label);
        int most = (int) Math.min(mostSamples, MOST_SAMPLES);
        sample(wake, warmUpMillis, most);
        int count = sample(wake, millis, most);
        long[] sorted = Arrays.copyOf(sampleNanos, count);
        Arrays.sort(sorted);
        return List.of(
                Run.of(label, "", Run.MICROSECONDS, percentile(sorted, 0.5)).with("samples", count),
                Run.of(label + "-p999", "", Run.MICROSECONDS, percentile(sorted, 0.999)));
    }

    private int sample(Wake wake, long millis, int most) {
        arrived = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int count = 0;
        while (count < most && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
            long askedNanos = System.nanoTime();
            wake.send(count++);
            while (arrived < count) {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                if (System.nanoTime() - askedNanos > PATIENCE_NANOS) {
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
