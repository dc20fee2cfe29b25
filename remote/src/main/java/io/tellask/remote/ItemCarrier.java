package io.tellask.remote;

import io.tellask.codec.EncodeException;

/**
 * A subscriber that sends the items of a stream to another process. A publisher that asks for it by {@code instanceof} has each item encoded, learns
 * what it weighs and when it has left, and so can bound in bytes what it has made and nobody has taken; {@link SporeRun} does. Sessions implement this, for the
 * streams that actors return.
 */
public interface ItemCarrier {
    /**
     * Makes an item ready to leave, on any thread, one at a time: what this gives is to be emitted in the place of the item, which is not
     * looked at again. Throws {@link EncodeException} for one that cannot be sent.
     */
    Carried carry(Object item);

    /** An item as it leaves. */
    interface Carried {
        /** What it takes on its way, and until then. */
        int bytes();
    }

    /** The account of the connection that the items leave by: where the publisher counts what it has made and nobody has taken. */
    MemoryHolder memory();

    /**
     * The bytes that the call which opened the stream takes, and which the publisher may keep in what it was given: the account counts them no more, and
     * the publisher is to do so until it has let go of them, which may be long after the stream is cancelled. 0 the second time.
     */
    long handOver();

    /** Has an action run as the actor whenever an item has left, or never will, in the order of the items. To be said before the first one. */
    void whenLeft(Runnable action);

    /**
     * Says that the publisher's subscription may be cancelled on any thread. It is then cancelled as soon as the peer wants no more or has gone,
     * ahead of all that waits for the actor, and the action is run behind that; both may be done again when the actor comes to it.
     */
    void cancelAtOnce(Runnable whenCancelled);
}
