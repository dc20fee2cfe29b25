package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long a client waits before it tries again: at random up to a limit that doubles with each try, so that the clients of a server that was away do not all
 * come at once, nor again and again to one that takes and drops them. Belongs to one loop.
 */
final class RetryDelay {
    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** No server has a client wait for longer. */
    static final int MOST_SERVER_MILLIS = 60_000;

    private static final int MOST_DOUBLINGS = 6;

    private final Dispatcher loop;
    private final SplittableRandom random;
    private int tries;
    private long connectedNanos;
    private boolean isConnected;

    RetryDelay(Dispatcher loop) {
        this.loop = loop;
        random = new SplittableRandom(loop.nanoTime()); // simulated time repeats, as the rest of a simulation does
    }

    /** There is a connection: if it lasts for a moment, the next wait is a short one. */
    void connected() {
        connectedNanos = loop.nanoTime();
        isConnected = true;
    }

    /** The wait before the next try: at least and at most twice what the server said, if it said something. */
    long nextNanos(int serverMillis) {
        if (isConnected && loop.nanoTime() - connectedNanos >= FIRST_NANOS) {
            tries = 0;
        }
        isConnected = false;
        long own = random.nextLong(Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(tries, MOST_DOUBLINGS)) + 1);
        tries++;
        long server = TimeUnit.MILLISECONDS.toNanos(Math.clamp(serverMillis, 0, MOST_SERVER_MILLIS));
        return Math.max(own, server == 0 ? 0 : server + random.nextLong(server + 1));
    }
}
