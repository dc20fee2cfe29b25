package io.tellask.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.SpawnOptions;
import io.tellask.console.Desk.Work;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Client;
import io.tellask.testkit.StreamProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console tells, over a session. */
@Timeout(60)
class ConsoleTest {
    private final Desk desk = new Desk();
    private final Console console = desk.console;

    @AfterEach
    void close() {
        desk.close();
    }

    private static ConnectionFilter where(String condition) {
        return new ConnectionFilter(condition, ConnectionOrder.OLDEST, 100);
    }

    @Test
    void snapshotsComeAtOnceAndThenAsOftenAsAskedFor() {
        StreamProbe<Snapshot> probe = desk.look(console, 1_000);
        assertThat(probe.items()).hasSize(1);
        desk.pass(3_500);
        assertThat(probe.items()).hasSize(4);
    }

    /** Closes the server from an actor, which does not wait for it. */
    public interface Closing {
        void close();
    }

    @Test
    void streamEndsSoonOnceTheServerCloses() {
        StreamProbe<Snapshot> probe = desk.look(console, Console.MOST_EVERY_MILLIS);
        desk.there
                .spawn(
                        Closing.class,
                        () -> () -> desk.server.close(Duration.ofMinutes(1)),
                        SpawnOptions.on(desk.simulation.newDispatcher("closing")))
                .close();
        desk.pass(ConsoleActor.CLOSING_CHECK.toMillis());
        assertThat(probe.ended()).isCompleted();
        assertThat(probe.failure()).isEmpty();
    }

    @Test
    void snapshotsCountWhatTheServerDid() {
        StreamProbe<Snapshot> probe = desk.look(console, 1_000);
        Client ada = desk.connect("user");
        Work work = desk.work(ada);
        for (int i = 0; i < 20; i++) {
            desk.await(work.add(i, 1));
        }
        desk.failure(work.fail());
        desk.pass(1_000);

        Snapshot first = probe.items().getFirst();
        Snapshot last = probe.items().getLast();
        assertThat(last.server().connections()).isEqualTo(2);
        assertThat(last.server().calls() - first.server().calls()).isEqualTo(22); // and a look-up
        assertThat(last.server().receivedBytes()).isGreaterThan(first.server().receivedBytes() + 20 * 5);
        assertThat(last.server().sentBytes()).isGreaterThan(first.server().sentBytes() + 20 * 5);
        assertThat(last.calls().ended()).isEqualTo(21);
        assertThat(last.calls().failed()).isEqualTo(1);
        assertThat(last.calls().p99Micros()).isGreaterThanOrEqualTo(last.calls().medianMicros());
        assertThat(last.calls().longestMicros()).isPositive();
        assertThat(last.actors().actors()).isGreaterThanOrEqualTo(2);
        assertThat(last.actors().handled() - first.actors().handled()).isGreaterThanOrEqualTo(21);
        assertThat(last.process().heapUsed()).isPositive();
        assertThat(last.process().processors()).isPositive();
    }

    @Test
    void countsOfSessionsThatEndedStay() {
        Client ada = desk.connect("user");
        desk.await(desk.work(ada).add(1, 2));
        StreamProbe<Snapshot> probe = desk.look(console, 1_000);
        long before = probe.items().getLast().server().calls();
        desk.simulation.callVoid(ada::close);
        desk.pass(1_000);

        Snapshot last = probe.items().getLast();
        assertThat(last.server().connections()).isEqualTo(1);
        assertThat(last.server().calls()).isEqualTo(before);
        assertThat(last.server().sessionsEnded()).isEqualTo(1);
    }

    @Test
    void viewersShareOneSampling() {
        StreamProbe<Snapshot> fast = desk.look(console, 250);
        StreamProbe<Snapshot> slow = desk.look(desk.console(desk.connect("op")), 1_000);
        StreamProbe<Snapshot> fastToo = desk.look(desk.console(desk.connect("op")), 250);
        desk.pass(4_100);

        assertThat(slow.items().size()).isBetween(5, 6);
        assertThat(fast.items().size()).isBetween(16, 18);
        assertThat(slow.items().stream().skip(1).map(Snapshot::at))
                .isSubsetOf(fast.items().stream().map(Snapshot::at).toList());
        assertThat(fastToo.items().stream().skip(1).map(Snapshot::at))
                .isSubsetOf(fast.items().stream().map(Snapshot::at).toList());
    }

    @Test
    void nothingIsSampledWhileNobodyLooks() {
        StreamProbe<Snapshot> probe = desk.look(console, 250);
        desk.pass(600);
        probe.cancel();
        desk.simulation.runUntilIdle();
        int told = probe.items().size();
        Work work = desk.work(desk.connect("user"));
        desk.await(work.add(1, 2));
        desk.pass(5_000);

        assertThat(probe.items()).hasSize(told);
        assertThat(desk.await(console.methods(10)).rows()).isEmpty();
        long steps = desk.simulation.steps();
        desk.pass(1_000);
        long idle = desk.simulation.steps() - steps;
        desk.look(console, 250);
        steps = desk.simulation.steps();
        desk.pass(1_000);
        assertThat(desk.simulation.steps() - steps).isGreaterThan(idle + 3);
    }

    @Test
    void aServerThatClosesEndsTheStreams() {
        StreamProbe<Snapshot> probe = desk.look(console, 250);
        desk.simulation.callVoid(() -> desk.server.close(Duration.ofSeconds(30)));
        assertThat(probe.failure()).isEmpty();
        assertThat(probe.ended()).isDone();
    }

    @Test
    void whoLostTheSessionLooksNoMore() {
        Client other = desk.connect("op");
        StreamProbe<Snapshot> probe = desk.look(desk.console(other), 250);
        desk.simulation.callVoid(other::close);
        desk.pass(1_000);
        Work work = desk.work(desk.connect("user"));
        desk.await(work.add(1, 2));

        assertThat(probe.failure()).isPresent();
        assertThat(desk.await(console.methods(10)).rows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {Console.LEAST_EVERY_MILLIS, Console.MOST_EVERY_MILLIS})
    void intervalsAtTheirLimitsAreTaken(int millis) {
        assertThat(desk.look(console, millis).items()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Console.LEAST_EVERY_MILLIS - 1, Console.MOST_EVERY_MILLIS + 1, -1})
    void intervalsBeyondTheirLimitsAreRefused(int millis) {
        assertThat(desk.look(console, millis).failure().orElseThrow())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("everyMillis=" + millis + " is not within 250 to 60000");
    }

    @Test
    void oneViewerTooManyIsRefused() {
        List<StreamProbe<Snapshot>> probes = new ArrayList<>();
        for (int i = 0; i < Console.MOST_VIEWERS; i++) {
            probes.add(desk.look(console, 60_000));
        }
        assertThat(probes).allSatisfy(each -> assertThat(each.failure()).isEmpty());
        assertThat(desk.look(console, 60_000).failure().orElseThrow()).hasMessageContaining("viewers=64 >= limit=64");
        probes.getFirst().cancel();
        desk.simulation.runUntilIdle();
        assertThat(desk.look(console, 60_000).failure()).isEmpty();
    }

    @Test
    void othersAreDenied() {
        Console denied = desk.console(desk.connect("user"));
        List<Throwable> failures = new ArrayList<>();
        failures.add(desk.look(denied, 1_000).failure().orElseThrow());
        failures.add(desk.failure(denied.connections(where(""))));
        failures.add(desk.failure(denied.actors(new ActorFilter("", ActorOrder.NAME, 1))));
        failures.add(desk.failure(denied.methods(1)));
        failures.add(desk.failure(denied.histogram("", "")));
        failures.add(desk.failure(denied.deadLetters(1)));
        failures.add(desk.failure(denied.pauses(1)));
        failures.add(desk.failure(denied.stores()));
        failures.add(desk.failure(denied.groups()));
        assertThat(failures)
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(AccessDeniedException.class)
                        .hasMessageContaining("principal=Ada may not call Console."));
    }

    @Test
    void connectionsMeetConditionsAndLimits() {
        Client ada = desk.connect("user");
        Work work = desk.work(ada);
        desk.await(work.add(1, 2));
        desk.pass(120_000);

        ConnectionPage all = desk.await(console.connections(where("")));
        assertThat(all.open()).isEqualTo(2);
        assertThat(all.more()).isFalse();
        ConnectionPage idle = desk.await(console.connections(where("idle>=1m and principal=Ada and listener=0")));
        assertThat(idle.matching()).isLessThanOrEqualTo(1);
        ConnectionPage first = desk.await(console.connections(new ConnectionFilter("", ConnectionOrder.CALLS, 1)));
        assertThat(first.rows()).hasSize(1);
        assertThat(first.more()).isTrue();
        assertThat(first.matching()).isEqualTo(2);
        ConnectionRow row =
                desk.await(console.connections(where("principal=Ada"))).rows().getFirst();
        assertThat(row.calls()).isEqualTo(2);
        assertThat(row.wire()).isEqualTo("memory");
        assertThat(row.connected()).isTrue();
        assertThat(row.receivedBytes()).isPositive();
        assertThat(row.waiting()).isZero();
        assertThat(desk.failure(console.connections(where("idle>>1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position=6");
        assertThat(desk.failure(console.connections(new ConnectionFilter("", ConnectionOrder.SENT, 0))))
                .hasMessageContaining("most=0 is not within 1 to 10000");
    }

    @Test
    void actorsAreFoundByTextAndOrder() {
        Work work = desk.work(desk.connect("user"));
        for (int i = 0; i < 5; i++) {
            desk.await(work.add(i, 1));
        }
        ActorPage found = desk.await(console.actors(new ActorFilter("WORK-", ActorOrder.HANDLED, 10)));
        assertThat(found.matching()).isEqualTo(1);
        assertThat(found.more()).isFalse();
        ActorRow row = found.rows().getFirst();
        assertThat(row.contract()).isEqualTo(Work.class.getName());
        assertThat(row.implementation()).contains("Worker");
        assertThat(row.handled()).isEqualTo(5);
        assertThat(row.queued()).isZero();
        assertThat(row.capacity()).isEqualTo(2);
        ActorPage one = desk.await(console.actors(new ActorFilter("", ActorOrder.QUEUED, 1)));
        assertThat(one.rows()).hasSize(1);
        assertThat(one.more()).isTrue();
        assertThat(one.living()).isEqualTo(desk.there.actors());
        assertThat(desk.await(console.actors(new ActorFilter("x".repeat(256), ActorOrder.NAME, 1_000)))
                        .rows())
                .isEmpty();
        assertThat(desk.failure(console.actors(new ActorFilter("x".repeat(257), ActorOrder.NAME, 1))))
                .hasMessageContaining("text characters=257 is not within 0 to 256");
        assertThat(desk.failure(console.actors(new ActorFilter("", ActorOrder.NAME, 1_001))))
                .hasMessageContaining("most=1001 is not within 1 to 1000");
    }

    @Test
    void methodsAreTimedWhileSomebodyLooks() {
        desk.look(console, 1_000);
        Work work = desk.work(desk.connect("user"));
        for (int i = 0; i < 30; i++) {
            desk.await(work.add(i, 1));
        }
        desk.failure(work.fail());
        StreamProbe<Integer> items = new StreamProbe<>(10);
        work.count(3).subscribe(items);
        desk.simulation.runUntilIdle();

        MethodPage page = desk.await(console.methods(2));
        assertThat(page.called()).isEqualTo(3);
        assertThat(page.more()).isTrue();
        MethodRow add = page.rows().getFirst();
        assertThat(add.method()).isEqualTo("add");
        assertThat(add.contract()).isEqualTo(Work.class.getName());
        assertThat(add.calls()).isEqualTo(30);
        assertThat(add.failed()).isZero();
        assertThat(add.stream()).isFalse();
        assertThat(add.medianMicros()).isPositive().isLessThanOrEqualTo(add.p99Micros());
        assertThat(add.p999Micros()).isLessThanOrEqualTo(add.longestMicros());
        List<MethodRow> all = desk.await(console.methods(10)).rows();
        assertThat(all)
                .filteredOn(MethodRow::stream)
                .extracting(MethodRow::method)
                .containsExactly("count");
        assertThat(all)
                .filteredOn(each -> each.failed() == 1)
                .extracting(MethodRow::method)
                .containsExactly("fail");
        Histogram histogram = desk.await(console.histogram(Work.class.getName(), "add"));
        assertThat(histogram.calls()).isEqualTo(30);
        assertThat(histogram.buckets().stream()
                        .mapToLong(Histogram.Bucket::calls)
                        .sum())
                .isEqualTo(30);
        assertThat(desk.await(console.histogram("", "")).calls()).isEqualTo(31); // without the stream
        assertThat(desk.await(console.histogram("no.Such", "add")).buckets()).isEmpty();
    }

    @Test
    void deadLettersAreKept() {
        Work work = desk.work(desk.connect("user"));
        work.drop();
        desk.simulation.runUntilIdle();
        desk.local.drop();
        desk.local.drop();
        desk.local.drop(); // of a mailbox for two
        desk.there.stop(desk.local);
        desk.simulation.runUntilIdle();
        desk.local.drop();
        desk.simulation.runUntilIdle();

        DeadLetterPage page = desk.await(console.deadLetters(10));
        assertThat(page.counted()).isEqualTo(5);
        assertThat(page.kept()).isEqualTo(5);
        assertThat(page.rows())
                .extracting(DeadLetterRow::reason)
                .containsExactlyInAnyOrder("FAILED", "FAILED", "FAILED", "DROPPED", "STOPPED");
        DeadLetterRow youngest = page.rows().getFirst();
        assertThat(youngest.reason()).isEqualTo("STOPPED");
        assertThat(youngest.method()).isEqualTo("drop");
        assertThat(youngest.contract()).isEqualTo(Work.class.getName());
        assertThat(page.rows().getLast().failure()).isEqualTo(IllegalArgumentException.class.getName());
        assertThat(page.toString()).doesNotContain("secret");
        assertThat(desk.await(console.deadLetters(2)).rows()).hasSize(2);
    }

    @Test
    void storesAreThoseOfItsSources() {
        assertThat(desk.await(console.stores())).isEmpty();
        StoreRow map = new StoreRow("prices", "PERIODIC", 3, 300, 20, 500, 4_096, 1, 7, 0, 1, 9, 0, false);
        desk.stores.add(map);
        assertThat(desk.await(console.stores())).containsExactly(map);
        for (int i = 0; i < Console.MOST_ROWS; i++) {
            desk.stores.add(map);
        }
        assertThat(desk.await(console.stores())).hasSize(Console.MOST_ROWS);
    }

    @Test
    void groupsAreThoseOfItsSources() {
        assertThat(desk.await(console.groups())).isEmpty();
        GroupRow member = new GroupRow("kv", "a", true, "LEADER", "tellask://127.0.0.1:1", 10, 3, 2, 100, 0);
        desk.groups.add(member);
        assertThat(desk.await(console.groups())).containsExactly(member);
        for (int i = 0; i < Console.MOST_ROWS; i++) {
            desk.groups.add(member);
        }
        assertThat(desk.await(console.groups())).hasSize(Console.MOST_ROWS);
    }
}
