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
 * @param capacity messages that may wait there before its {@link MailboxPolicy} applies; remote calls are bounded by credit instead
 * @param handled messages that it has handled: calls, functions attached to promises, signals of streams
 * @param dropped messages that its full mailbox has dropped
 * @param busyNanos how long it has run while somebody {@linkplain ActorSystem#measureActors measured}, in nanoseconds
 * @param restarts how often it was made again after a failure, as its {@link Supervision} says
 */
public record ActorStatistics(
        String name,
        String contract,
        String implementation,
        String dispatcher,
        long queued,
        int capacity,
        long handled,
        long dropped,
        long busyNanos,
        int restarts) {
    public ActorStatistics {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(implementation, "implementation");
        Objects.requireNonNull(dispatcher, "dispatcher");
    }
}
