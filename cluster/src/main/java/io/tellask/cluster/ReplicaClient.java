package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A group as a client sees it: it finds the member that leads, and goes on with the next one when that has gone. A command is applied once, in the
 * order in which commands were given, or its promise fails. Thread-safe.
 */
public final class ReplicaClient implements AutoCloseable {
    /** The name under which members publish their {@link ReplicaService}. */
    public static final String NAME = "replica";

    /** Commands that have no answer yet, at most; beyond, {@link #apply} fails. */
    public static final int MOST_PENDING = 8_192;

    /** For how long a client looks for a member that leads, unless said. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClientCalls actor;

    private ReplicaClient(ClientCalls actor) {
        this.actor = actor;
    }

    /**
     * A client of a group; it connects when it is first used.
     *
     * @param members addresses of all members that may lead, by name
     */
    public static ReplicaClient of(ActorSystem system, Map<String, URI> members) {
        return of(system, members, PATIENCE);
    }

    /**
     * As {@link #of(ActorSystem, Map)}.
     *
     * @param patience for how long a command or a question waits for a member that leads, before its promise fails
     */
    public static ReplicaClient of(ActorSystem system, Map<String, URI> members, Duration patience) {
        return of(system, members, patience, UnaryOperator.identity());
    }

    /**
     * As {@link #of(ActorSystem, Map, Duration)}, by connections with settings of their own.
     *
     * @param connections transports with their certificates, credentials and whatever else a client has; asked for each connection, on a thread
     *     that must not be blocked
     */
    public static ReplicaClient of(
            ActorSystem system,
            Map<String, URI> members,
            Duration patience,
            UnaryOperator<Client.Builder> connections) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(connections, "connections");
        if (Objects.requireNonNull(members, "members").isEmpty()) {
            throw new IllegalArgumentException("cluster: members=0; give the address of one at least");
        }
        Map<String, URI> addresses = Map.copyOf(members);
        return new ReplicaClient(system.spawn(
                ClientCalls.class,
                () -> new ClientActor(() -> connections.apply(Client.builder(system)), addresses, patience)));
    }

    /**
     * Has a command applied.
     *
     * @return what the state machine made of it. It fails with {@link ClusterException.Problem#UNKNOWN_OUTCOME} where the command may have been
     *     applied all the same, with {@link ClusterException.Problem#LIMIT} where {@link #MOST_PENDING} commands wait or a limit of the member
     *     was reached, and with {@link ClusterException.Problem#NO_LEADER} where it was not given to anybody in time
     */
    public Promise<byte[]> apply(byte[] command) {
        return actor.apply(Objects.requireNonNull(command, "command"));
    }

    /** Answers a question from the newest state, as if all were at one place. */
    public Promise<byte[]> query(byte[] question) {
        return actor.query(Objects.requireNonNull(question, "question"));
    }

    /** Answers a question from the state of the member that this client is connected to, which may be old. */
    public Promise<byte[]> queryLocally(byte[] question) {
        return actor.queryLocally(Objects.requireNonNull(question, "question"));
    }

    /** Ends the connections; what has no answer yet fails. */
    @Override
    public void close() {
        actor.close();
    }
}
