package io.tellask.cluster.actors;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.ReplicaClient;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A host of tests, as a process has it. */
final class HostNode implements AutoCloseable {
    /** So long that a busy machine may let a host stand still for a second, and short where one is killed. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private final ActorSystem system = ActorSystem.create();
    private final ReplicaClient client;
    private final ActorHost host;
    private final URI address;

    private HostNode(String name, Map<String, URI> services, CounterLedger ledger, ActorOptions options) {
        client = ReplicaClient.of(system, services);
        host = ActorHost.builder(system, client, name)
                .leaseTime(LEASE)
                .actors(Counter.class, activation -> new CounterActor(name, activation, ledger), options)
                .build();
        Server server = host.publish(Server.builder(system))
                .listen(URI.create("memory://" + UUID.randomUUID()))
                .start();
        address = server.address();
        host.join(address).orTimeout(30, TimeUnit.SECONDS).join();
    }

    static HostNode start(String name, Map<String, URI> services, CounterLedger ledger, ActorOptions options) {
        return new HostNode(name, services, ledger, options);
    }

    URI address() {
        return address;
    }

    ActorHost host() {
        return host;
    }

    ClusterActors actors() {
        return host.actors();
    }

    Promise<Integer> running() {
        return host.running();
    }

    int runningNow() {
        return running().join();
    }

    /** The table as this host tells it; empty where it has no lease. */
    Optional<ActorTable> table() {
        try (Client asking = Client.connect(system, address)) {
            return asking.lookup(ActorHostService.NAME, ActorHostService.class)
                    .table(-1)
                    .exceptionally(noLease -> Optional.empty())
                    .join();
        }
    }

    /** Ends it without a word to the group. */
    void kill() {
        client.close();
        system.close();
    }

    /** The group is not reached from here any more. */
    void loseGroup() {
        client.close();
    }

    @Override
    public void close() {
        system.close();
        client.close();
    }
}
