package io.tellask.cluster.aeron;

import static io.tellask.cluster.ReplicaGroup.bytes;
import static io.tellask.cluster.ReplicaGroup.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.GroupEvent;
import io.tellask.cluster.Ledger;
import io.tellask.cluster.LogLimits;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaGroup;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is this engine's own, and a short way through what {@link AeronContractTest} looks at. */
@Timeout(300)
class AeronLogTest {
    @TempDir
    private Path folder;

    private ReplicaGroup group(UnaryOperator<LogOptions> options, String... names) {
        return new ReplicaGroup(new PatientEngine(), folder, options, (name, its, source) -> new Ledger(), names)
                .startAll();
    }

    @Test
    void othersGoOnWhenTheLeaderEndsAndItCatchesUpBySnapshotAndLog() throws Exception {
        try (ReplicaGroup group = group(UnaryOperator.identity(), "a", "b", "c")) {
            String first = group.leader();
            Replica follower = group.replica(group.follower());
            group.apply("one");
            assertRefused(follower::snapshot, Problem.NOT_LEADER, "ask it");
            group.replica(first).snapshot().get(60, TimeUnit.SECONDS);
            group.apply("two");
            group.stop(first);
            group.apply("three");
            group.start(first);
            assertThat(group.agreed()).contains("one", "two", "three");
            assertThat(text(group.replica(group.leader()).query(bytes("")))).startsWith("one,two,three");
        }
    }

    @Test
    void longestCommandPassesAndVotersStay() throws Exception {
        LogLimits limits = LogLimits.defaults();
        String longest = "x".repeat(limits.commandBytes());
        try (ReplicaGroup group = group(options -> options.withLimits(limits), "a")) {
            Replica replica = group.replica(group.leader());
            text(replica.apply(bytes(longest)));
            assertThat(group.agreed()).containsExactly(longest);
            assertRefused(() -> replica.apply(bytes(longest + "y")), Problem.TOO_LONG, "commandBytes=1048576");
            assertRefused(() -> replica.addVoter("b"), Problem.REFUSED, "JGroupsEngine");
            assertRefused(() -> replica.removeVoter("a"), Problem.REFUSED, "voters=[a] do not change with Aeron");
            assertThat(replica.view().voters()).containsExactly("a");

            LogOptions same = options(
                    "127.0.0.1", FreePorts.take(1).getFirst(), group.folder("a").resolve("log"));
            assertThatThrownBy(() -> Replica.open(new AeronEngine(), same, new Ledger()))
                    .isInstanceOfSatisfying(
                            ClusterException.class,
                            failure -> assertThat(failure.problem()).isEqualTo(Problem.FAILED))
                    .hasMessageContaining("the folder is in use by another member");
        }
    }

    private interface Asking {
        CompletableFuture<?> ask();
    }

    private static void assertRefused(Asking asking, Problem why, String remedy) {
        assertThatThrownBy(() -> asking.ask().get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(why))
                .hasMessageContaining(remedy);
    }

    @Test
    @Tag("slow")
    void whoGoesAndLeadsIsTold() throws Exception {
        try (ReplicaGroup group = group(UnaryOperator.identity(), "a", "b", "c")) {
            String leads = group.leader();
            String watches = group.follower();
            Replica watching = group.replica(watches);
            Await.until("all to be seen", () -> watching.view().present().size() == 3);
            Queue<GroupEvent> events = new ConcurrentLinkedQueue<>();
            Streams.forEach(watching.events(), 16, events::add);
            group.stop(leads);
            Await.until("its end", () -> has(events, leads, GroupEvent.Kind.GONE));
            group.start(leads);
            Await.until("its return", () -> has(events, leads, GroupEvent.Kind.JOINED));
            Await.until("a leader", () -> events.stream().anyMatch(each -> each.kind() == GroupEvent.Kind.LEADS));
        }
    }

    @Test
    @Tag("slow")
    void whoLostItsDiskBeginsWithACopyOfAnotherOne() throws Exception {
        try (ReplicaGroup group = group(UnaryOperator.identity(), "a", "b", "c")) {
            group.apply("one");
            group.replica(group.leader()).snapshot().get(60, TimeUnit.SECONDS);
            group.apply("two");
            assertThat(group.agreed()).contains("one", "two");
            String lost = group.follower();
            group.stop(lost);
            String copied = group.follower();
            group.stop(copied);
            copy(group.folder(copied), group.folder("copy"));
            Files.move(group.folder(lost), group.folder("lost"));
            Files.move(group.folder("copy"), group.folder(lost));
            group.start(copied);
            group.start(lost);
            group.apply("three");
            assertThat(group.agreed()).contains("one", "two", "three");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Files.copy(each, to.resolve(from.relativize(each)));
            }
        }
    }

    private static boolean has(Queue<GroupEvent> events, String member, GroupEvent.Kind kind) {
        return events.stream().anyMatch(each -> each.member().equals(member) && each.kind() == kind);
    }

    private LogOptions options(String host, int port, Path its) throws Exception {
        return LogOptions.of("g", "a", Map.of("a", new InetSocketAddress(InetAddress.getByName(host), port)), its);
    }

    private void assertNotOpened(AeronEngine engine, LogOptions options, Problem why, String message) {
        assertThatThrownBy(() -> Replica.open(engine, options, new Ledger()))
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(why))
                .hasMessageContaining(message);
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingIsOpened() throws Exception {
        AeronEngine engine = new AeronEngine();
        LogOptions fine = options("127.0.0.1", FreePorts.take(1).getFirst(), folder);
        assertNotOpened(
                engine,
                fine.withLimits(LogLimits.defaults().withCommandBytes(AeronEngine.MOST_COMMAND_BYTES + 1)),
                Problem.REFUSED,
                "the limit of Aeron=" + AeronEngine.MOST_COMMAND_BYTES);
        assertNotOpened(engine, options("127.0.0.1", 65_535, folder), Problem.REFUSED, "allowed=1..65534");
        assertNotOpened(engine, options("198.51.100.7", 7_600, folder), Problem.INSECURE, "AeronEngine.onAnyNetwork");
        assertNotOpened(engine, options("2001:db8::7", 7_600, folder), Problem.INSECURE, "private network");
        LogOptions unknown = LogOptions.of(
                "g", "a", Map.of("a", InetSocketAddress.createUnresolved("nowhere.invalid", 7_600)), folder);
        assertNotOpened(engine, unknown, Problem.INSECURE, "check its name");
        LogOptions secured = fine.withTls(() -> {
            throw new IllegalStateException("nobody asks");
        });
        assertNotOpened(engine, secured, Problem.INSECURE, "has no TLS");
        assertThatThrownBy(() -> Replica.found(engine, fine, new Ledger()))
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(Problem.REFUSED));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void portsOfAnotherOneAreNamed() throws Exception {
        int port = FreePorts.take(1).getFirst();
        LogOptions options = options("127.0.0.1", port, folder);
        try (DatagramSocket other =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 1))) {
            assertThat(other.isBound()).isTrue();
            assertNotOpened(new AeronEngine(), options, Problem.FAILED, "not free");
        }
        try (DatagramSocket other = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            assertThat(other.isBound()).isTrue();
            assertNotOpened(new AeronEngine(), options, Problem.FAILED, "not free");
        }
    }

    @Test
    void termsTakeEightOfTheLongestCommands() {
        assertThat(MemberTerms.bytes(1)).isEqualTo(1 << 20);
        assertThat(MemberTerms.bytes((128 << 10) - MemberTerms.AROUND_COMMAND)).isEqualTo(1 << 20);
        assertThat(MemberTerms.bytes((128 << 10) - MemberTerms.AROUND_COMMAND + 1))
                .isEqualTo(2 << 20);
        assertThat(MemberTerms.bytes(AeronEngine.MOST_COMMAND_BYTES)).isEqualTo(128 << 20);
    }

    @Test
    void optionOfTheJvmIsNamed() {
        Module without = ModuleLayer.boot().findModule("java.xml").orElseThrow();
        assertThatThrownBy(() -> JvmFlag.require(without))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("--add-exports java.base/jdk.internal.misc=java.xml");
    }
}
