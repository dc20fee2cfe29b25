package io.tellask.cluster;

/** Opens ends of replicated logs; one for each engine. */
public interface LogEngine {
    /**
     * Joins a group, and forms it with others where there is none yet.
     *
     * @throws ClusterException if the folder cannot be used, the address is in use, or the log on disk is damaged
     */
    ReplicatedLog open(LogOptions options, LogMachine machine);
}
