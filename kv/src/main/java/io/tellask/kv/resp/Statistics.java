package io.tellask.kv.resp;

/** Counts since the start. Belongs to the loop. */
final class Statistics {
    private long connections;
    private long rejectedConnections;
    private long commands;
    private long hits;
    private long misses;
    private long expired;
    private long errors;
    private long junkConnections;
    private long throttledAttempts;

    void connected() {
        connections++;
    }

    void rejected() {
        rejectedConnections++;
    }

    void ran() {
        commands++;
    }

    /** A command read a key that was there, or was not. */
    void read(boolean there) {
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
    void junk() {
        junkConnections++;
    }

    /** A password was not looked at, because too many wrong ones came from its address. */
    void throttled() {
        throttledAttempts++;
    }

    long junkConnections() {
        return junkConnections;
    }

    long throttledAttempts() {
        return throttledAttempts;
    }

    long connections() {
        return connections;
    }

    long rejectedConnections() {
        return rejectedConnections;
    }

    long commands() {
        return commands;
    }

    long hits() {
        return hits;
    }

    long misses() {
        return misses;
    }

    long expiredKeys() {
        return expired;
    }

    long errors() {
        return errors;
    }

    /** Begins counting anew. */
    void clear() {
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
