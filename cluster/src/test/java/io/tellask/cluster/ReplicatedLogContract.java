package io.tellask.cluster;

import static io.tellask.cluster.ReplicaGroup.bytes;
import static io.tellask.cluster.ReplicaGroup.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.store.StoreLimitException;
import io.tellask.test.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every engine keeps to. */
@Timeout(300)
public abstract class ReplicatedLogContract {
    @TempDir
    private Path folder;

    protected abstract LogEngine engine();

    private ReplicaGroup group(String... names) {
        return group(UnaryOperator.identity(), names);
    }

    private ReplicaGroup group(UnaryOperator<LogOptions> options, String... names) {
        return new ReplicaGroup(engine(), folder, options, (name, its, source) -> new Ledger(), names).startAll();
    }

    @Test
    void allMembersApplyTheSameCommandsInTheSameOrder() throws Exception {
        try (ReplicaGroup group = group("a", "b", "c")) {
            Replica leader = group.replica(group.leader());
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                answers.add(leader.apply(bytes("c" + i)));
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(text(answers.get(i))).isEqualTo(Integer.toString(i + 1));
            }
            assertThat(group.agreed())
                    .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> "c" + i).toList());
        }
    }

    @Test
    void aMemberThatDoesNotLeadSaysWhoDoes() {
        try (ReplicaGroup group = group("a", "b", "c")) {
            String leader = group.leader();
            Replica follower = group.replica(group.follower());
            Await.until(
                    "news of the leader", () -> leader.equals(follower.view().leader()));

            assertThatThrownBy(() -> text(follower.apply(bytes("x"))))
                    .hasCauseInstanceOf(ClusterException.class)
                    .hasMessageContaining("leader=" + leader);
            assertThat(follower.view().voters()).containsExactly("a", "b", "c");
            assertThat(group.agreed()).isEmpty();
        }
    }

    @Test
    void aQueryOfTheLeaderSeesWhatWasAnsweredBefore() throws Exception {
        try (ReplicaGroup group = group("a", "b", "c")) {
            Replica leader = group.replica(group.leader());
            for (int i = 1; i <= 100; i++) {
                text(leader.apply(bytes("c" + i)));
                assertThat(text(leader.query(bytes("")))).endsWith("c" + i);
            }
        }
    }

    @Test
    void theOthersGoOnWhenTheLeaderHasEnded() {
        try (ReplicaGroup group = group("a", "b", "c")) {
            String first = group.leader();
            group.apply("before");
            group.stop(first);
            group.apply("after");
            assertThat(group.leader()).isNotEqualTo(first);
            assertThat(group.agreed().getFirst()).isEqualTo("before");

            group.start(first);
            assertThat(group.agreed()).contains("before", "after");
            assertThat(group.ledger(first).commands()).contains("before", "after");
        }
    }

    @Test
    void aMemberThatWasAwayGetsWhatItMissedWhileCommandsCome() {
        try (ReplicaGroup group = group("a", "b", "c")) {
            String late = group.follower();
            group.stop(late);
            for (int i = 0; i < 500; i++) {
                group.apply("command " + i);
            }
            group.start(late);
            Await.until("what it missed", () -> {
                group.apply("more"); // nothing is quiet for longer than this takes
                return group.ledger(late).commands().contains("command 499");
            });
        }
    }

    @Test
    void withoutAMajorityNothingIsTaken() {
        try (ReplicaGroup group = group("a", "b", "c")) {
            group.apply("before");
            String leader = group.leader();
            for (String name : List.of("a", "b", "c")) {
                if (!name.equals(leader)) {
                    group.stop(name);
                }
            }
            Replica alone = group.replica(leader);
            Await.until("an end of leading", () -> alone.view().leader() == null);

            assertThatThrownBy(() -> alone.apply(bytes("x")).get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ClusterException.class)
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.NO_LEADER));
            assertThatThrownBy(() -> alone.query(bytes("")).get(60, TimeUnit.SECONDS))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.NO_LEADER));
            assertThat(new String(alone.queryLocally(bytes("")), StandardCharsets.UTF_8))
                    .isEqualTo("before");
        }
    }

    private static Problem problem(Throwable failure) {
        return ((ClusterException) failure.getCause()).problem();
    }

    @Test
    void aGroupThatEndedGoesOnWithWhatItHad() {
        try (ReplicaGroup group = group("a", "b", "c")) {
            for (int i = 0; i < 10; i++) {
                group.apply("c" + i);
            }
            List<String> commands = group.agreed();
            group.close();
            group.startAll();
            group.apply("last");
            assertThat(group.agreed())
                    .startsWith(commands.toArray(String[]::new))
                    .contains("last");
        }
    }

    @Test
    void whoComesLateGetsASnapshot() throws Exception {
        try (ReplicaGroup group =
                group(options -> options.withLimits(LogLimits.defaults().withSnapshotBytes(4_096)), "a", "b", "c")) {
            String late = group.follower();
            group.stop(late);
            for (int i = 0; i < 500; i++) {
                group.apply("command " + i);
            }
            group.replica(group.leader()).snapshot().get(60, TimeUnit.SECONDS);
            group.start(late);
            group.apply("last");
            assertThat(group.agreed()).contains("command 0", "command 499", "last");
            assertThat(group.ledger(late).commands()).contains("command 0", "command 499", "last");
        }
    }

    @Test
    void aSnapshotIsNotAppliedTwiceAfterAnEnd() throws Exception {
        try (ReplicaGroup group = group("a")) {
            group.apply("one");
            group.apply("two");
            group.replica("a").snapshot().get(60, TimeUnit.SECONDS);
            group.apply("three");
            group.stop("a");
            group.start("a");
            group.apply("four");
            assertThat(group.agreed()).containsExactly("one", "two", "three", "four");
        }
    }

    @Test
    void aCommandOfASessionIsAppliedOnce() throws Exception {
        try (ReplicaGroup group = group("a", "b", "c")) {
            Replica leader = group.replica(group.leader());
            long session = leader.openSession().get(60, TimeUnit.SECONDS);
            assertThat(text(leader.inSession(session, 1, 1, bytes("one")))).isEqualTo("1");
            assertThat(text(leader.inSession(session, 1, 1, bytes("one")))).isEqualTo("1");
            assertThat(text(leader.inSession(session, 2, 1, bytes("two")))).isEqualTo("2");

            group.stop(group.leader());
            Replica next = group.replica(group.leader());
            assertThat(text(next.inSession(session, 2, 2, bytes("two")))).isEqualTo("2");
            assertThat(text(next.inSession(session, 3, 2, bytes("three")))).isEqualTo("3");
            assertThatThrownBy(() -> text(next.inSession(session, 5, 2, bytes("five"))))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("before others of its session");
            assertThatThrownBy(() -> text(next.inSession(session, 1, 2, bytes("one"))))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.UNKNOWN_OUTCOME));
            assertThatThrownBy(() -> text(next.inSession(session + 1_000_000, 1, 1, bytes("one"))))
                    .hasMessageContaining("open another one");
            assertThat(group.agreed()).containsExactly("one", "two", "three");
        }
    }

    @Test
    void commandsOfAClientAreAppliedOnceAndInOrderWhileLeadersEnd() throws Exception {
        try (ReplicaGroup group = group("a", "b", "c");
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 200; i++) {
                    answers.add(client.apply(bytes("c" + answers.size())));
                }
                String leader = group.leader();
                group.stop(leader);
                text(answers.getLast());
                assertThat(text(client.query(bytes("")))).endsWith("c" + (answers.size() - 1));
                group.start(leader);
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(text(answers.get(i))).isEqualTo(Integer.toString(i + 1));
            }
            assertThat(group.agreed())
                    .isEqualTo(IntStream.range(0, answers.size())
                            .mapToObj(i -> "c" + i)
                            .toList());
        }
    }

    @Test
    void aClientIsToldOfWhatIsTooLongAndGoesOn() throws Exception {
        try (ReplicaGroup group =
                        group(options -> options.withLimits(LogLimits.defaults().withCommandBytes(4)), "a", "b", "c");
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            CompletableFuture<byte[]> before = client.apply(bytes("one"));
            CompletableFuture<byte[]> tooLong = client.apply(bytes("two and more"));
            CompletableFuture<byte[]> after = client.apply(bytes("3"));
            assertThat(text(before)).isEqualTo("1");
            assertThatThrownBy(() -> text(tooLong))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.TOO_LONG))
                    .hasMessageContaining("commandBytes=4");
            assertThat(text(after)).isEqualTo("2");
            assertThat(group.agreed()).containsExactly("one", "3");
        }
    }

    @Test
    void aClientWithoutAGroupIsToldSoInTime() {
        try (ReplicaGroup group = group("a");
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMillis(300))) {
            group.stop("a");
            assertThatThrownBy(() -> text(client.apply(bytes("x"))))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.NO_LEADER));
            assertThatThrownBy(() -> text(client.query(bytes(""))))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.NO_LEADER));
        }
    }

    @Test
    void aMapIsTheSameAtAllMembersAlsoAtThoseThatComeLate() throws Exception {
        try (ReplicaGroup group = new ReplicaGroup(
                                engine(),
                                folder,
                                options ->
                                        options.withLimits(LogLimits.defaults().withSnapshotBytes(4_096)),
                                (name, its, source) -> MapMachine.open(name, its.resolve("state"), source),
                                "a",
                                "b",
                                "c")
                        .startAll();
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            ReplicatedMap<String, Integer> map = ReplicatedMap.of(client, String.class, Integer.class);
            map.put("one", 1).join();
            ReplicatedMap.Versioned<Integer> one =
                    Objects.requireNonNull(map.versioned("one").join());
            assertThat(one.value()).isEqualTo(1);
            assertThat(map.compareAndSet("one", one.version() + 1, 7).join()).isFalse();
            assertThat(map.compareAndSet("one", one.version(), 11).join()).isTrue();
            assertThat(map.putIfAbsent("one", 5).join()).isFalse();
            assertThat(map.get("one").join()).isEqualTo(11);
            assertThat(map.get("two").join()).isNull();

            String late = group.follower();
            group.stop(late);
            List<CompletableFuture<?>> puts = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                puts.add(map.put("key " + i, i));
            }
            CompletableFuture.allOf(puts.toArray(CompletableFuture<?>[]::new)).join();
            group.replica(group.leader()).snapshot().get(60, TimeUnit.SECONDS);
            group.start(late);
            map.remove("key 7").join();
            assertThat(map.size().join()).isEqualTo(1_000);

            Await.until("the same state", () -> group.states(MapCommand.size()).equals(Set.of(1_000L)));
            assertThat(client.apply(bytes("no command of a map")).join()).containsExactly(MapCommand.REFUSED);
            assertThatThrownBy(() -> text(client.query(bytes(""))))
                    .satisfies(failure -> assertThat(problem(failure)).isEqualTo(Problem.REFUSED));
            assertThatThrownBy(() -> map.put("k".repeat(32_768), 1).join()).isInstanceOf(StoreLimitException.class);
            group.stop(group.leader());
            assertThat(map.get("key 999").join()).isEqualTo(999);
            assertThat(map.get("key 7").join()).isNull();
        }
    }

    @Test
    void aMemberWhoseMachineThrowsEndsAndTheOthersGoOn() throws Exception {
        try (ReplicaGroup group = new ReplicaGroup(
                        engine(),
                        folder,
                        UnaryOperator.identity(),
                        (name, its, source) -> new Ledger(name.equals("b") ? "break" : ""),
                        "a",
                        "b",
                        "c")
                .startAll()) {
            group.apply("before");
            Replica broken = group.replica("b");
            group.apply("break");
            Await.until(
                    "its end",
                    () -> broken.apply(bytes("x"))
                            .handle((answer, failure) -> failure != null && problem(failure) == Problem.FAILED)
                            .get(60, TimeUnit.SECONDS));
            assertThatThrownBy(() -> broken.queryLocally(bytes(""))).hasMessageContaining("state machine failed");
            assertThat(broken.whenEnded()
                            .handle((nothing, failure) -> problem(failure))
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo(Problem.FAILED);
            Replica other = group.replica("a");
            assertThat(other.whenEnded()).isNotDone();
            group.stop("a");
            assertThat(other.whenEnded().get(60, TimeUnit.SECONDS)).isNull();
            group.start("a");
            group.stop("b");
            group.apply("after");
            assertThat(group.agreed()).contains("before", "break", "after");
        }
    }

    @Test
    void limitsAreNamed() throws Exception {
        LogLimits limits =
                LogLimits.defaults().withCommandBytes(4).withPendingBytes(36).withPendingCommands(3);
        try (ReplicaGroup group = group(options -> options.withLimits(limits), "a")) {
            group.apply("four");
            Replica leader = group.replica("a");
            assertRefused(leader.apply(bytes("fifth")), Problem.TOO_LONG, "commandBytes=4");

            CompletableFuture<byte[]> first = leader.apply(bytes(Ledger.WAIT)); // an entry has nine bytes more
            CompletableFuture<byte[]> second = leader.apply(bytes("two"));
            assertRefused(leader.apply(bytes("four")), Problem.LIMIT, "pendingBytes=36");
            CompletableFuture<byte[]> third = leader.apply(bytes("3"));
            assertRefused(leader.apply(bytes("")), Problem.LIMIT, "pendingCommands=3");
            group.ledger("a").goOn();
            for (CompletableFuture<byte[]> each : List.of(first, second, third)) {
                text(each);
            }
            assertThat(text(leader.apply(bytes("end")))).isEqualTo("5");
            assertThat(group.agreed()).containsExactly("four", Ledger.WAIT, "two", "3", "end");
        }
    }

    private static void assertRefused(CompletableFuture<byte[]> answer, Problem why, String limit) {
        assertThatThrownBy(() -> text(answer))
                .satisfies(failure -> assertThat(problem(failure)).isEqualTo(why))
                .hasMessageContaining(limit);
    }
}
