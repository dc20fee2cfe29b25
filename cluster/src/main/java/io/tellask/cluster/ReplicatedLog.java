package io.tellask.cluster;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A member's end of a log of commands that a majority of voters agrees on; an engine implements it. Commands are given to a
 * {@link LogMachine} in the order of the log, at every member. Thread-safe.
 */
public interface ReplicatedLog extends AutoCloseable {
    /** What this member knows of its group now. */
    LogView view();

    /**
     * Tells somebody of changes of the view, on a thread of the engine that holds no locks of it and must not be blocked; several that come at once may
     * be told together.
     */
    void onView(Consumer<LogView> listener);

    /**
     * Appends a command; only the leader can.
     *
     * @return what the state machine here made of it, once a majority has it. It fails with {@link ClusterException.Problem#NOT_LEADER} or
     *     {@link ClusterException.Problem#LIMIT} where the command was not taken, and with {@link ClusterException.Problem#UNKNOWN_OUTCOME} where
     *     leadership was lost meanwhile; there is no time limit but the caller's own
     */
    CompletableFuture<byte[]> append(byte[] command);

    /** Answers from the state of this member, on the caller's thread: never half of a command, but perhaps an old state. */
    byte[] query(byte[] question);

    /** Adds a voter, which has joined under this name or will; only the leader can. */
    CompletableFuture<Void> addVoter(String name);

    /** Takes a voter out; only the leader can. */
    CompletableFuture<Void> removeVoter(String name);

    /** Writes the state to disk and drops the commands that led to it. */
    CompletableFuture<Void> snapshot();

    /**
     * When this member has no part in its group any more: it completes once the member was closed, and fails with
     * {@link ClusterException.Problem#FAILED} where its disk or its state machine failed.
     */
    CompletableFuture<Void> whenEnded();

    /** Leaves the group, and ends. Others elect a new leader at once if this member leads. */
    @Override
    void close();
}
