package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Streams;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.GroupEvent.Kind;
import io.tellask.remote.Client;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every engine keeps to whose voters change, while members come and go: what is told of it, members that lost their disk, and groups that begin
 * with a backup.
 */
public abstract class GroupChangesContract {
    @TempDir
    private Path folder;

    protected abstract LogEngine engine();

    private ReplicaGroup maps(Path its, String... names) {
        return new ReplicaGroup(
                engine(),
                its,
                UnaryOperator.identity(),
                (name, own, source) -> MapMachine.open(name, own.resolve("state"), source),
                names);
    }

    private ReplicaGroup ledgers() {
        return new ReplicaGroup(
                engine(), folder, UnaryOperator.identity(), (name, its, source) -> new Ledger(), "a", "b", "c");
    }

    @Test
    void aVoterIsAddedAndTakenOut() throws Exception {
        try (ReplicaGroup group = ledgers().startAll()) {
            String out = group.follower();
            Replica leader = group.replica(group.leader());
            leader.removeVoter(out).get(60, TimeUnit.SECONDS);
            assertThat(leader.view().voters()).doesNotContain(out).hasSize(2);
            group.apply("two of two");

            leader.addVoter(out).get(60, TimeUnit.SECONDS);
            assertThat(leader.view().voters()).containsExactly("a", "b", "c");
            group.apply("two of three");
            assertThat(group.agreed()).containsExactly("two of two", "two of three");
        }
    }

    @Test
    void whoComesGoesLeadsAndVotesIsToldHereAndOverTheNetwork() throws Exception {
        try (ReplicaGroup group = ledgers().startAll();
                ActorSystem system = ActorSystem.create()) {
            String leads = group.leader();
            String watches = group.follower();
            Queue<GroupEvent> here = new ConcurrentLinkedQueue<>();
            Queue<GroupEvent> there = new ConcurrentLinkedQueue<>();
            Streams.forEach(group.replica(watches).events(), 16, here::add);
            ReplicaService service =
                    Client.connect(system, group.service(watches)).lookup(ReplicaClient.NAME, ReplicaService.class);
            CompletableFuture<?> ended = Streams.forEach(service.events(), 16, there::add);
            Await.until(
                    "all to be seen",
                    () -> group.replica(watches).view().present().size() == 3
                            && group.replica(watches).view().role(leads) == LogView.Role.LEADER);
            LogView before = service.view().join();
            assertThat(before.role(leads)).isEqualTo(LogView.Role.LEADER);
            assertThat(before.role(watches)).isEqualTo(LogView.Role.FOLLOWER);
            assertThat(before.members()).containsExactly("a", "b", "c");

            group.stop(leads);
            String next = group.leader();
            group.replica(next).removeVoter(leads).get(60, TimeUnit.SECONDS);
            group.start(leads);
            Await.until("a learner", () -> group.replica(watches).view().role(leads) == LogView.Role.LEARNER);
            assertThat(group.replica(watches).view().present().get(leads))
                    .isAfter(before.present().get(leads));
            for (Queue<GroupEvent> each : List.of(here, there)) {
                Await.until(
                        "its events",
                        () -> kinds(each, leads).containsAll(Set.of(Kind.GONE, Kind.VOTER_REMOVED, Kind.JOINED)));
                assertThat(kinds(each, next)).contains(Kind.LEADS);
                assertThat(each).extracting(GroupEvent::term).isSorted();
            }
            group.stop(watches);
            Await.until("the end of the stream", ended::isDone);
        }
    }

    private static List<Kind> kinds(Queue<GroupEvent> events, String member) {
        return events.stream()
                .filter(each -> each.member().equals(member))
                .map(GroupEvent::kind)
                .toList();
    }

    @Test
    @Tag("slow")
    void aMemberThatLostItsDiskBeginsAnewUnderItsName() throws Exception {
        try (ReplicaGroup group = maps(folder, "a", "b", "c").startAll();
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            ReplicatedMap<String, Integer> map = ReplicatedMap.of(client, String.class, Integer.class);
            putAll(map, 200);
            Replica leader = group.replica(group.leader());
            String lost = group.follower();
            assertThatThrownBy(() -> leader.resetVoter(lost).get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .satisfies(failure -> assertThat(((ClusterException) failure.getCause()).problem())
                            .isEqualTo(Problem.REFUSED));
            group.stop(lost);
            delete(group.folder(lost));
            putAll(map, 300);
            Await.until("its end to be seen", () -> leader.view().role(lost) == LogView.Role.GONE);
            leader.resetVoter(lost).get(60, TimeUnit.SECONDS);
            assertThat(leader.view().voters()).containsExactly("a", "b", "c");
            group.start(lost);
            Await.until("the same state", () -> group.states(MapCommand.size()).equals(Set.of(300L)));
            group.stop(group.leader());
            putAll(map, 400);
            assertThat(group.replica(lost).view().voters()).containsExactly("a", "b", "c");
            Await.until("the same state", () -> group.states(MapCommand.size()).equals(Set.of(400L)));
        }
    }

    private static void putAll(ReplicatedMap<String, Integer> map, int count) {
        CompletableFuture.allOf(IntStream.range(0, count)
                        .mapToObj(i -> map.put("key " + i, i))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static void delete(Path its) throws IOException {
        try (Stream<Path> files = Files.walk(its)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    @Tag("slow")
    void aBackupOfARunningMemberBeginsANewGroup() throws Exception {
        Path backup = folder.resolve("backup");
        int done;
        try (ReplicaGroup group = maps(folder.resolve("old"), "a", "b").startAll();
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            ReplicatedMap<String, Integer> map = ReplicatedMap.of(client, String.class, Integer.class);
            CompletableFuture<?> writing = both(map, 1);
            for (done = 1; done < 200; done++) {
                writing.join();
                writing = both(map, done + 1);
            }
            CompletableFuture<Void> saved = CompletableFuture.runAsync(
                    () -> group.map(group.follower()).backup(backup),
                    each -> Thread.ofVirtual().start(each));
            for (; !saved.isDone(); done++) {
                writing.join();
                writing = both(map, done + 1);
            }
            saved.join();
            writing.join();
        }
        Path next = folder.resolve("new");
        MapMachine.restore(backup, next.resolve("x").resolve("state"));
        try (ReplicaGroup group = maps(next, "x", "y");
                ActorSystem system = ActorSystem.create();
                ReplicaClient client = ReplicaClient.of(system, group.services(), Duration.ofMinutes(2))) {
            group.found("x");
            ReplicatedMap<String, Integer> map = ReplicatedMap.of(client, String.class, Integer.class);
            Integer one = map.get("one").join();
            assertThat(one).isBetween(100, done).isEqualTo(map.get("two").join());
            assertThat(group.replica("x").view().voters()).containsExactly("x");
            map.put("three", 3).join();

            group.start("y");
            group.replica("x").addVoter("y").get(60, TimeUnit.SECONDS);
            map.put("four", 4).join();
            Await.until("the same state", () -> group.states(MapCommand.size()).equals(Set.of(4L)));
            group.stop("x");
            LogOptions options = LogOptions.of(
                    "ledger",
                    "x",
                    Map.of("x", new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                    group.folder("x").resolve("log"));
            assertThatThrownBy(() -> Replica.found(engine(), options, new Ledger()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("not empty");
            group.start("x");
            assertThat(map.get("one").join()).isEqualTo(one);
        }
    }

    private static CompletableFuture<?> both(ReplicatedMap<String, Integer> map, int value) {
        return map.batch().put("one", value).put("two", value).commit();
    }
}
