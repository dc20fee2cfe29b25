package io.tellask.cluster.actors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorStoppedException;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.MapGroup;
import io.tellask.cluster.ReplicaClient;
import io.tellask.codec.Codec;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Actors by type and key on hosts that share a group, whatever its engine. */
@Timeout(120)
public abstract class ActorHostContract {
    @TempDir
    private Path folder;

    private MapGroup group;
    private final List<HostNode> nodes = new ArrayList<>();
    private final CounterLedger ledger = new CounterLedger();
    private ActorSystem outside;
    private ClusterActors actors;

    protected abstract LogEngine engine();

    @BeforeEach
    void start() {
        group = MapGroup.start(engine(), folder);
        outside = ActorSystem.create();
        for (String name : List.of("a", "b", "c")) {
            nodes.add(HostNode.start(name, group.services(), ledger, ActorOptions.defaults()));
        }
        actors = ClusterActors.of(outside, addresses());
    }

    private List<URI> addresses() {
        return nodes.stream().map(HostNode::address).toList();
    }

    @AfterEach
    void close() {
        outside.close();
        nodes.forEach(HostNode::close);
        group.close();
        assertThat(ledger.overlaps()).isEmpty();
    }

    private static <T> T answer(Promise<T> promise) throws Exception {
        return promise.get(30, TimeUnit.SECONDS);
    }

    private static List<String> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> "u" + i).toList();
    }

    private Counter counter(String key) {
        return actors.actor(Counter.class, key);
    }

    /** Which hosts run some actors, once the shares are settled. */
    private Set<String> hosts(List<String> keys) throws Exception {
        Set<String> hosts = new HashSet<>();
        for (String key : keys) {
            hosts.add(answer(counter(key).host()));
        }
        return hosts;
    }

    private void awaitShares(int count) {
        Await.until("a share for each", () -> {
            ActorTable table = nodes.getFirst().table().orElse(ActorTable.empty(1)); // it may wait for its lease
            return table.hosts().size() == count
                    && table.hosts().stream()
                            .allMatch(each -> table.dueFrom(each).isEmpty());
        });
    }

    @Test
    void oneActorOfAKeyIsCalledFromEverywhere() throws Exception {
        awaitShares(3);
        Counter fromOutside = counter("u1");
        assertThat(answer(fromOutside.add(1))).isEqualTo(1);
        for (HostNode each : nodes) {
            answer(each.actors().actor(Counter.class, "u1").add(10));
        }
        assertThat(answer(fromOutside.add(0))).isEqualTo(31);
        fromOutside.note("one");
        fromOutside.note("two");
        assertThat(answer(fromOutside.notes())).containsExactly("one", "two");
        assertThat(Streams.collect(fromOutside.numbers(3), 10).get(30, TimeUnit.SECONDS))
                .containsExactly(0L, 1L, 2L);
        assertThat(answer(counter("u2").add(0))).isZero();
        assertThat(ledger.activations("u1")).isEqualTo(1);
        assertThat(counter("u1")).isEqualTo(fromOutside).hasToString("actor Counter/u1");
        assertThat(counter("u2")).isNotEqualTo(fromOutside);
    }

    @Test
    @Tag("slow")
    void callsOfAReferenceKeepTheirOrderWhileItsActorIsLookedFor() throws Exception {
        awaitShares(3);
        Counter counter = counter("ordered");
        List<Promise<Long>> sums = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            counter.note("n" + i);
            sums.add(counter.add(1));
        }
        for (int i = 0; i < sums.size(); i++) {
            assertThat(answer(sums.get(i))).isEqualTo(i + 1L);
        }
        assertThat(answer(counter.notes())).hasSize(500).startsWith("n1").endsWith("n500");
    }

    @Test
    void allHostsHaveAShareAndGiveItAwayWhenTheyDrain() throws Exception {
        awaitShares(3);
        assertThat(hosts(keys(60))).containsExactlyInAnyOrder("a", "b", "c");
        HostNode leaving = nodes.get(1);
        Counter inUse = counter("u7");
        for (String key : keys(30)) {
            assertThat(answer(counter(key).keep(2))).isEqualTo(2);
        }
        List<Promise<Long>> sums = new ArrayList<>();
        Promise<Void> drained = leaving.host().drain();
        while (!drained.isDone()) {
            sums.add(inUse.add(0));
            answer(sums.getLast());
        }
        answer(drained);
        requireOrderOfFirstCalls(keys(60));
        assertThat(answer(leaving.running())).isZero();
        leaving.host().close();
        for (String key : keys(30)) {
            assertThat(answer(counter(key).keep(1))).isEqualTo(3);
        }
        assertThat(sums).allMatch(each -> !each.isCompletedExceptionally());
        assertThat(hosts(keys(60))).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void stateIsTakenFromTheLastActivationOnly() throws Exception {
        ActorStates states = new ActorStates(ReplicaClient.of(outside, group.services()));
        ActorId id = ActorId.of(Counter.class, "fenced");
        ActorState<String> first = states.of(String.class, id, 1);
        ActorState<String> second = states.of(String.class, id, 2);
        assertThat(answer(first.load())).isEmpty();
        answer(first.save("one"));
        assertThat(answer(second.update("none", before -> before + " two"))).isEqualTo("one two");
        assertProblem(ClusterException.Problem.FENCED, first.save("three"));
        assertProblem(ClusterException.Problem.FENCED, first.load());
        assertThat(answer(second.load())).contains("one two");
        String longest = "x".repeat(ActorState.MOST_BYTES - 100);
        longest += "x".repeat(ActorState.MOST_BYTES - Codec.standard().encode(longest, String.class).length);
        answer(second.save(longest));
        assertProblem(ClusterException.Problem.TOO_LONG, second.save(longest + "x"));
        answer(second.save("one two"));
        assertThatThrownBy(() -> answer(second.update("none", before -> {
                    throw new IllegalStateException("as asked");
                })))
                .hasCauseInstanceOf(IllegalStateException.class);
        answer(second.clear());
        assertThat(answer(states.of(String.class, id, 3).load())).isEmpty();
        assertProblem(ClusterException.Problem.FENCED, second.save("four"));
    }

    @Test
    @Tag("slow")
    void operationsOfAStateThatAreNotAnsweredAreBounded() {
        URI nobody = URI.create("memory://nobody-is-here");
        ActorState<String> state = new ActorStates(ReplicaClient.of(outside, Map.of("a", nobody)))
                .of(String.class, ActorId.of(Counter.class, "bounded"), 1);
        for (int i = 0; i < ActorState.MOST_WAITING; i++) {
            assertThat(state.load().isDone()).isFalse();
        }
        assertProblem(ClusterException.Problem.LIMIT, state.load());
    }

    private static void assertProblem(ClusterException.Problem problem, Promise<?> failed) {
        assertThatThrownBy(() -> answer(failed))
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(problem));
    }

    /** The first call of a reference leaves with the look-up, which is refused where the actor was. */
    private void requireOrderOfFirstCalls(List<String> keys) throws Exception {
        List<Promise<Long>> sums = new ArrayList<>();
        for (String key : keys) {
            Counter first = counter(key);
            sums.add(first.add(1));
            first.note(key);
            sums.add(first.add(1));
        }
        for (int i = 0; i < sums.size(); i += 2) {
            assertThat(answer(sums.get(i + 1))).isEqualTo(answer(sums.get(i)) + 1);
        }
    }

    @Test
    void whatAHostRanThatIsKilledIsRunByOthers() throws Exception {
        awaitShares(3);
        List<String> keys = keys(60);
        hosts(keys);
        HostNode killed = nodes.get(2);
        List<String> its = new ArrayList<>();
        for (String key : keys) {
            if (answer(counter(key).host()).equals("c")) {
                its.add(key);
            }
        }
        assertThat(its).isNotEmpty();
        List<Promise<Long>> underWay = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            keys.forEach(key -> underWay.add(counter(key).add(1)));
        }
        killed.kill();
        for (int i = 0; i < 20; i++) {
            keys.forEach(key -> underWay.add(counter(key).add(1)));
        }
        int unknown = 0;
        for (Promise<Long> each : underWay) {
            try {
                answer(each);
            } catch (ExecutionException failed) {
                unknown++;
                assertThat(failed.getCause()).isInstanceOfAny(OutcomeUnknownException.class, ClusterException.class);
            }
        }
        assertThat(unknown).isLessThanOrEqualTo(its.size() * 40); // none of those that other hosts run
        assertThat(hosts(its)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    @Tag("slow")
    void whoLosesItsLeaseStopsItsActorsAndOthersRunThem() throws Exception {
        awaitShares(3);
        hosts(keys(60));
        HostNode cutOff = nodes.getFirst();
        cutOff.loseGroup();
        Await.until("its actors have stopped", () -> cutOff.runningNow() == 0);
        assertThat(hosts(keys(60))).containsExactlyInAnyOrder("b", "c");
    }

    @Test
    @Tag("slow")
    void whoIsNotCalledIsStoppedAndMadeAgain() throws Exception {
        ActorOptions brief = ActorOptions.defaults().withIdleTime(Duration.ofMillis(10));
        HostNode other = HostNode.start("d", group.services(), ledger, brief);
        nodes.add(other);
        awaitShares(4);
        String key =
                keys(200).stream().filter(each -> isAt("d", each)).findFirst().orElseThrow();
        Counter counter = counter(key);
        assertThat(answer(counter.add(5))).isEqualTo(5);
        Await.until("it is stopped", () -> ledger.running(key) == 0);
        assertThat(answer(counter.add(1))).isEqualTo(1);
        assertThat(ledger.activations(key)).isEqualTo(2);
    }

    private boolean isAt(String host, String key) {
        ActorTable table = nodes.getFirst().table().orElseThrow();
        ActorTable.Host owner = table.owner(table.shardOf(Counter.class.getName(), key));
        return owner != null && owner.name().equals(host);
    }

    @Test
    @Tag("slow")
    void askThatHadBegunWhenItsActorStoppedIsNotMadeAgain() {
        Promise<Long> begun = counter("stuck").never();
        Await.until("it has begun", () -> ledger.begun("stuck") == 1);
        counter("stuck").stop();
        assertThatThrownBy(() -> answer(begun))
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(ClusterException.Problem.UNKNOWN_OUTCOME))
                .hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(ledger.begun("stuck")).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void whatCannotBeMadeIsRefusedAtOnce() {
        assertThatThrownBy(() -> answer(counter("broken").add(1)))
                .cause()
                .isInstanceOfSatisfying(ClusterException.class, failure -> {
                    assertThat(failure.problem()).isEqualTo(ClusterException.Problem.REFUSED);
                    assertThat(failure).hasMessageContaining("as asked");
                });
        assertThatThrownBy(() -> answer(actors.actor(Unknown.class, "x").call()))
                .cause()
                .hasMessageContaining("none that this host has actors of");
        assertThatThrownBy(() -> nodes.getFirst()
                        .actors()
                        .actor(Unknown.class, "x")
                        .call()
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .hasMessageContaining("none that this host has actors of");
    }

    @Test
    @Tag("slow")
    void callsFailWhereNoHostIsFound() {
        ClusterActors nowhere = ClusterActors.of(
                outside, List.of(URI.create("memory://nobody-is-here")), Duration.ofMillis(50), each -> each);
        Counter counter = nowhere.actor(Counter.class, "u1");
        counter.note("is dropped");
        assertThatThrownBy(() -> answer(counter.add(1)))
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(ClusterException.Problem.NO_HOST));
        assertThatThrownBy(() -> Streams.collect(counter.numbers(1), 10).get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(ClusterException.class);
        nowhere.close();
        assertThatThrownBy(() -> answer(nowhere.actor(Counter.class, "u2").add(1)))
                .cause()
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(ClusterException.Problem.CLOSED));
    }

    /** What no host has. */
    public interface Unknown {
        Promise<String> call();
    }
}
