package io.tellask.cluster.partition;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.codec.Codec;
import io.tellask.remote.Client;
import java.net.URI;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Groups that have the slots of one map between them: where to find keys, and how to move slots. The state of each group is a {@link MapMachine} that
 * nothing else writes to, and each member publishes {@link #service} beside its own. Thread-safe.
 *
 * <p>Begin with {@link #found}, which gives all slots to one group, and {@link #rebalance}, which spreads them.
 */
public final class Partitions implements AutoCloseable {
    /** The name under which members publish their {@link PartitionService}. */
    public static final String NAME = "partition";

    /** Calls that wait until it is known who has their slots, at most; beyond, they fail with {@link Problem#LIMIT}. */
    public static final int MOST_WAITING = 8_192;

    /** Streams in the order of keys that a member makes at a time, each with 16 MiB of entries; beyond, a client waits for as long as it has patience. */
    public static final int MOST_ORDERED = 8;

    /** Groups of one map, at most. */
    public static final int MOST_GROUPS = 1_000;

    private final Map<String, Group> groups = new TreeMap<>();
    private final SlotCalls calls;
    private final Duration patience;
    private final SlotKeeping keeping;

    private Partitions(
            ActorSystem system,
            Map<String, Map<String, URI>> members,
            Duration patience,
            UnaryOperator<Client.Builder> connections) {
        this.patience = patience;
        members.forEach((name, its) -> groups.put(name, new Group(system, name, its, patience, connections)));
        calls = system.spawn(SlotCalls.class, () -> new SlotActor(groups, patience, MOST_WAITING));
        keeping = new SlotKeeping(groups);
    }

    /**
     * Partitions as a client sees them; it connects to groups when it first needs them.
     *
     * @param groups addresses of all members that may lead, by name, of all groups, by name; groups without slots, too
     */
    public static Partitions of(ActorSystem system, Map<String, Map<String, URI>> groups) {
        return of(system, groups, ReplicaClient.PATIENCE, UnaryOperator.identity());
    }

    /**
     * As {@link #of(ActorSystem, Map)}.
     *
     * @param patience for how long a call waits for a group that serves its slot, and then for the group to answer
     * @param connections as for {@link ReplicaClient#of(ActorSystem, Map, Duration, UnaryOperator)}
     */
    public static Partitions of(
            ActorSystem system,
            Map<String, Map<String, URI>> groups,
            Duration patience,
            UnaryOperator<Client.Builder> connections) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(connections, "connections");
        int count = Objects.requireNonNull(groups, "groups").size();
        if (count < 1 || count > MOST_GROUPS) {
            throw new IllegalArgumentException("cluster: groups=" + count + ", allowed=1.." + MOST_GROUPS);
        }
        return new Partitions(system, groups, patience, connections);
    }

    /** What a member shows to those who read many entries or move slots: to be published as {@link #NAME} by its server. */
    public static PartitionService service(ActorSystem system, Replica replica, MapMachine state) {
        Objects.requireNonNull(replica, "replica");
        Objects.requireNonNull(state, "state");
        return system.spawn(PartitionService.class, () -> new PartitionMember(replica, state));
    }

    /** The map, with values that are encoded by a codec that takes the closure of their type. */
    public <K, V> PartitionedMap<K, V> map(Class<K> keyType, Class<V> valueType) {
        Objects.requireNonNull(valueType, "valueType");
        return map(keyType, valueType, Codec.builder().allow(valueType).build());
    }

    /** The map. */
    public <K, V> PartitionedMap<K, V> map(Class<K> keyType, Class<V> valueType, Codec codec) {
        return new PartitionedMap<>(this, calls, patience, keyType, valueType, codec);
    }

    /** Name of the group that has a slot. */
    public Promise<String> owner(int slot) {
        return calls.owner(Slots.require(slot));
    }

    /**
     * Gives all slots to a first group; nothing changes where they have been given to it. Call it once in the life of the map: groups
     * that are named by nobody here are not asked.
     *
     * @return fails with {@link Problem#REFUSED} where a group has slots already, be it this one with some, or another
     */
    public Promise<Void> found(String first) {
        Group group = group(Objects.requireNonNull(first, "first"));
        return inBackground(() -> keeping.found(group));
    }

    /** Which slots each group serves now, by the group's name; a slot that is on its way is missing. */
    public Promise<Map<String, BitSet>> owners() {
        return inBackground(keeping::owners);
    }

    Map<Group, BitSet> owners(BitSet slots) {
        return keeping.owners(slots);
    }

    /**
     * Moves slots to a group, from wherever they are, while they are served. It begins when somebody subscribes; who cancels has the move under way
     * ended, and no other begun. What keeps slots from moving fails the stream: what has moved by then stays where it is.
     */
    public Flow.Publisher<MoveEvent> move(Collection<Integer> slots, String target) {
        Objects.requireNonNull(slots, "slots");
        Group group = group(Objects.requireNonNull(target, "target"));
        BitSet wanted = Slots.of(slots.stream().mapToInt(Integer::intValue).toArray());
        return ThreadStream.of(
                SlotKeeping.EVENTS_AHEAD,
                emitter ->
                        keeping.moveAll(owners -> SlotPlan.to(group.name(), wanted, owners), emitter, tell(emitter)));
    }

    /**
     * Moves slots until these groups have as many each, and others none: with groups that have been added, or without some that are to go. Ends moves
     * that have been left before it begins, and moves as few slots as possible. Otherwise as {@link #move}; let one process do it at a time.
     */
    public Flow.Publisher<MoveEvent> rebalance(Set<String> over) {
        Objects.requireNonNull(over, "over").forEach(this::group);
        if (over.isEmpty()) {
            throw new IllegalArgumentException("cluster: groups to keep=0; name one at least");
        }
        Set<String> kept = Set.copyOf(over);
        return ThreadStream.of(SlotKeeping.EVENTS_AHEAD, emitter -> {
            keeping.recover();
            keeping.moveAll(owners -> SlotPlan.balance(owners, kept), emitter, tell(emitter));
        });
    }

    private static Consumer<MoveEvent> tell(Emitter<MoveEvent> emitter) {
        return event -> {
            if (!emitter.isCancelled()) {
                ThreadStream.emit(emitter, event);
            }
        };
    }

    /**
     * Ends all moves that are under way, also those of other processes, which fail there; and removes entries of slots that were left where the slots
     * are no more.
     *
     * @return how many entries were removed
     */
    public Promise<Long> recover() {
        return inBackground(keeping::recover);
    }

    private Group group(String name) {
        Group group = groups.get(Objects.requireNonNull(name, "name"));
        if (group == null) {
            throw new IllegalArgumentException("cluster: group=" + name + " is none of groups=" + groups.keySet());
        }
        return group;
    }

    private static <T> Promise<T> inBackground(Supplier<T> work) {
        Promise<T> done = new Promise<>();
        Thread.ofVirtual().name("tellask-partition").start(() -> {
            try {
                done.complete(work.get());
            } catch (Throwable failure) {
                done.completeExceptionally(Lane.cause(failure));
            }
        });
        return done;
    }

    /** Ends the connections; what has no answer yet fails. */
    @Override
    public void close() {
        calls.close();
        groups.values().forEach(Group::close);
    }
}
