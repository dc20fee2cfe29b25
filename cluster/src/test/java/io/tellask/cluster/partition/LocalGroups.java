package io.tellask.cluster.partition;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.codec.Codec;
import io.tellask.remote.Server;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Groups of one member each in this process, by {@link LocalEngine}. Not thread-safe. */
final class LocalGroups implements AutoCloseable {
    private static final Codec CODEC =
            Codec.builder().allow(OrderedScanTest.Repeated.class).build();

    private final Path folder;
    private final LocalEngine engine = new LocalEngine();
    private final String place = UUID.randomUUID().toString();
    private final Map<String, Member> members = new HashMap<>();
    private final List<String> names;
    private final ActorSystem clients = ActorSystem.create();

    private record Member(ActorSystem system, Replica replica, MapMachine state) {
        void end() {
            replica.close();
            system.close();
            state.close();
        }
    }

    LocalGroups(Path folder, String... names) {
        this.folder = folder;
        this.names = List.of(names);
        this.names.forEach(this::start);
    }

    void start(String name) {
        ActorSystem system = ActorSystem.create();
        MapMachine state = MapMachine.open("m", folder.resolve(name), (member, parts) -> {
            throw new IllegalStateException("there is no other member");
        });
        LogOptions options =
                LogOptions.of(name, "m", Map.of("m", new InetSocketAddress(0)), folder.resolve(name + "-log"));
        Replica replica = Replica.open(engine, options, state);
        Server.builder(system)
                .codec(CODEC)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .publish(Partitions.NAME, PartitionService.class, Partitions.service(system, replica, state))
                .listen(address(name))
                .start();
        members.put(name, new Member(system, replica, state));
    }

    void stop(String name) {
        Objects.requireNonNull(members.remove(name)).end();
    }

    MapMachine state(String name) {
        return Objects.requireNonNull(members.get(name)).state();
    }

    private URI address(String name) {
        return URI.create("memory://" + place + "-" + name);
    }

    /** Addresses of all members by group. */
    Map<String, Map<String, URI>> addresses() {
        Map<String, Map<String, URI>> addresses = new TreeMap<>();
        names.forEach(name -> addresses.put(name, Map.of("m", address(name))));
        return addresses;
    }

    Partitions partitions() {
        return Partitions.of(clients, addresses(), Duration.ofSeconds(10), client -> client.codec(CODEC));
    }

    /** A group as movers see it. */
    Group group(String name) {
        return new Group(clients, name, Map.of("m", address(name)), Duration.ofSeconds(10), UnaryOperator.identity());
    }

    @Override
    public void close() {
        clients.close();
        members.values().forEach(Member::end);
    }
}
