package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.console.ConsoleSource;
import io.tellask.kv.resp.command.GroupProcedure;
import io.tellask.remote.Server;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One member of a group of key-value servers, each of which has all maps: {@link #publishIn} a server to make it one.
 *
 * <p>What one member acknowledged, every member that is asked afterwards reads. A member that does not lead hands calls on to the one that
 * does. {@link #LOCAL_NAME} is the same with single reads from the member's own copy, which may be old. Thread-safe.
 */
public final class KeyValueGroup implements AutoCloseable {
    /** The name of the store whose reads may be old. */
    public static final String LOCAL_NAME = "kv-local";

    private final String group;
    private final ActorSystem system;
    private final Map<String, URI> services;
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
            Map<String, URI> services,
            KeyValueOptions options) {
        group = log.group();
        this.system = system;
        this.services = Map.copyOf(services);
        this.machine = machine;
        this.replica = replica;
        client = ReplicaClient.of(system, services);
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
     * @param log of the member, in a folder of its own
     * @param state folder of the member's copy of all maps
     * @param services where the servers of all members listen, by name
     * @param options of which {@code maps} counts
     * @throws io.tellask.cluster.ClusterException as {@link LogEngine#open} says
     */
    public static KeyValueGroup open(
            ActorSystem system,
            LogEngine engine,
            LogOptions log,
            Path state,
            Map<String, URI> services,
            KeyValueOptions options) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(options, "options");
        if (!Objects.requireNonNull(services, "services")
                .keySet()
                .equals(log.members().keySet())) {
            throw new IllegalArgumentException("kv: services=" + services.keySet() + " are not of members="
                    + log.members().keySet() + "; give each member both addresses");
        }
        MapMachine machine =
                MapMachine.open(log.self(), state, new RemoteStates(system, services), new GroupProcedure());
        try {
            return new KeyValueGroup(system, log, machine, Replica.open(engine, log, machine), services, options);
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
                GroupControl.class, () -> new GroupControlActor(system, replica, machine, map, services, backups));
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
        return services.keySet();
    }

    /** The member. */
    public Replica replica() {
        return replica;
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
