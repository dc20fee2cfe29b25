package io.tellask.bench.aeron;

import io.tellask.bench.spi.Run;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sends pings and measures when they come back: the next one when the last one is there, or so many a second. Times of the latter count from when a
 * ping was due, so that a pause costs all that were to leave meanwhile: that corrects for coordinated omission.
 *
 * <p>Thread-safety: phases by one thread; pongs by the connection's.
 */
final class PingCaller implements PingPong.Pongs {
    /** The percentiles of a run, by the names of its numbers. */
    static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.995, 99.999, 100};

    /** Pings a second that came back. */
    static final String RATE = "rate";

    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long ROOM_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long FULL_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** Pings on their way, at most: a megabyte. */
    private static final int MOST_OPEN = 4_096;

    private final boolean spins;
    private final PingMessage out = new PingMessage();
    private final PingMessage in = new PingMessage();
    private final Histogram histogram = new Histogram(HIGHEST_NANOS, DIGITS);
    private PingPong.@Nullable Link link;
    private boolean isRoundTrip;
    private long endNanos;
    private long mostPings;
    private volatile long answered;
    private volatile boolean isOver;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Thread waiter;

    PingCaller(boolean spins) {
        this.spins = spins;
    }

    void open(PingPong.Link newLink) {
        link = newLink;
    }

    /** One ping at a time, for a time or a number of pings. */
    Run roundTrips(String label, long millis, long pings) throws Exception {
        begin(true);
        mostPings = pings;
        long start = System.nanoTime();
        endNanos = start + TimeUnit.MILLISECONDS.toNanos(millis);
        sendNext(start);
        while (!isOver) {
            check(endNanos);
            LockSupport.parkNanos(this, TimeUnit.SECONDS.toNanos(1));
        }
        return run(label, start, System.nanoTime());
    }

    /** So many pings a second; ends early where twice the time has passed. */
    Run paced(String label, long rate, long millis, long pings) throws Exception {
        begin(false);
        long most = Math.min(pings, rate * millis / 1_000);
        double interval = 1e9 / rate;
        long start = System.nanoTime();
        long giveUp = start + 2 * TimeUnit.MILLISECONDS.toNanos(millis);
        long sent = 0;
        while (sent < most && System.nanoTime() - giveUp < 0) {
            check(giveUp);
            long due = start + (long) (sent * interval);
            long early = due - System.nanoTime();
            if (early > 0) {
                rest(early);
            } else if (sent - answered < MOST_OPEN && link().send(out.write(sent, due))) {
                sent++;
            } else {
                rest(FULL_NANOS);
            }
        }
        while (answered < sent) {
            check(giveUp);
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        return run(label, start, System.nanoTime());
    }

    private void begin(boolean roundTrip) {
        histogram.reset();
        isRoundTrip = roundTrip;
        isOver = false;
        waiter = Thread.currentThread();
        answered = 0; // seen before the first pong, which follows what is sent after this
    }

    private void rest(long nanos) {
        if (spins) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private PingPong.Link link() {
        PingPong.Link open = link;
        if (open == null) {
            throw new IllegalStateException("no connection");
        }
        return open;
    }

    private void check(long end) {
        if (failure != null) {
            throw new IllegalStateException("connection failed", failure);
        }
        if (System.nanoTime() - end > PATIENCE_NANOS) {
            throw new IllegalStateException("pongs missing: answered=" + answered);
        }
    }

    /** Synchronized, since the first pong may come before the sending of its ping has returned. */
    private synchronized void sendNext(long now) throws Exception {
        byte[] ping = out.write(answered, now);
        while (!link().send(ping)) {
            if (System.nanoTime() - now > ROOM_NANOS) {
                throw new IllegalStateException("no room for one ping: answered=" + answered);
            }
            Thread.onSpinWait(); // the driver has yet to see that others were read
        }
    }

    @Override
    public void pong(byte[] bytes, int offset) {
        try {
            long now = System.nanoTime();
            long sequence = answered;
            histogram.recordValue(Math.max(1, now - in.read(bytes, offset, sequence)));
            answered = sequence + 1;
            if (isRoundTrip) {
                if (answered < mostPings && now - endNanos < 0) {
                    sendNext(System.nanoTime());
                } else {
                    isOver = true;
                    LockSupport.unpark(waiter);
                }
            }
        } catch (Exception wrong) {
            failed(wrong);
        }
    }

    @Override
    public void failed(Throwable cause) {
        failure = cause;
        LockSupport.unpark(waiter);
    }

    private Run run(String label, long start, long end) {
        Run run = Run.of(label, "", Run.MICROSECONDS, histogram.getValueAtPercentile(50) / 1e3)
                .with("count", answered)
                .with("mean", histogram.getMean() / 1e3)
                .with(RATE, answered * 1e9 / (end - start));
        for (double each : PERCENTILES) {
            run = run.with(name(each), histogram.getValueAtPercentile(each) / 1e3);
        }
        return run;
    }

    /** As in {@code p50} and {@code p99.9}. */
    private static String name(double percentile) {
        return percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile;
    }
}
