package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.partition.MoveEvent;
import io.tellask.cluster.partition.PartitionService;
import io.tellask.cluster.partition.PartitionedMap;
import io.tellask.cluster.partition.Partitions;
import io.tellask.remote.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots that move between groups of three members each, while clients write and members end. */
@Tag("slow")
class JGroupsSlotMoveTest {
    private static final int KEYS = 20_000;
    private static final int CLIENTS = 8;
    private static final Set<String> MEMBERS = Set.of("x", "y", "z");
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    @TempDir
    private Path folder;

    private final ActorSystem clients = ActorSystem.create();
    private final Map<String, Map<String, InetSocketAddress>> ports = new TreeMap<>();
    private final Map<String, Map<String, URI>> services = new TreeMap<>();
    private final Map<String, Member> running = new ConcurrentHashMap<>();

    private record Member(ActorSystem system, Replica replica, MapMachine state) {
        void end() {
            replica.close();
            system.close();
            state.close();
        }
    }

    private void addGroup(String group) {
        Map<String, InetSocketAddress> forMembers = new TreeMap<>();
        Map<String, URI> forClients = new TreeMap<>();
        List<Integer> free = FreePorts.take(2 * MEMBERS.size());
        for (String name : MEMBERS) {
            forMembers.put(name, new InetSocketAddress(InetAddress.getLoopbackAddress(), free.removeLast()));
            forClients.put(name, URI.create("tellask://127.0.0.1:" + free.removeLast()));
        }
        ports.put(group, forMembers);
        services.put(group, forClients);
        CompletableFuture.allOf(MEMBERS.stream()
                        .map(name -> CompletableFuture.runAsync(() -> start(group, name), THREADS))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private void start(String group, String name) {
        ActorSystem system = ActorSystem.create();
        Map<String, URI> addresses = Objects.requireNonNull(services.get(group));
        Path its = folder.resolve(group + name);
        MapMachine state = MapMachine.open(name, its.resolve("state"), new RemoteStates(system, addresses));
        LogOptions options = LogOptions.of(group, name, Objects.requireNonNull(ports.get(group)), its.resolve("log"))
                .withSilence(Duration.ofSeconds(1));
        Replica replica = Replica.open(new JGroupsEngine(), options, state);
        Server.builder(system)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .publish(Partitions.NAME, PartitionService.class, Partitions.service(system, replica, state))
                .listen(Objects.requireNonNull(addresses.get(name)).toString())
                .start();
        running.put(group + name, new Member(system, replica, state));
    }

    private String leader(String group) {
        return MEMBERS.stream()
                .map(name -> running.get(group + name))
                .filter(Objects::nonNull)
                .map(member -> member.replica().view().leader())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("x");
    }

    /** The leader of a group leaves it, and comes back. */
    private void endLeader(String group) {
        String leader = leader(group);
        Objects.requireNonNull(running.remove(group + leader)).end();
        start(group, leader);
    }

    @Test
    void noCallFailsAndNothingIsLostWhileSlotsMoveAndLeadersEnd() {
        addGroup("a");
        addGroup("b");
        try (Partitions partitions = Partitions.of(clients, services)) {
            PartitionedMap<String, Integer> map = partitions.map(String.class, Integer.class);
            partitions.found("a").join();
            fill(map);
            AtomicBoolean ends = new AtomicBoolean();
            List<CompletableFuture<Map<String, Integer>>> writers = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int its = i;
                writers.add(CompletableFuture.supplyAsync(() -> write(map, its, ends), THREADS));
            }
            int slot = map.slot("{t}");
            for (String target : List.of("b", "a")) {
                CompletableFuture<List<MoveEvent>> move =
                        Streams.collect(partitions.move(List.of(slot), target)).toCompletableFuture();
                endLeader("a");
                endLeader("b");
                assertThat(move.join().getLast().kind()).isIn(MoveEvent.Kind.CLEARED, MoveEvent.Kind.UNDONE);
            }
            ends.set(true);
            Map<String, Integer> last = new TreeMap<>();
            writers.forEach(each -> last.putAll(each.join()));
            assertThat(last).isNotEmpty();
            last.forEach((key, value) -> assertThat(map.get(key).join()).as(key).isEqualTo(value));
            assertThat(Streams.collect(map.scan()).join()).hasSize(KEYS);
        } finally {
            running.values().forEach(Member::end);
            clients.close();
        }
    }

    private static void fill(PartitionedMap<String, Integer> map) {
        for (int begin = 0; begin < KEYS; begin += 1_000) {
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            for (int i = begin; i < begin + 1_000; i++) {
                puts.add(map.put("{t}" + i, -1));
            }
            CompletableFuture.allOf(puts.toArray(new CompletableFuture<?>[0])).join();
        }
    }

    /** Each client has keys of its own, and reads what it wrote; returns what it wrote last. */
    private static Map<String, Integer> write(PartitionedMap<String, Integer> map, int client, AtomicBoolean ends) {
        Map<String, Integer> last = new TreeMap<>();
        for (int i = 0; !ends.get(); i++) {
            String key = "{t}" + (i * CLIENTS + client) % KEYS;
            map.put(key, i).join();
            last.put(key, i);
            assertThat(map.get(key).join()).isEqualTo(i);
        }
        return last;
    }
}
