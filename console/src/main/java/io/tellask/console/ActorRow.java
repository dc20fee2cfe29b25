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
 * @param mostQueued the most that waited there at one time, as far as it was seen
 * @param capacity messages of this process that may wait there; those of peers are bounded by their credit
 * @param handled messages that it has handled
 * @param dropped messages that its full mailbox let go
 * @param restarts how often it was made again after a failure
 * @param ageMillis milliseconds since it was spawned
 * @param busyMicros how long it has run while somebody looked, in microseconds
 * @param measured messages that it has handled meanwhile
 * @param longestMicros how long the longest of those took, in microseconds
 */
public record ActorRow(
        String name,
        String contract,
        String implementation,
        String dispatcher,
        long queued,
        long mostQueued,
        int capacity,
        long handled,
        long dropped,
        int restarts,
        long ageMillis,
        long busyMicros,
        long measured,
        long longestMicros) {
    public ActorRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(implementation, "implementation");
        Objects.requireNonNull(dispatcher, "dispatcher");
    }
}
