package io.tellask.cli.pauselog;

/**
 * One time in which no thread of the application ran. Immutable.
 *
 * @param startNanos when it began, in nanoseconds since 1970 or since the JVM started, as the log's {@link Clock} says
 * @param nanos how long it took, with the time until all threads had stopped; at least 0
 * @param reachingNanos how long it took until all threads had stopped; 0 if that is not known
 * @param gc whether it served the garbage collector
 * @param cause what it was for: the operation's name, the collector's words, or both
 */
public record Pause(long startNanos, long nanos, long reachingNanos, boolean gc, String cause) {
    /** What the times of a log count from. */
    public enum Clock {
        /** 1970-01-01T00:00Z. */
        WALL,
        /** The start of the JVM. */
        UPTIME
    }

    public long endNanos() {
        return startNanos + nanos;
    }
}
