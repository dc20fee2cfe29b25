package io.tellask.kv.resp.client;

/** Counts since the start. Belongs to the loop. */
public final class Statistics {
    private long connections;
    private long rejectedConnections;
    private long commands;
    private long hits;
    private long misses;
    private long expired;
    private long errors;
    private long junkConnections;
    private long throttledAttempts;

    private long ratedCommands;
    private long ratedMillis;
    private long perSecond;

    /** Commands a second between two calls that are a second apart at least: the last such mean. */
    public long commandsPerSecond(long nowMillis) {
        long passed = nowMillis - ratedMillis;
        if (passed >= 1_000) {
            perSecond = ratedMillis == 0 ? 0 : (commands - ratedCommands) * 1_000 / passed;
            ratedCommands = commands;
            ratedMillis = nowMillis;
        }
        return perSecond;
    }

    public void connected() {
        connections++;
    }

    public void rejected() {
        rejectedConnections++;
    }

    void ran() {
        commands++;
    }

    /** A command read a key that was there, or was not. */
    public void read(boolean there) {
        if (there) {
            hits++;
        } else {
            misses++;
        }
    }

    void expired() {
        expired++;
    }

    void failed() {
        errors++;
    }

    /** A connection ended that never sent a request. */
    public void junk() {
        junkConnections++;
    }

    /** A password was not looked at, because too many wrong ones came from its address. */
    public void throttled() {
        throttledAttempts++;
    }

    public long junkConnections() {
        return junkConnections;
    }

    public long throttledAttempts() {
        return throttledAttempts;
    }

    public long connections() {
        return connections;
    }

    public long rejectedConnections() {
        return rejectedConnections;
    }

    public long commands() {
        return commands;
    }

    public long hits() {
        return hits;
    }

    public long misses() {
        return misses;
    }

    public long expiredKeys() {
        return expired;
    }

    public long errors() {
        return errors;
    }

    /** Begins counting anew. */
    public void clear() {
        connections = 0;
        rejectedConnections = 0;
        commands = 0;
        hits = 0;
        misses = 0;
        expired = 0;
        errors = 0;
        junkConnections = 0;
        throttledAttempts = 0;
    }
}
