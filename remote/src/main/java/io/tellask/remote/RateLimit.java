package io.tellask.remote;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets each principal make so many calls a second, and a burst of them at once after a pause: a token bucket for each. Connections of one
 * principal share it. Thread-safe.
 *
 * <p>At most {@value #MOST_PRINCIPALS} principals are remembered; beyond that the one that has not called for longest is forgotten, and begins with a
 * full bucket again.
 */
public final class RateLimit implements Interceptor {
    /** How many principals are remembered. */
    public static final int MOST_PRINCIPALS = 10_000;

    private final double perSecond;
    private final int burst;
    private final LongSupplier nanoTime;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true); // guarded by itself

    RateLimit(double perSecond, int burst, LongSupplier nanoTime) {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new IllegalArgumentException(
                    "rate: perSecond=" + perSecond + " is not above 0; give a number of calls");
        }
        if (burst < 1) {
            throw new IllegalArgumentException("rate: burst=" + burst + " < 1; give the calls that may come at once");
        }
        this.perSecond = perSecond;
        this.burst = burst;
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    }

    /**
     * A limit for each principal.
     *
     * @param perSecond calls a second that are let through for long, above 0
     * @param burst calls that may come at once, at least 1
     */
    public static RateLimit perPrincipal(double perSecond, int burst) {
        return new RateLimit(perSecond, burst, System::nanoTime);
    }

    private static final class Bucket {
        double tokens;
        long atNanos;
    }

    @Override
    public void before(IncomingCall call) {
        if (!take(call.principal().name())) {
            throw new CallRefusedException("call: principal=" + call.principal() + " calls more often than rate="
                    + perSecond + " a second, burst=" + burst + "; call less often");
        }
    }

    private boolean take(String name) {
        long now = nanoTime.getAsLong();
        synchronized (buckets) {
            Bucket bucket = buckets.get(name);
            if (bucket == null) {
                bucket = new Bucket();
                bucket.tokens = burst;
                bucket.atNanos = now;
                buckets.put(name, bucket);
                forgetOldest();
            }
            double earned = (double) (now - bucket.atNanos) / TimeUnit.SECONDS.toNanos(1) * perSecond;
            bucket.tokens = Math.min(burst, bucket.tokens + earned);
            bucket.atNanos = now;
            if (bucket.tokens < 1) {
                return false;
            }
            bucket.tokens--;
            return true;
        }
    }

    private void forgetOldest() {
        if (buckets.size() > MOST_PRINCIPALS) {
            buckets.remove(buckets.keySet().iterator().next());
        }
    }
}
