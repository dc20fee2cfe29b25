package io.tellask.cluster;

/** Opens ends of replicated logs; one for each engine. */
public interface LogEngine {
    /**
     * Joins a group, and forms it with others where there is none yet.
     *
     * @throws ClusterException if the folder cannot be used, the address is in use, the log on disk is damaged, or it has never had an entry and
     *     {@linkplain LogMachine#lastIndex the state} has some: those of that group would count as applied already
     */
    ReplicatedLog open(LogOptions options, LogMachine machine);

    /**
     * Makes the log of the first member of a new group, which begins with the state that a machine has;
     * nobody votes but this member. It is opened afterwards.
     *
     * @param lastIndex of the last entry in that state; the next one has the index after it
     * @throws ClusterException if the folder is not empty or cannot be written
     */
    void found(LogOptions options, LogMachine machine, long lastIndex);
}
