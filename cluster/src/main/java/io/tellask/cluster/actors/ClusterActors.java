package io.tellask.cluster.actors;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.ContractException;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The actors of a cluster for who calls them: each is known by its contract and a key, and is there whenever it is called. Thread-safe.
 *
 * <p>Calls go to the process that runs the actor, by the connection to it, without a detour. While the actor is looked for, calls of a reference wait in their
 * order. An ask that surely was not executed, since the actor had moved or its host was gone, is made again where the actor is then; one that may have been
 * executed fails, with {@link io.tellask.remote.OutcomeUnknownException} or {@link io.tellask.cluster.ClusterException.Problem#UNKNOWN_OUTCOME}. A
 * tell is executed once at most. A stream ends with a failure when its actor moves or stops.
 */
public final class ClusterActors implements AutoCloseable {
    /** For how long a call waits for its actor to be found, unless said. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int MOST_SOUGHT = 1 << 20; // references that wait to be looked for

    private final ActorSystem system;
    private final HostConnections connections;
    private final LocationCalls locations;
    private final long patienceNanos;

    ClusterActors(
            ActorSystem system,
            UnaryOperator<Client.Builder> settings,
            Function<HostConnections, TableSource> source,
            Duration patience) {
        this.system = system;
        connections = new HostConnections(() -> settings.apply(Client.builder(system)));
        locations = system.spawn(
                LocationCalls.class,
                () -> new LocationsActor(source.apply(connections), connections),
                SpawnOptions.defaults().withMailbox(MOST_SOUGHT, MailboxPolicy.REFUSE));
        patienceNanos = patience.toNanos();
    }

    /**
     * The actors of a cluster for a process that runs none; it connects when the first is called.
     *
     * @param hosts addresses of some hosts; of others it hears from those
     */
    public static ClusterActors of(ActorSystem system, List<URI> hosts) {
        return of(system, hosts, PATIENCE, UnaryOperator.identity());
    }

    /**
     * As {@link #of(ActorSystem, List)}, with a patience and by connections with settings of their own.
     *
     * @param patience for how long a call waits for its actor to be found, before it fails with
     *     {@link io.tellask.cluster.ClusterException.Problem#NO_HOST}
     * @param connections transports with their certificates, credentials, grants and whatever else a client has; asked for each connection, on a thread
     *     that must not be blocked
     */
    public static ClusterActors of(
            ActorSystem system, List<URI> hosts, Duration patience, UnaryOperator<Client.Builder> connections) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(connections, "connections");
        List<URI> addresses = List.copyOf(Objects.requireNonNull(hosts, "hosts"));
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("cluster: hosts=0; give the address of one at least");
        }
        return new ClusterActors(system, connections, all -> new RemoteTables(addresses, all), patience);
    }

    ActorSystem system() {
        return system;
    }

    /** The actor that finds others. */
    LocationCalls locations() {
        return locations;
    }

    long patienceNanos() {
        return patienceNanos;
    }

    /** Begins to look an actor up where its place is known; null: it is to be found, or the look-up was refused at once. */
    @Nullable
    Promise<Object> lookup(ActorId id, Class<?> contract) {
        try {
            return connections.lookup(id, contract);
        } catch (RuntimeException refused) { // who looks for it is told
            return null;
        }
    }

    /**
     * The actor of a contract and a key, at once: it is made when it is called. References of the same actor are equal.
     *
     * @throws ContractException if a method of the contract blocks its caller
     * @throws IllegalArgumentException if the key is empty, or longer than 241 characters less those of the contract's name
     */
    public <C> C actor(Class<C> contract, String key) {
        ActorId id = ActorId.of(contract, key);
        return ActorId.contract(contract).localCode().newForwarding(new KeyedForwarding(id, contract, this));
    }

    /** Ends the connections; calls that wait fail, as later ones do. */
    @Override
    public void close() {
        locations.close();
    }
}
