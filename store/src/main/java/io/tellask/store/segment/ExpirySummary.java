package io.tellask.store.segment;

/** The expiring records of a segment, roughly: how many bytes, and from when to when they expire. Not thread-safe. */
public final class ExpirySummary {
    private long bytes;
    private long soonestMillis = Long.MAX_VALUE;
    private long latestMillis;

    public void add(long millis, long recordBytes) {
        bytes += recordBytes;
        soonestMillis = Math.min(soonestMillis, millis);
        latestMillis = Math.max(latestMillis, millis);
    }

    public void addAll(ExpirySummary others) {
        bytes += others.bytes;
        soonestMillis = Math.min(soonestMillis, others.soonestMillis);
        latestMillis = Math.max(latestMillis, others.latestMillis);
    }

    /** Whether there may be a record that has expired. */
    public boolean isDue(long nowMillis) {
        return soonestMillis <= nowMillis;
    }

    /** Bytes of records that have expired, if they expire evenly between the first and the last. */
    long expiredBytes(long nowMillis) {
        if (nowMillis < soonestMillis) {
            return 0;
        }
        if (nowMillis >= latestMillis) {
            return bytes;
        }
        double passed = (double) (nowMillis - soonestMillis) / (latestMillis - soonestMillis);
        return (long) (bytes * passed);
    }

    public long bytes() {
        return bytes;
    }

    public long soonestMillis() {
        return soonestMillis;
    }

    public long latestMillis() {
        return latestMillis;
    }

    /** Puts back what a checkpoint says. */
    public void restore(long allBytes, long soonest, long latest) {
        bytes = allBytes;
        soonestMillis = soonest;
        latestMillis = latest;
    }
}
