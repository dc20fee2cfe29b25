package io.tellask.console;

import java.util.Objects;

/**
 * One actor.
 *
 * @param name that it was spawned by, with a number
 * @param contract the full name of its contract
 * @param implementation the full name of its class
 * @param dispatcher the thread that runs it
 * @param queued messages that wait in its mailbox
 * @param capacity messages of this process that may wait there; those of peers are bounded by their credit
 * @param handled messages that it has handled
 * @param dropped messages that its full mailbox let go
 * @param busyMicros how long it has run while somebody looked, in microseconds
 */
public record ActorRow(
        String name,
        String contract,
        String implementation,
        String dispatcher,
        long queued,
        int capacity,
        long handled,
        long dropped,
        long busyMicros) {
    public ActorRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(implementation, "implementation");
        Objects.requireNonNull(dispatcher, "dispatcher");
    }
}
