package io.tellask.kv.resp;

/** Counts what the matching of patterns costs: bytes and words looked at, about a nanosecond each. Not thread-safe. */
final class Steps {
    /** Steps after which a command that may be divided lets others go on: about a millisecond. */
    static final int TURN = 1 << 20;

    /** What it takes to look at a key, beside matching it. */
    static final int KEY = 512;

    /** What it takes to hand a message to one listener, beside its bytes. */
    static final int MESSAGE = 512;

    /** What it takes to go to the next pattern. */
    static final int PATTERN = 128;

    private long count;

    void add(long more) {
        count += more;
    }

    long count() {
        return count;
    }
}
