package io.tellask.store.shard;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Refuses a thread that uses what another one is using: what both make of it would look like damage of the store. Closing waits for the step that is
 * under way. Thread-safe.
 */
final class SoleUse {
    private final String what;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();

    /** Of something that messages call by a name. */
    SoleUse(String what) {
        this.what = what;
    }

    /** Begins a step; returns false if it is closed, throws {@link IllegalStateException} while another thread is in a step. */
    boolean begin() {
        if (busy.getAndSet(true)) {
            if (isClosed()) {
                return false;
            }
            throw new IllegalStateException(
                    what + ": another thread is using it; use it from one thread at a time, or one for each");
        }
        if (isClosed()) {
            end();
            return false;
        }
        return true;
    }

    /** Ends the step that this thread began. */
    void end() {
        busy.setRelease(false);
    }

    /** Whether it is closed, or being closed: a step that is under way should end then. */
    boolean isClosed() {
        return closing.getAcquire();
    }

    /** Closes it when the step under way has ended; returns true the first time. */
    boolean close() {
        if (!closing.compareAndSet(false, true)) {
            return false;
        }
        while (busy.getAndSet(true)) {
            Thread.yield();
        }
        return true;
    }
}
