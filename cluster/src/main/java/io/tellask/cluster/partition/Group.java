package io.tellask.cluster.partition;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.cluster.ReplicatedMap.Versioned;
import io.tellask.remote.Client;
import io.tellask.remote.RemotingException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A group that may have slots, as a client sees it. Thread-safe. */
final class Group implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ActorSystem system;
    private final String name;
    private final Map<String, URI> members;
    private final Duration patience;
    private final UnaryOperator<Client.Builder> connections;
    private final ReplicaClient client;
    private final ReplicatedMap<byte[], byte[]> map;

    Group(
            ActorSystem system,
            String name,
            Map<String, URI> members,
            Duration patience,
            UnaryOperator<Client.Builder> connections) {
        this.system = system;
        this.name = name;
        this.members = new TreeMap<>(members);
        this.patience = patience;
        this.connections = connections;
        client = ReplicaClient.of(system, members, patience, connections);
        map = ReplicatedMap.ofBytes(client);
    }

    String name() {
        return name;
    }

    ReplicatedMap<byte[], byte[]> map() {
        return map;
    }

    /** What the group is to a slot. */
    Promise<Place> place(int slot) {
        return map.versioned(Place.key(slot)).thenApply(Place::of);
    }

    /** What the group is to many slots. */
    Promise<Map<Integer, Place>> places(BitSet slots) {
        List<Integer> numbers = slots.stream().boxed().toList();
        List<Promise<List<@Nullable Versioned<byte[]>>>> parts = new ArrayList<>();
        for (int from = 0; from < numbers.size(); from += ReplicatedMap.MOST_KEYS) {
            List<Integer> some = numbers.subList(from, Math.min(numbers.size(), from + ReplicatedMap.MOST_KEYS));
            parts.add(map.versionedAll(some.stream().map(Place::key).toList()));
        }
        return Promise.all(parts).thenApply(found -> {
            Map<Integer, Place> places = new TreeMap<>();
            found.forEach(part -> part.forEach(each -> places.put(numbers.get(places.size()), Place.of(each))));
            return places;
        });
    }

    /** Changes what the group is to slots, if it still is what it was; whether it did. */
    Promise<Boolean> replace(Map<Integer, Place> was, UnaryOperator<Place> change) {
        return replace(map.batch(), was, change);
    }

    static Promise<Boolean> replace(
            ReplicatedMap<byte[], byte[]>.Batch batch, Map<Integer, Place> was, UnaryOperator<Place> change) {
        was.forEach((slot, place) -> batch.require(Place.key(slot), place.version())
                .put(Place.key(slot), change.apply(place).bytes()));
        return batch.commit();
    }

    /** A connection to the member that leads, for streams. */
    record Leader(Client connection, PartitionService service) implements AutoCloseable {
        @Override
        public void close() {
            connection.close();
        }
    }

    /**
     * Connects to the member that leads; waits, so not for actors.
     *
     * @throws ClusterException if none was found in time
     */
    Leader leader() {
        long deadline = System.nanoTime() + patience.toNanos();
        RuntimeException last = null;
        do {
            for (URI each : members.values()) {
                try {
                    Leader found = leader(each);
                    if (found != null) {
                        return found;
                    }
                } catch (RemotingException | CompletionException failure) {
                    last = failure;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        } while (System.nanoTime() - deadline < 0);
        throw new ClusterException(
                Problem.NO_LEADER,
                "cluster: no member of group=" + name + " that leads was found in time; look whether a majority runs",
                last);
    }

    private @Nullable Leader leader(URI address) {
        Client connection = connections.apply(Client.builder(system)).connect(address);
        try {
            boolean leads = connection
                    .lookup(ReplicaClient.NAME, ReplicaService.class)
                    .view()
                    .join()
                    .leads();
            if (leads) {
                return new Leader(connection, connection.lookup(Partitions.NAME, PartitionService.class));
            }
        } catch (RuntimeException | Error failure) {
            connection.close();
            throw failure;
        }
        connection.close();
        return null;
    }

    @Override
    public void close() {
        client.close();
    }
}
