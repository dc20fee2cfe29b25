package io.tellask.kv.resp.loop;

import io.tellask.kv.resp.message.Reply;

/** A command that is divided: after each portion other connections are served, and its own waits. Belongs to the loop. */
public interface DividedCommand {
    /** Does a portion; true if it was the last one and the reply is written. */
    boolean next(Reply reply);

    /** What it has looked at so far, in {@link io.tellask.kv.resp.message.MatchCost} steps. */
    long steps();

    /** What it holds of memory between two portions, about. */
    long heldBytes();

    /** Whether it waits for something, and has {@code ready} called on the loop when it may go on; otherwise its next portion is done in its turn. */
    default boolean awaits(Runnable ready) {
        return false;
    }

    /** Lets go of what it has open: nobody waits for its reply any more. */
    default void abandon() {}
}
