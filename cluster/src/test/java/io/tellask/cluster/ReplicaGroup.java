package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Members of a group in this process. */
public final class ReplicaGroup implements AutoCloseable {
    private final LogEngine engine;
    private final Path folder;
    private final UnaryOperator<LogOptions> options;
    private final Making machine;
    private final Map<String, InetSocketAddress> members = new TreeMap<>();
    private final Map<String, Replica> running = new TreeMap<>();
    private final Map<String, StateMachine> machines = new TreeMap<>();
    private final Map<String, ActorSystem> systems = new TreeMap<>();
    private final String place = UUID.randomUUID().toString();

    /** Makes the state machine of a member. */
    public interface Making {
        StateMachine make(String name, Path folder, StateSource source);
    }

    public ReplicaGroup(
            LogEngine engine, Path folder, UnaryOperator<LogOptions> options, Making machine, String... names) {
        this.engine = engine;
        this.folder = folder;
        this.options = options;
        this.machine = machine;
        addresses(names);
    }

    private void addresses(String... names) {
        List<Integer> ports = FreePorts.take(names.length);
        for (int i = 0; i < names.length; i++) {
            members.put(names[i], new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(i)));
        }
    }

    public ReplicaGroup startAll() {
        CompletableFuture.allOf(members.keySet().stream()
                        .map(name -> CompletableFuture.runAsync(
                                () -> start(name), each -> Thread.ofVirtual().start(each)))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        return this;
    }

    public void start(String name) {
        start(name, Replica::open);
    }

    /** As {@link #start}, the first one of a new group. */
    void found(String name) {
        start(name, Replica::found);
    }

    private interface Opening {
        Replica open(LogEngine engine, LogOptions options, StateMachine machine);
    }

    private void start(String name, Opening opening) {
        ActorSystem system = ActorSystem.create();
        StateMachine its = machine.make(name, folder.resolve(name), new RemoteStates(system, services()));
        LogOptions itsOptions = options.apply(
                LogOptions.of("ledger", name, members, folder.resolve(name).resolve("log"))
                        .withSilence(Duration.ofMillis(800)));
        Replica replica = opening.open(engine, itsOptions, its);
        Server.builder(system)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .listen(service(name))
                .start();
        synchronized (running) {
            running.put(name, replica);
            machines.put(name, its);
            systems.put(name, system);
        }
    }

    public void stop(String name) {
        Replica replica;
        ActorSystem system;
        StateMachine its;
        synchronized (running) {
            replica = Objects.requireNonNull(running.remove(name));
            system = Objects.requireNonNull(systems.remove(name));
            its = machines.remove(name);
        }
        replica.close();
        system.close();
        if (its instanceof MapMachine map) {
            map.close();
        }
    }

    /** Where a member's service is. */
    URI service(String name) {
        return URI.create("memory://" + place + "-" + name);
    }

    /** Where the services of all members are. */
    Map<String, URI> services() {
        Map<String, URI> services = new TreeMap<>();
        members.keySet().forEach(name -> services.put(name, service(name)));
        return services;
    }

    public Path folder(String name) {
        return folder.resolve(name);
    }

    public Replica replica(String name) {
        return Objects.requireNonNull(running.get(name));
    }

    MapMachine map(String name) {
        return (MapMachine) Objects.requireNonNull(machines.get(name));
    }

    public Ledger ledger(String name) {
        return (Ledger) Objects.requireNonNull(machines.get(name));
    }

    /** The member that leads, once there is one. */
    public String leader() {
        Await.until("a leader", () -> leaders().size() == 1);
        List<String> leaders = leaders();
        return leaders.isEmpty() ? leader() : leaders.getFirst();
    }

    private List<String> leaders() {
        return running.entrySet().stream()
                .filter(each -> each.getValue().view().leads())
                .map(Map.Entry::getKey)
                .toList();
    }

    public String follower() {
        String leader = leader();
        return running.keySet().stream()
                .filter(name -> !name.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    /** Gives a command to whoever leads, until it is answered; it may be applied several times. */
    public String apply(String command) {
        while (true) {
            try {
                return text(replica(leader()).apply(bytes(command)));
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof ClusterException)) {
                    throw new IllegalStateException(failed);
                }
            }
        }
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(CompletableFuture<byte[]> answer) throws ExecutionException {
        try {
            return new String(answer.get(60, TimeUnit.SECONDS), StandardCharsets.UTF_8);
        } catch (InterruptedException | TimeoutException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Waits until all that run have the same commands, and gives them. */
    public List<String> agreed() {
        String leader = leader();
        Await.until(
                "the same commands", () -> leader.equals(leader()) && commands().size() == 1);
        return commands().getFirst();
    }

    /** What all that run answer to a question whose answer is a number. */
    Set<Long> states(byte[] question) {
        return running.values().stream()
                .map(each -> ByteBuffer.wrap(each.queryLocally(question)).getLong())
                .collect(Collectors.toSet());
    }

    private List<List<String>> commands() {
        return machines.values().stream()
                .map(each -> ((Ledger) each).commands())
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }
}
