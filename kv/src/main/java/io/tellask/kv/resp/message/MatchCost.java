package io.tellask.kv.resp.message;

/** Counts what the matching of patterns costs: bytes and words looked at, about a nanosecond each. Not thread-safe. */
public final class MatchCost {
    /** Steps after which a command that may be divided lets others go on: about a millisecond. */
    public static final int TURN = 1 << 20;

    /** What it takes to look at a key, beside matching it. */
    public static final int KEY = 512;

    /** What it takes to hand a message to one listener, beside its bytes. */
    public static final int MESSAGE = 512;

    /** What it takes to go to the next pattern. */
    public static final int PATTERN = 128;

    private long count;

    public void add(long more) {
        count += more;
    }

    public long count() {
        return count;
    }
}
