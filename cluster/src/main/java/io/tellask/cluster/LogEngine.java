package io.tellask.cluster;

/** Opens ends of replicated logs; one for each engine. */
public interface LogEngine {
    /**
     * Joins a group, and forms it with others where there is none yet.
     *
     * @throws ClusterException if the folder cannot be used, the address is in use, or the log on disk is damaged
     */
    ReplicatedLog open(LogOptions options, StateMachine machine);

    /**
     * Makes the log of the first member of a new group, which begins with the state that a machine has, from {@link StateMachine#lastIndex} on;
     * nobody votes but this member. It is opened afterwards.
     *
     * @throws ClusterException if the folder is not empty or cannot be written
     */
    void found(LogOptions options, StateMachine machine);
}
