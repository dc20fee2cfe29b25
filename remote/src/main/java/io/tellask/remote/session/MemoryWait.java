package io.tellask.remote.session;

import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import java.util.concurrent.TimeUnit;

/**
 * Where a session waits while what other connections held has not left yet: its peer is not read. That takes as long as their loops need
 * to close them; after {@value #MOST_MILLIS} ms the session goes on in any event, or after {@value #FEW_MILLIS} ms if it holds little. Time
 * counts, not how often this has looked: on a loop that is busy each look comes late. The loop's own.
 */
final class MemoryWait {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MOST_MILLIS = 100;
    private static final int FEW_MILLIS = 10;

    private final Endpoint endpoint;
    private final MemoryHolder memory;
    private final Runnable changed;
    private boolean waiting;
    private boolean goesOn; // it has waited for long enough, until the next read
    private long beginNanos;

    /** {@code changed} is called when waiting has begun or ended. */
    MemoryWait(Endpoint endpoint, Runnable changed) {
        this.endpoint = endpoint;
        this.changed = changed;
        memory = endpoint.memory();
    }

    /** Whether this session must wait now; begins to, if it must. */
    boolean isNeeded() {
        if (waiting) {
            return true;
        }
        if (goesOn || endpoint.isEnded() || !memory.mustWait()) {
            goesOn = false;
            return false;
        }
        look();
        waiting = true;
        beginNanos = endpoint.loop().nanoTime();
        memory.countWait();
        changed.run();
        return true;
    }

    boolean isWaiting() {
        return waiting;
    }

    private void look() {
        endpoint.schedule(this::lookAgain, LOOK_NANOS);
    }

    private void lookAgain() {
        int most = memory.bytes() > PeerMemory.LEAST_BYTES ? MOST_MILLIS : FEW_MILLIS;
        boolean needed = memory.mustWait() && !endpoint.isEnded();
        if (needed && endpoint.loop().nanoTime() - beginNanos < TimeUnit.MILLISECONDS.toNanos(most)) {
            look();
            return;
        }
        goesOn = needed;
        waiting = false;
        changed.run();
        endpoint.outbound().flush();
    }
}
