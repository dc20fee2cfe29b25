package io.tellask.console;

import java.time.Instant;
import java.util.Objects;

/**
 * What a server does at one moment.
 *
 * @param at the clock of the server
 * @param uptimeMillis how long the process has run; differences of two are the time between the snapshots
 * @param server connections, sessions and bytes
 * @param calls those that have ended since the sampling before
 * @param actors mailboxes and loops
 * @param process memory and processors
 */
public record Snapshot(
        Instant at,
        long uptimeMillis,
        ServerSample server,
        CallSample calls,
        ActorSample actors,
        ProcessSample process) {
    public Snapshot {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(calls, "calls");
        Objects.requireNonNull(actors, "actors");
        Objects.requireNonNull(process, "process");
    }
}
