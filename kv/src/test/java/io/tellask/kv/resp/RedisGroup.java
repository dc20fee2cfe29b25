package io.tellask.kv.resp;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Three members of a group that serve clients of Redis, in this process or each in its own. */
final class RedisGroup implements AutoCloseable {
    private static final Duration BRIEF = Duration.ofMillis(800); // of members that are killed

    private static final Duration STEADY = Duration.ofSeconds(3); // where a busy machine may let one stand still

    static final List<String> NAMES = List.of("a", "b", "c");

    private final Path folder;
    private final Map<String, InetSocketAddress> peers = new TreeMap<>();
    private final Map<String, URI> services = new TreeMap<>();
    private final Map<String, URI> redis = new TreeMap<>();
    private final Map<String, AutoCloseable> members = new TreeMap<>();

    /** A member in this process. */
    private record Member(ActorSystem system, KeyValueGroup group, RespServer redis, Server server)
            implements AutoCloseable {
        @Override
        public void close() {
            redis.close();
            server.close();
            group.close();
            system.close();
        }
    }

    /** A member in a process of its own. */
    private record Forked(Process process) implements AutoCloseable {
        @Override
        public void close() throws InterruptedException {
            int _ = process.destroyForcibly().waitFor();
        }
    }

    private RedisGroup(Path folder) throws IOException {
        this.folder = folder;
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (String name : NAMES) {
                peers.put(name, new InetSocketAddress("127.0.0.1", port(taken)));
                services.put(name, URI.create("tellask://127.0.0.1:" + port(taken)));
                redis.put(name, URI.create("redis://127.0.0.1:" + port(taken)));
            }
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private static int port(List<ServerSocket> taken) throws IOException {
        taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        return taken.getLast().getLocalPort();
    }

    /** Members in this process. */
    static RedisGroup open(Path folder) throws IOException {
        RedisGroup group = new RedisGroup(folder);
        group.openAll(name -> group.member(name, STEADY));
        return group;
    }

    /** Members in processes of their own. */
    static RedisGroup start(Path folder) throws IOException {
        RedisGroup group = new RedisGroup(folder);
        group.openAll(group::fork);
        return group;
    }

    private void openAll(Function<String, AutoCloseable> opening) {
        NAMES.stream()
                .map(name -> Map.entry(
                        name,
                        CompletableFuture.supplyAsync(
                                () -> opening.apply(name),
                                task -> Thread.ofVirtual().start(task))))
                .toList()
                .forEach(each -> members.put(each.getKey(), each.getValue().join()));
    }

    private Member member(String name, Duration silence) {
        ActorSystem system = ActorSystem.create();
        LogOptions log = LogOptions.of("kv", name, peers, folder.resolve(name).resolve("log"))
                .withSilence(silence);
        Path state = folder.resolve(name).resolve("state");
        KeyValueGroup group =
                KeyValueGroup.open(system, new JGroupsEngine(), log, state, services, KeyValueOptions.defaults());
        RespServer resp =
                RespServer.start(group, RespOptions.listening(redis(name).toString()), redis);
        Server server = group.publishIn(Server.builder(system))
                .listen(Objects.requireNonNull(services.get(name)))
                .start();
        return new Member(system, group, resp, server);
    }

    private Forked fork(String name) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RedisGroup.class.getName(),
                folder.toString(),
                name));
        NAMES.forEach(each -> command.addAll(List.of(
                String.valueOf(Objects.requireNonNull(peers.get(each)).getPort()),
                String.valueOf(services.get(each)),
                String.valueOf(redis.get(each)))));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String line = process.inputReader().readLine();
            if (line == null) {
                throw new IllegalStateException("member=" + name + " ended before it listened");
            }
            return new Forked(process);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** One member, until its input ends, as it does when the process of the test has ended. */
    public static void main(String... words) throws IOException {
        RedisGroup group = new RedisGroup(Path.of(words[0]));
        for (int i = 0; i < NAMES.size(); i++) {
            group.peers.put(NAMES.get(i), new InetSocketAddress("127.0.0.1", Integer.parseInt(words[2 + 3 * i])));
            group.services.put(NAMES.get(i), URI.create(words[3 + 3 * i]));
            group.redis.put(NAMES.get(i), URI.create(words[4 + 3 * i]));
        }
        try (Member member = group.member(words[1], BRIEF)) {
            System.out.println("listening on " + member.redis().address());
            int _ = System.in.read();
        }
    }

    /** Another member. */
    static String other(String name) {
        return NAMES.get((NAMES.indexOf(name) + 1) % NAMES.size());
    }

    /** Where clients of Redis reach a member. */
    URI redis(String name) {
        return Objects.requireNonNull(redis.get(name));
    }

    /** The member of this process that leads, once all know it. */
    String leader() throws Exception {
        List<Member> own = members.values().stream().map(Member.class::cast).toList();
        AtomicReference<String> leads = new AtomicReference<>();
        Await.until("all to know the leader", () -> {
            leads.set(own.getFirst().group().replica().view().leader());
            return leads.get() != null
                    && own.stream()
                            .allMatch(member -> leads.get()
                                    .equals(member.group().replica().view().leader()));
        });
        return leads.get();
    }

    /** Kills the process of a member. */
    void kill(String name) throws InterruptedException {
        Process process = ((Forked) Objects.requireNonNull(members.remove(name))).process();
        int _ = process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        members.values().parallelStream().forEach(each -> {
            try {
                each.close();
            } catch (Exception failure) {
                throw new IllegalStateException("a member was not closed", failure);
            }
        });
    }
}
