package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.cli.CommandRun;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerProcess;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.console.ConsoleSource;
import io.tellask.console.GroupRow;
import io.tellask.kv.Change;
import io.tellask.kv.GroupControl;
import io.tellask.kv.GroupStatus;
import io.tellask.kv.KeyValueBatch;
import io.tellask.kv.KeyValueException;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueMap;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.VersionedValue;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.store.StoreBackup;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(4)
class ClusterServeTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @TempDir
    private Path folder;

    private final Map<String, InetSocketAddress> peers = new TreeMap<>();
    private final Map<String, URI> services = new TreeMap<>();

    private void takePorts() throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (String name : NAMES) {
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
                peers.put(
                        name, new InetSocketAddress("127.0.0.1", taken.getLast().getLocalPort()));
                taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
                services.put(
                        name,
                        URI.create("tellask://127.0.0.1:" + taken.getLast().getLocalPort()));
            }
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    /** A member in this process. */
    private record Member(String name, ActorSystem system, KeyValueGroup group, Server server)
            implements AutoCloseable {
        GroupControl control() {
            return Client.connect(system, server.address()).lookup(GroupControl.PUBLISHED_NAME, GroupControl.class);
        }

        @Override
        public void close() {
            server.close();
            group.close();
            system.close();
        }
    }

    private Member open(String name) {
        ActorSystem system = ActorSystem.create();
        LogOptions log = LogOptions.of("kv", name, peers, folder.resolve(name).resolve("log"))
                .withSilence(Duration.ofSeconds(3)); // a busy machine may let one stand still
        KeyValueGroup group = KeyValueGroup.open(
                system,
                new JGroupsEngine(),
                log,
                folder.resolve(name).resolve("state"),
                services,
                KeyValueOptions.defaults().withMaps(2));
        Server server = group.publishControlIn(
                        group.publishIn(Server.builder(system)),
                        folder.resolve(name).resolve("backups"))
                .listen(services.get(name))
                .start();
        return new Member(name, system, group, server);
    }

    /** All members, opened and closed at the same time. */
    private record Members(List<Member> all) implements AutoCloseable {
        @Override
        public void close() {
            all.parallelStream().forEach(Member::close);
        }
    }

    private Members openAll() {
        List<CompletableFuture<Member>> opening = NAMES.stream()
                .map(name -> CompletableFuture.supplyAsync(
                        () -> open(name), task -> Thread.ofVirtual().start(task)))
                .toList();
        return new Members(opening.stream().map(CompletableFuture::join).toList());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void everyMemberServesTheSameMaps() throws Exception {
        takePorts();
        try (Members members = openAll()) {
            Member a = members.all().get(0);
            Member b = members.all().get(1);
            Member c = members.all().get(2);
            KeyValueMap one = Connection.answer(a.group().store().open("map"));
            KeyValueMap two = Connection.answer(b.group().store().find("map"));
            Connection.answer(one.put(bytes("k"), bytes("1")));
            VersionedValue found = Connection.answer(two.getVersioned(bytes("k")));
            assertThat(found.value()).isEqualTo(bytes("1"));
            assertThat(Connection.answer(two.compareAndSet(bytes("k"), found.sequence() + 1, bytes("2"), null)))
                    .isZero();
            long written = Connection.answer(two.compareAndSet(bytes("k"), found.sequence(), bytes("2"), null));
            assertThat(written).isGreaterThan(found.sequence());
            assertThat(Connection.answer(one.getVersioned(bytes("k"))).sequence())
                    .isEqualTo(written);
            assertThat(Connection.answer(one.putIfAbsent(bytes("k"), bytes("3"))))
                    .isEqualTo(bytes("2"));
            assertThat(Connection.answer(one.putIfAbsent(bytes("new"), bytes("3"))))
                    .isNull();
            KeyValueBatch refused = KeyValueBatch.builder()
                    .require(bytes("k"), 7_777)
                    .remove(bytes("new"))
                    .build();
            assertThat(Connection.answer(two.commit(refused))).isFalse();
            assertThat(Connection.answer(two.getAll(new byte[][] {bytes("new"), bytes("none"), bytes("k")})))
                    .isDeepEqualTo(new byte[][] {bytes("3"), null, bytes("2")});
            assertThat(Connection.answer(two.remove(bytes("new")))).isTrue();
            assertThat(Connection.answer(two.remove(bytes("new")))).isFalse();

            Connection.answer(one.put(bytes("gone"), bytes("x"), Instant.EPOCH));
            assertThat(Connection.answer(two.get(bytes("gone")))).isNull();
            Await.until("the copy has it", () -> b.group().removeExpired() == 1);
            assertThat(Connection.answer(two.compareAndSet(bytes("gone"), 0, bytes("y"), null)))
                    .isPositive();

            Connection.answer(a.group().store().open("other"));
            assertThat(Connection.answer(c.group().store().names())).containsExactly("map", "other");
            assertThatThrownBy(() -> Connection.answer(c.group().store().open("third")))
                    .isInstanceOf(KeyValueException.class)
                    .hasMessageContaining("limit=2");
            CommandRun status = CommandRun.of(
                    "cluster", "status", "--server", services.get("b").toString(), "--json");
            assertThat(status.exitCode()).isZero();
            assertThat(status.out())
                    .hasSize(3)
                    .filteredOn(line -> line.contains("\"role\":\"leader\""))
                    .hasSize(1);
            assertThat(status.out().get(1)).contains("\"member\":\"b\"", "\"asked\":true");

            aConsoleIsToldOfAllMembers(b);
            assertThat(a.group().problems()).isEmpty();
            Await.until(
                    "b to be ready",
                    () -> CommandRun.of(
                                            "cluster",
                                            "status",
                                            "--ready",
                                            "--max-lag",
                                            "1",
                                            "--server",
                                            services.get("b").toString())
                                    .exitCode()
                            == 0);
            assertThat(cluster("reset", "c", "b").err().getFirst()).contains("member=c is connected");

            CommandRun backup = cluster("backup", "one", "b");
            assertThat(backup.err()).isEmpty();
            assertThat(backup.out().getFirst()).startsWith("saved: folder=" + folder.resolve("b"));
            assertThat(StoreBackup.verify(folder.resolve("b").resolve("backups").resolve("one"), (done, all) -> {})
                            .files())
                    .isPositive();
            assertThat(cluster("backup", "one", "b").exitCode()).isEqualTo(1);
            assertThat(cluster("backup", "../one", "b").err().getFirst())
                    .contains("backup name refused", "not beginning with a dot");
            assertThatThrownBy(() -> Connection.answer(b.control().backup("../one")))
                    .isInstanceOf(KeyValueException.class); // declared, so that the member does not log it as a fault

            KeyValueStore local = c.group().localStore();
            KeyValueMap copy = Connection.answer(c.group().store().open("map"));
            Await.until("the copy has all", () -> Connection.answer(copy.size()) == 2);
            assertThat(Connection.answer(
                            Connection.answer(c.group().store().open("other")).size()))
                    .isZero();
            assertThat(Connection.answer(Connection.answer(local.find("map")).get(bytes("k"))))
                    .isEqualTo(bytes("2"));
            try (StreamItems<Change> changes = Streams.iterate(copy.follow(new byte[0]), 1)) {
                assertThatThrownBy(() -> changes.iterator().hasNext())
                        .hasStackTraceContaining("use scan and getVersioned");
            }
        }
    }

    private static void aConsoleIsToldOfAllMembers(Member asked) throws Exception {
        ConsoleSource source = asked.group().consoleSource();
        AtomicReference<List<GroupRow>> rows = new AtomicReference<>();
        Await.until("what the others say", () -> {
            rows.set(source.groups());
            return rows.get().stream().allMatch(row -> row.lag() >= 0 && row.appliedIndex() > 0)
                    && rows.get().stream().anyMatch(row -> row.role().equals("LEADER") && row.lag() == 0);
        });
        assertThat(rows.get()).extracting(GroupRow::member).containsExactlyElementsOf(NAMES);
        assertThat(rows.get())
                .filteredOn(GroupRow::self)
                .singleElement()
                .satisfies(row -> assertThat(row.member()).isEqualTo(asked.name()));
        assertThat(rows.get()).allSatisfy(row -> {
            assertThat(row.group()).isEqualTo("kv");
            assertThat(row.address()).startsWith("tellask://127.0.0.1:");
            assertThat(row.term()).isPositive();
        });
        assertThat(source.stores()).isEmpty();
    }

    private CommandRun cluster(String command, String argument, String member) {
        return CommandRun.of(
                "cluster", command, argument, "--server", services.get(member).toString());
    }

    /** Members, one of which leads: its name first. */
    private static List<Member> leaderFirst(List<Member> members) {
        AtomicReference<String> leads = new AtomicReference<>();
        Await.until("a leader", () -> {
            leads.set(members.getFirst().group().replica().view().leader());
            return leads.get() != null
                    && members.stream()
                            .allMatch(each -> leads.get()
                                    .equals(each.group().replica().view().leader()));
        });
        return members.stream()
                .sorted(Comparator.comparing(member -> !member.name().equals(leads.get())))
                .toList();
    }

    @Test
    @Tag("slow")
    void aLeaderIsDrainedAndAddedAgain() throws Exception {
        takePorts();
        try (Members members = openAll()) {
            List<Member> all = leaderFirst(members.all());
            String leads = all.get(0).name();
            String other = all.get(1).name();
            KeyValueMap map = Connection.answer(all.get(1).group().store().open("map"));
            Connection.answer(map.put(bytes("k"), bytes("1")));
            assertThat(cluster("drain", "z", other).err().getFirst())
                    .contains("member=z is none of the members [a, b, c]");
            CommandRun drained = cluster("drain", leads, other);
            assertThat(drained.err()).isEmpty();
            assertThat(drained.out().getFirst())
                    .startsWith("drained: member=" + leads)
                    .doesNotContain("leader=" + leads);
            Connection.answer(map.put(bytes("k"), bytes("2")));
            GroupStatus status = Connection.answer(all.get(1).control().status());
            assertThat(status.voters()).hasSize(2).doesNotContain(leads);
            assertThat(status.leader()).isNotNull().isNotEqualTo(leads);
            KeyValueMap there = Connection.answer(all.get(0).group().store().find("map"));
            assertThat(Connection.answer(there.get(bytes("k")))).isEqualTo(bytes("2"));
            CommandRun added = cluster("add", leads, leads);
            assertThat(added.err()).isEmpty();
            assertThat(added.out().getFirst()).contains("voters=[a, b, c]");
            Await.until(
                    "all to have all",
                    () -> Connection.answer(all.get(2).control().status()).members().stream()
                            .allMatch(member -> member.lag() == 0));
        }
    }

    private List<String> options(String name) {
        List<String> members = new ArrayList<>();
        peers.forEach((each, peer) -> members.add(each + "=127.0.0.1:" + peer.getPort() + "=" + services.get(each)));
        return List.of(
                "--member",
                name,
                "--cluster",
                String.join(",", members),
                "--listen",
                services.get(name).toString());
    }

    private ServerProcess start(String name) {
        try {
            return ServerProcess.startWith(options(name), folder.resolve(name));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String kv(String member, String... words) {
        List<String> command = new ArrayList<>(List.of("kv"));
        command.addAll(List.of(words));
        command.addAll(List.of("--server", services.get(member).toString()));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return String.join("\n", run.out());
    }

    @Test
    @Tag("slow")
    void goesOnWithoutAMemberThatWasKilled() throws Exception {
        takePorts();
        Map<String, ServerProcess> running = new TreeMap<>();
        try {
            NAMES.parallelStream()
                    .map(name -> Map.entry(name, start(name)))
                    .toList()
                    .forEach(each -> running.put(each.getKey(), each.getValue()));
            kv("a", "put", "map", "k", "1");
            assertThat(kv("b", "get", "map", "k")).isEqualTo("1");
            for (String killed : NAMES) { // one of them leads
                running.get(killed).kill();
                String other = NAMES.get((NAMES.indexOf(killed) + 1) % 3);
                kv(other, "put", "map", killed, "2");
                running.put(killed, start(killed));
                assertThat(kv(killed, "get", "map", killed)).isEqualTo("2");
            }
            assertThat(kv("c", "get", "map", "k")).isEqualTo("1");
            for (ServerProcess each : running.values()) {
                assertThat(each.terminate()).isZero();
            }
        } finally {
            for (ServerProcess each : running.values()) {
                each.close();
            }
        }
    }

    private String refusal(String... words) {
        List<String> command = new ArrayList<>(List.of("serve", "--dir", folder.toString()));
        command.addAll(List.of(words));
        CommandRun run = CommandRun.of(command.toArray(String[]::new));
        assertThat(run.exitCode()).isEqualTo(2);
        return String.join("\n", run.err());
    }

    @Test
    void wrongMembersAreRefusedWithARemedy() throws Exception {
        String one = "a=127.0.0.1:7601=tellask://127.0.0.1:7501";
        assertThat(refusal("--member", "a")).contains("Name all members by --cluster");
        assertThat(refusal("--cluster", one)).contains("--member is missing", "by --member NAME");
        assertThat(refusal("--cluster", one, "--member", "b")).contains("--member=b is none of the members [a]");
        assertThat(refusal("--cluster", "a=7601", "--member", "a")).contains("'a=7601' is not as a=");
        assertThat(refusal("--cluster", one + "," + one, "--member", "a")).contains("named twice");
        assertThat(refusal("--cluster", "a=127.0.0.1:70000=tellask://127.0.0.1:1", "--member", "a"))
                .contains("member=a", "70000");
        assertThat(refusal("--cluster", one, "--member", "a", "--resp", "redis://127.0.0.1:0"))
                .contains("--resp with --cluster");
        assertThat(refusal("--cluster", "a=127.0.0.1:7601=any://127.0.0.1:7501", "--member", "a"))
                .contains("member=a", "any://127.0.0.1:7501");
        assertThat(refusal(
                        "--cluster",
                        "a=127.0.0.1:1=tellask://127.0.0.1:2=redis://127.0.0.1:3,b=127.0.0.1:4=tellask://127.0.0.1:5",
                        "--member",
                        "a"))
                .contains("only members=[a]");
        Path file = Files.writeString(folder.resolve("members"), "# members\n\n" + one + "\n");
        assertThat(refusal("--cluster-file", file.toString(), "--member", "z")).contains("members [a]");
        assertThat(refusal("--cluster-file", file.toString(), "--cluster", one, "--member", "a"))
                .contains("leave one out");
    }
}
