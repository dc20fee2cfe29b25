package io.tellask.actor;

import java.util.Objects;

/**
 * What one actor has to do, and has done: read while it works, so that each number is an estimate. Immutable.
 *
 * @param name of the actor: that of its {@link SpawnOptions} or its contract, and a number
 * @param contract the full name of its contract
 * @param implementation the full name of the class that implements it
 * @param dispatcher what runs it
 * @param queued messages that wait in its mailbox
 * @param mostQueued the most that waited there at one time, as far as it was seen: looked at now and then, and where the mailbox was full
 * @param capacity messages that may wait there before its {@link MailboxPolicy} applies; remote calls are bounded by credit instead
 * @param handled messages that it has handled: calls, functions attached to promises, signals of streams
 * @param dropped messages that its full mailbox has dropped
 * @param restarts how often it was made again after a failure, as its {@link Supervision} says
 * @param ageMillis how long ago it was spawned, in milliseconds
 * @param busyNanos how long it has run while somebody {@linkplain ActorSystem#measureActors measured}, in nanoseconds
 * @param measured messages that it has handled meanwhile
 * @param longestNanos how long the longest of those took, in nanoseconds
 */
public record ActorStatistics(
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
        long busyNanos,
        long measured,
        long longestNanos) {
    public ActorStatistics {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(implementation, "implementation");
        Objects.requireNonNull(dispatcher, "dispatcher");
    }

    /** How long a message took on average, of those that were measured, in nanoseconds; 0 without any. */
    public double meanNanos() {
        return measured == 0 ? 0 : (double) busyNanos / measured;
    }
}
