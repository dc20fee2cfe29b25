package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.console.ConsoleSource;
import io.tellask.kv.resp.command.GroupProcedure;
import io.tellask.remote.Server;
import io.tellask.store.StoreBackup;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * One member of a group of key-value servers, each of which has all maps: {@link #publishIn} a server to make it one.
 *
 * <p>What one member acknowledged, every member that is asked afterwards reads. A member that does not lead hands calls on to the one that
 * does. {@link #LOCAL_NAME} is the same with single reads from the member's own copy, which may be old. Thread-safe.
 */
public final class KeyValueGroup implements AutoCloseable {
    /** The name of the store whose reads may be old. */
    public static final String LOCAL_NAME = "kv-local";

    private static final Duration PATIENCE = Duration.ofSeconds(30); // of a call, for a majority

    private final String group;
    private final ActorSystem system;
    private final GroupMembers members;
    private final ReplicatedMap<byte[], byte[]> map;
    private final MapMachine machine;
    private final Replica replica;
    private final ReplicaClient client;
    private final ReplicaService service;
    private final KeyValueStore store;
    private final KeyValueStore local;
    private final GroupSweep sweep;

    private KeyValueGroup(
            ActorSystem system,
            LogOptions log,
            MapMachine machine,
            Replica replica,
            GroupMembers members,
            KeyValueOptions options) {
        group = log.group();
        this.system = system;
        this.members = members;
        this.machine = machine;
        this.replica = replica;
        client = ReplicaClient.of(system, members.services(), PATIENCE, members.connections());
        service = replica.service(system);
        map = ReplicatedMap.ofBytes(client);
        GroupCopy copy = GroupCopy.of(machine, log.folder(), log.forced());
        store = system.spawn(KeyValueStore.class, () -> new GroupStoreActor(system, map, copy, options));
        sweep = new GroupSweep(replica, machine, map).start();
        local = system.spawn(
                KeyValueStore.class, () -> new GroupStoreActor(system, map.readingLocally(replica), copy, options));
    }

    /**
     * Opens what a member has and joins the group.
     *
     * @param services where the servers of all members listen, by name
     * @see #open(ActorSystem, LogEngine, LogOptions, Path, GroupMembers, KeyValueOptions)
     */
    public static KeyValueGroup open(
            ActorSystem system,
            LogEngine engine,
            LogOptions log,
            Path state,
            Map<String, URI> services,
            KeyValueOptions options) {
        return open(system, engine, log, state, GroupMembers.of(services), options);
    }

    /**
     * Opens what a member has and joins the group.
     *
     * @param log of the member, in a folder of its own
     * @param state folder of the member's copy of all maps
     * @param members where the servers of all members listen, and how members reach them
     * @param options of which {@code maps} counts
     * @throws io.tellask.cluster.ClusterException as {@link LogEngine#open} says
     */
    public static KeyValueGroup open(
            ActorSystem system,
            LogEngine engine,
            LogOptions log,
            Path state,
            GroupMembers members,
            KeyValueOptions options) {
        Objects.requireNonNull(engine, "engine");
        return joined(system, log, state, members, options, machine -> Replica.open(engine, log, machine));
    }

    /**
     * Founds a new group of this member alone, which has the maps that {@link #restore} left in its folder. Others are added by
     * {@link GroupControl#addVoter}, one after the other, each started with an empty folder.
     *
     * @throws io.tellask.cluster.ClusterException also where the folder of the log is not empty
     */
    public static KeyValueGroup found(
            ActorSystem system,
            LogEngine engine,
            LogOptions log,
            Path state,
            GroupMembers members,
            KeyValueOptions options) {
        Objects.requireNonNull(engine, "engine");
        return joined(system, log, state, members, options, machine -> Replica.found(engine, log, machine));
    }

    /**
     * Makes the folder of a member's maps from a backup, for {@link #found}.
     *
     * @param backup a folder that {@link GroupControl#backup} wrote
     * @param state folder of the member; it must not have maps
     * @throws io.tellask.store.StoreException as {@link MapMachine#restore} says
     */
    public static StoreBackup restore(Path backup, Path state) {
        return MapMachine.restore(Objects.requireNonNull(backup, "backup"), Objects.requireNonNull(state, "state"));
    }

    private static KeyValueGroup joined(
            ActorSystem system,
            LogOptions log,
            Path state,
            GroupMembers members,
            KeyValueOptions options,
            Function<MapMachine, Replica> join) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(options, "options");
        Map<String, URI> services = Objects.requireNonNull(members, "members").services();
        if (!services.keySet().equals(log.members().keySet())) {
            throw new IllegalArgumentException("kv: services=" + services.keySet() + " are not of members="
                    + log.members().keySet() + "; give each member both addresses");
        }
        RemoteStates states = new RemoteStates(system, services, members.connections());
        MapMachine machine = MapMachine.open(log.self(), state, states, new GroupProcedure());
        try {
            return new KeyValueGroup(system, log, machine, join.apply(machine), members, options);
        } catch (RuntimeException | Error failure) {
            machine.close();
            throw failure;
        }
    }

    /** Publishes both stores, and the member for others and for clients of the group. */
    public Server.Builder publishIn(Server.Builder server) {
        return Objects.requireNonNull(server, "server")
                .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, store)
                .publish(LOCAL_NAME, KeyValueStore.class, local)
                .publish(ReplicaClient.NAME, ReplicaService.class, service);
    }

    /**
     * Publishes what operates the group, for whoever may connect.
     *
     * @param backups folder that backups of this member are written below; made when there is one
     */
    public Server.Builder publishControlIn(Server.Builder server, Path backups) {
        Objects.requireNonNull(backups, "backups");
        return Objects.requireNonNull(server, "server")
                .publish(GroupControl.PUBLISHED_NAME, GroupControl.class, control(backups));
    }

    private GroupControl control(Path backups) {
        return system.spawn(
                GroupControl.class, () -> new GroupControlActor(system, replica, machine, map, members, backups));
    }

    /** Tells a console of the members; the others are asked while somebody looks. */
    public ConsoleSource consoleSource() {
        return new GroupConsole(group, replica, control(Path.of("backups"))); // which is asked for its status alone
    }

    /** The maps, read as of now. */
    public KeyValueStore store() {
        return store;
    }

    /** The maps, single reads from this member's copy. */
    public KeyValueStore localStore() {
        return local;
    }

    /** Names of all members. */
    Set<String> members() {
        return members.services().keySet();
    }

    /** The member. */
    public Replica replica() {
        return replica;
    }

    /** Why this member should get no clients now, as far as it knows by itself; none where it should. */
    public List<String> problems() {
        LogView view = replica.view();
        return view.leader() == null
                ? List.of("the group has no leader that is known: member=" + view.self() + ", voters=" + view.voters())
                : List.of();
    }

    /**
     * Removes the keys whose values have expired from the disks of all members, and says how many; the leader does so each minute. Nobody sees
     * such a value before either. Waits for the group.
     */
    public int removeExpired() {
        return sweep.sweep();
    }

    /** Leaves the group; what has no answer yet fails. */
    @Override
    public void close() {
        system.stop(store);
        system.stop(local);
        try (machine;
                replica) {
            sweep.close();
            client.close();
        }
    }
}
