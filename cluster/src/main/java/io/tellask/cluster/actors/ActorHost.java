package io.tellask.cluster.actors;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.Phase;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.failure.Failures;
import io.tellask.cluster.Leases;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.remote.Client;
import io.tellask.remote.NameResolver.Found;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A process that runs actors of a cluster, which are known by their contract and a key: each is made when it is first called, runs at one host at a
 * time, and is stopped when nobody has called it for a while. Thread-safe.
 *
 * <p>Hosts share the keys. Each holds a lease in a group whose state is a {@link io.tellask.cluster.MapMachine}; when it ends, the others take what it
 * had, and it has stopped its actors before. A message that is handled just then is handled to its end: what an actor stores elsewhere should carry
 * its {@link Activation#epoch}. Actors move when hosts join, drain or are lost.
 *
 * <pre>{@code
 * ActorHost host = ActorHost.builder(system, client, "a")
 *         .actors(Cart.class, activation -> new CartActor(activation.key()))
 *         .build();
 * Server server = host.publish(Server.builder(system)).listen("tellask://127.0.0.1:7601").start();
 * host.join(server.address()).join();
 * Cart cart = host.actors().actor(Cart.class, "u1");
 * }</pre>
 */
public final class ActorHost implements AutoCloseable {
    /** The time of a host's lease unless said: actors of a host that is lost begin elsewhere after a little more than that. */
    public static final Duration LEASE_TIME = Duration.ofSeconds(5);

    private static final String COORDINATOR = "tellask.actors/coordinator";
    private static final int MOST_WAITING = 1 << 20; // calls that wait for their actors to be made
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final ActorSystem system;
    private final Map<String, ActorType<?>> types;
    private final HostCalls host;
    private final ClusterActors actors;
    private final Leases.Exclusive coordinator;

    private ActorHost(Builder builder) {
        system = builder.system;
        types = Map.copyOf(builder.types);
        Leases leases = Leases.of(system, builder.client);
        ReplicatedMap<String, ActorTable> map = ReplicatedMap.of(builder.client, String.class, ActorTable.class);
        ActorStates states = new ActorStates(builder.client);
        host = system.spawn(
                HostCalls.class,
                () -> new HostActor(builder.name, builder.leaseTime, leases, map, types, states),
                SpawnOptions.defaults().withMailbox(MOST_WAITING, MailboxPolicy.REFUSE));
        actors = new ClusterActors(
                system, builder.connections, all -> new HostTables(host, builder.name), ClusterActors.PATIENCE);
        host.tells(actors.locations());
        coordinator = leases.whileHeld(COORDINATOR, builder.leaseTime, lease -> {
            CoordinatorCalls begun =
                    system.spawn(CoordinatorCalls.class, () -> new Coordinator(leases, host, builder.leaseTime));
            return () -> system.stop(begun);
        });
        system.attach(Phase.CALLERS, this);
    }

    /**
     * Begins to describe a host.
     *
     * @param client of a group whose state is a map
     * @param name of this host among those of the cluster, 1 to 200 characters; the same when the process is started again
     */
    public static Builder builder(ActorSystem system, ReplicaClient client, String name) {
        return new Builder(system, client, name);
    }

    /** Has a server publish what clients and other hosts look for here. */
    public Server.Builder publish(Server.Builder server) {
        Objects.requireNonNull(server, "server");
        ActorHostService service = system.spawn(ActorHostService.class, () -> new Service(host));
        List<? extends Class<?>> contracts =
                types.values().stream().map(ActorType::contract).toList();
        return server.publish(ActorHostService.NAME, ActorHostService.class, service)
                .publishResolved(ActorId.PREFIX, contracts, this::resolve);
    }

    private Promise<Found<?>> resolve(String name) {
        ActorId id = ActorId.parse(name);
        return host.activate(id).exceptionallyCompose(failure -> {
            Throwable cause = Failures.unwrap(failure);
            return Promise.failed(Outcomes.isFinal(cause) ? cause : Outcomes.notHere(id));
        });
    }

    /** A host as others see it. */
    private record Service(HostCalls host) implements ActorHostService {
        @Override
        public Promise<Optional<ActorTable>> table(long knownEpoch) {
            return host.known(knownEpoch);
        }

        @Override
        public void changed(long epoch) {
            host.changed(epoch);
        }
    }

    /**
     * Begins to run actors; done when the others know.
     *
     * @param address of the server that {@link #publish} was called for, as clients and other hosts reach it
     */
    public Promise<Void> join(URI address) {
        return host.join(Objects.requireNonNull(address, "address").toString());
    }

    /** The actors of the cluster, to be called from here. */
    public ClusterActors actors() {
        return actors;
    }

    /** How many actors run here now. */
    public Promise<Integer> running() {
        return host.running();
    }

    /**
     * Gives what it has to the other hosts, some shards at a time: actors handle what waits and stop, and are made elsewhere when they are called. Done
     * when it has none, or there is no other host that takes them; {@link #close} follows.
     */
    public Promise<Void> drain() {
        return host.drain();
    }

    /** Stops all actors at once, and has others make them; without a {@link #drain} before, calls wait a little longer. Waits 5 seconds at most. */
    @Override
    public void close() {
        system.detach(this);
        coordinator.end();
        Promise<Void> left = host.leave();
        left.copy()
                .completeOnTimeout(null, CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> null) // the lease ends by itself
                .join();
        actors.close();
        system.stop(host);
    }

    /** What a host is made of. Not thread-safe. */
    public static final class Builder {
        private static final int MOST_NAME = 200;

        private final ActorSystem system;
        private final ReplicaClient client;
        private final String name;
        private final Map<String, ActorType<?>> types = new HashMap<>();
        private Duration leaseTime = LEASE_TIME;
        private UnaryOperator<Client.Builder> connections = UnaryOperator.identity();

        private Builder(ActorSystem system, ReplicaClient client, String name) {
            this.system = Objects.requireNonNull(system, "system");
            this.client = Objects.requireNonNull(client, "client");
            this.name = Objects.requireNonNull(name, "name");
            if (name.isEmpty() || name.length() > MOST_NAME) {
                throw new IllegalArgumentException(
                        "cluster: length of the name of a host=" + name.length() + ", allowed=1.." + MOST_NAME);
            }
        }

        /** Actors of a contract, with {@link ActorOptions#defaults}. */
        public <C> Builder actors(Class<C> contract, Function<Activation, ? extends C> factory) {
            return actors(contract, factory, ActorOptions.defaults());
        }

        /**
         * Actors of a contract.
         *
         * @param factory makes one; on a thread of actors that must not be blocked
         * @throws io.tellask.actor.ContractException if a method of the contract blocks its caller
         * @throws IllegalArgumentException if the contract was given before
         */
        public <C> Builder actors(Class<C> contract, Function<Activation, ? extends C> factory, ActorOptions options) {
            Objects.requireNonNull(factory, "factory");
            Objects.requireNonNull(options, "options");
            return add(new ActorType<>(ActorId.contract(contract).type(), factory, options));
        }

        private Builder add(ActorType<?> type) {
            if (types.putIfAbsent(type.contract().getName(), type) != null) {
                throw new IllegalArgumentException("cluster: contract="
                        + type.contract().getName() + " has actors already; give each contract once");
            }
            return this;
        }

        /**
         * The time of the host's lease, {@link Leases#SHORTEST} to {@link Leases#LONGEST}: 5 seconds unless said. The shorter it is, the sooner others
         * take what a lost host had, and the more it is renewed.
         */
        public Builder leaseTime(Duration time) {
            if (Objects.requireNonNull(time, "time").compareTo(Leases.SHORTEST) < 0
                    || time.compareTo(Leases.LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "cluster: leaseTime=" + time + ", allowed=" + Leases.SHORTEST + ".." + Leases.LONGEST);
            }
            leaseTime = time;
            return this;
        }

        /**
         * How it connects to other hosts.
         *
         * @param settings transports with their certificates, credentials, grants and whatever else a client has; asked for each connection, on a thread
         *     that must not be blocked
         */
        public Builder connections(UnaryOperator<Client.Builder> settings) {
            connections = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** The host, which runs nothing before it {@linkplain ActorHost#join joins}. It is closed with its actor system. */
        public ActorHost build() {
            return new ActorHost(this);
        }
    }
}
