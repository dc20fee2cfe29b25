package io.tellask.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.cli.server.ServerProcess;
import io.tellask.cluster.FreePorts;
import io.tellask.netty.TestAuthority;
import io.tellask.test.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members of a group as processes that know each other by certificates and tokens: who gets in, and what happens to their disks. */
@Order(4)
@Timeout(300)
class ClusterAccessTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @TempDir
    private Path folder;

    private final Map<String, ServerProcess> running = new TreeMap<>();

    /** A group that is to be: where its members listen, and the files by which they know each other. */
    private record Plan(
            Path folder,
            List<String> names,
            List<Integer> ports,
            TestAuthority authority,
            TestAuthority.Issued own,
            TestAuthority.Issued served) {
        static Plan of(Path parent, String name, List<String> names) throws IOException {
            Path folder = Files.createDirectories(parent.resolve(name));
            Files.writeString(folder.resolve("token"), "t0ken\n");
            TestAuthority authority = new TestAuthority(folder, "members");
            return new Plan(
                    folder,
                    names,
                    FreePorts.take(2 * names.size()),
                    authority,
                    authority.server("member"),
                    authority.server("server"));
        }

        /** The same, as somebody sees it who has a certificate of another authority. */
        Plan forStranger() {
            TestAuthority others = new TestAuthority(folder, "others");
            return new Plan(folder, names, ports, authority, others.server("stranger"), served);
        }

        String address(String name) {
            return "tls://localhost:" + ports.get(2 * names.indexOf(name) + 1);
        }

        private String member(String name) {
            return name + "=127.0.0.1:" + ports.get(2 * names.indexOf(name)) + "=" + address(name);
        }

        List<String> options(String name) {
            String token = folder.resolve("token").toString();
            String trust = authority.file().toString();
            return List.of(
                    "--cluster="
                            + String.join(",", names.stream().map(this::member).toList()),
                    "--member=" + name,
                    "--listen",
                    address(name),
                    "--cluster-certificate=" + own.chain(),
                    "--cluster-key=" + own.key(),
                    "--cluster-trust=" + trust,
                    "--tls-certificate=" + served.chain(),
                    "--tls-key=" + served.key(),
                    "--tls-trust=" + trust,
                    "--token-file=" + token);
        }

        CommandRun run(String name, String... words) {
            List<String> command = new ArrayList<>(List.of(words));
            command.addAll(List.of(
                    "--server", address(name), "--tls-trust", authority.file().toString()));
            command.addAll(List.of("--token-file", folder.resolve("token").toString()));
            return CommandRun.of(command.toArray(String[]::new));
        }

        String done(String name, String... words) {
            CommandRun run = run(name, words);
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            return String.join("\n", run.out());
        }

        Path directory(String name) {
            return folder.resolve("data-" + name);
        }
    }

    private void start(Plan plan, String name, String... more) {
        List<String> options =
                Stream.concat(plan.options(name).stream(), Stream.of(more)).toList();
        try {
            ServerProcess started = ServerProcess.startWith(options, plan.directory(name));
            synchronized (running) {
                running.put(plan.folder() + name, started);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void kill(Plan plan, String name) throws InterruptedException {
        running.get(plan.folder() + name).kill();
    }

    private void stopAll() throws IOException {
        for (ServerProcess each : running.values()) {
            each.close();
        }
    }

    @Test
    @Tag("slow")
    void aMemberAsksForItsTokenAndIsReadyWhenItLeads() throws Exception {
        Plan plan = Plan.of(folder, "one", List.of("a"));
        try {
            start(plan, "a");
            plan.done("a", "kv", "put", "map", "k", "1");
            assertThat(plan.done("a", "cluster", "status", "--ready", "--max-lag", "1", "--json"))
                    .contains("\"role\":\"leader\"");
            assertThat(CommandRun.of(
                                    "cluster",
                                    "status",
                                    "--server",
                                    plan.address("a"),
                                    "--tls-trust",
                                    plan.authority().file().toString())
                            .err()
                            .getFirst())
                    .contains("credential");
            assertThat(plan.run("a", "cluster", "reset", "a").err().getFirst()).contains("member=a is connected");
        } finally {
            stopAll();
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
    void whatDoesNotGoTogetherIsRefused() {
        String one = "a=127.0.0.1:7601=tellask://127.0.0.1:7501";
        assertThat(refusal("--found-from", "x")).contains("name all members by --cluster");
        assertThat(refusal("--cluster-key", "x")).contains("name all members by --cluster");
        assertThat(refusal("--cluster", one, "--member", "a", "--cluster-key", "x"))
                .contains("--cluster-key=x", "all three");
        assertThat(refusal("--cluster", one + ",b=192.0.2.1:7601=tls://192.0.2.1:7501", "--member", "a"))
                .contains("member=b", "192.0.2.1", "--cluster-certificate");
        assertThat(refusal("--cluster", "a=127.0.0.1:7601=tls://127.0.0.1:7501", "--member", "a"))
                .contains("--tls-certificate=null");
    }

    @Test
    @Tag("slow")
    void strangersStayOutsideAndALostDiskIsMadeAgain() throws Exception {
        Plan plan = Plan.of(folder, "three", NAMES);
        try {
            NAMES.subList(0, 2).parallelStream().forEach(name -> start(plan, name));
            plan.done("a", "kv", "put", "map", "k", "1");
            start(plan.forStranger(), "c");
            assertThat(plan.done("a", "cluster", "status", "--json")).contains("\"member\":\"c\",\"role\":\"gone\"");
            kill(plan, "c");
            delete(plan.directory("c"));
            start(plan, "c");
            Await.until("c to take part", () -> isReady(plan, "c"));
            assertThat(plan.done("c", "kv", "get", "map", "k")).isEqualTo("1");

            kill(plan, "c");
            delete(plan.directory("c"));
            Await.until(
                    "c to be gone",
                    () -> plan.done("a", "cluster", "status", "--json").contains("\"gone\""));
            plan.done("a", "kv", "put", "map", "k", "2");
            assertThat(plan.done("b", "cluster", "reset", "c")).contains("voters=[a, b, c]");
            start(plan, "c");
            Await.until("c to have all", () -> isReady(plan, "c"));
            assertThat(plan.done("c", "kv", "get", "map", "k")).isEqualTo("2");
        } finally {
            stopAll();
        }
    }

    private static boolean isReady(Plan plan, String name) {
        return plan.run(name, "cluster", "status", "--ready", "--max-lag", "1").exitCode() == 0;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    @Tag("slow")
    void aGroupIsFoundedFromABackupOfAnother() throws Exception {
        Plan before = Plan.of(folder, "before", List.of("a"));
        Plan after = Plan.of(folder, "after", NAMES);
        try {
            start(before, "a");
            before.done("a", "kv", "put", "map", "k", "1");
            before.done("a", "cluster", "backup", "one");
            String backup = before.directory("a").resolve("backups/one").toString();
            start(after, "a", "--found-from", backup);
            assertThat(after.done("a", "kv", "get", "map", "k")).isEqualTo("1");
            for (String name : NAMES.subList(1, 3)) {
                start(after, name);
                after.done("a", "cluster", "add", name);
                Await.until(name + " to have all", () -> isReady(after, name));
            }
            kill(after, "a");
            after.done("b", "kv", "put", "map", "k", "2");
            assertThat(CommandRun.of(Stream.concat(
                                            Stream.of(
                                                    "serve",
                                                    "--dir",
                                                    after.directory("a").toString()),
                                            Stream.concat(
                                                    after.options("a").stream(), Stream.of("--found-from", backup)))
                                    .toArray(String[]::new))
                            .err()
                            .getFirst())
                    .contains("a member has been in dir=");
            start(after, "a");
            assertThat(after.done("a", "kv", "get", "map", "k")).isEqualTo("2");
        } finally {
            stopAll();
        }
    }
}
