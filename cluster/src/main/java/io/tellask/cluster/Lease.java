package io.tellask.cluster;

import io.tellask.actor.Promise;

/**
 * The right to something that one holder at a time has, from {@link Leases}. Thread-safe.
 *
 * <p>A holder that stands still for longer than the time of the lease may go on for a moment before it knows that it has lost it. So what it writes
 * elsewhere should carry the {@link #token}, and be refused where a greater one has been seen.
 */
public interface Lease {
    /** How a lease ended. */
    enum End {
        /** Its holder gave it back. */
        RELEASED,
        /** It could not be renewed in time; another one may have it from now on. */
        EXPIRED
    }

    /** What it is a right to. */
    String name();

    /** Greater than that of each lease of this name that was granted before. */
    long token();

    /** Whether it has neither ended nor run out at this moment. */
    boolean isHeld();

    /** Settles when it has ended, before anybody else can be granted it. */
    Promise<End> ended();

    /** Gives it back, so that the next one need not wait for its time to run out; done when the group knows. It has ended at once. */
    Promise<Void> release();
}
