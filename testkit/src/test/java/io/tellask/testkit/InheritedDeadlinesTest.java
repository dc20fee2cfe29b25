package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Deadlines and cancels over three processes: one calls the desk of a second, which calls the archive of a third. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
class InheritedDeadlinesTest {
    private static final Duration HALF_SECOND = Duration.ofMillis(500);
    private static final Limits LIMITS = Limits.builder().frameBytes(1_024).build();

    private final ValueEncoding encoding;
    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), simulation.seed());
    private final List<Optional<Duration>> left = new ArrayList<>(); // of each call of the archive, in turn
    private final List<Long> cancelledAt = new ArrayList<>(); // milliseconds
    private final List<Throwable> failures = new ArrayList<>(); // of the desk's own asks
    private final Desk desk;

    /** The third. */
    public interface Archive {
        /** Answers after 200 ms. */
        Promise<Integer> soon();

        Promise<Integer> never(byte[] question);

        Promise<Archive> other();

        void note();
    }

    private final class Keeper extends Actor implements Archive {
        @Override
        public Promise<Integer> soon() {
            left.add(Session.remainingTime());
            Promise<Integer> answer = new Promise<>();
            timers().after(Duration.ofMillis(200), () -> answer.complete(1));
            return answer;
        }

        @Override
        public Promise<Integer> never(byte[] question) {
            left.add(Session.remainingTime());
            return new Promise<Integer>().onCancel(() -> cancelledAt.add(millis()));
        }

        @Override
        public Promise<Archive> other() {
            return Promise.of(self(Archive.class));
        }

        @Override
        public void note() {
            left.add(Session.remainingTime());
        }
    }

    /** What the desk does with its archive. */
    private interface Task extends Function<Clerk, Promise<Integer>> {}

    /** The second: runs the task of a number. */
    public interface Desk {
        Promise<Integer> run(int task);
    }

    private final List<Task> tasks = new ArrayList<>();

    private final class Clerk extends Actor implements Desk {
        final Archive archive;
        final Promise<Integer> gate = new Promise<>();
        final @Nullable Desk helper; // another of the same system

        Clerk(Archive archive, @Nullable Desk helper) {
            this.archive = archive;
            this.helper = helper;
        }

        @Override
        public Promise<Integer> run(int task) {
            return tasks.get(task).apply(this);
        }

        Promise<Integer> never() {
            return archive.never(new byte[1]);
        }

        void after(int millis, Runnable task) {
            timers().after(Duration.ofMillis(millis), task);
        }
    }

    InheritedDeadlinesTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
        ActorSystem third = simulation.newSystem("third");
        publish(third, "archive", Archive.class, third.spawn(Archive.class, Keeper::new));
        ActorSystem second = simulation.newSystem("second");
        Archive archive = lookup(second, "archive", Archive.class);
        Desk helper = second.spawn(Desk.class, () -> new Clerk(archive, null));
        Desk published = second.spawn(Desk.class, () -> new Clerk(archive, helper), SpawnOptions.ioLoop());
        publish(second, "desk", Desk.class, published);
        desk = lookup(simulation.newSystem("first"), "desk", Desk.class);
    }

    private <C> void publish(ActorSystem system, String name, Class<C> contract, C actor) {
        Server.builder(system)
                .publish(name, contract, actor)
                .transport(transport)
                .limits(LIMITS)
                .listen("memory://" + name)
                .start();
    }

    private <C> C lookup(ActorSystem system, String name, Class<C> contract) {
        Client client = simulation.await(Client.builder(system)
                .encoding(encoding)
                .transport(transport)
                .limits(LIMITS)
                .connectAsync(URI.create("memory://" + name)));
        return simulation.await(client.lookupAsync(name, contract));
    }

    @AfterEach
    void close() {
        simulation.advance(Duration.ofMinutes(1)); // no call is under way then, for which servers would wait
        simulation.close();
    }

    private long millis() {
        return Duration.ofNanos(simulation.nanoTime()).toMillis();
    }

    private int task(Task task) {
        tasks.add(task);
        return tasks.size() - 1;
    }

    /** Runs a task at the desk, which is given half a second for it. */
    private Promise<Integer> begin(Task task) {
        Promise<Integer> answer = Remote.withDeadline(desk, HALF_SECOND).run(task(task));
        simulation.runUntilIdle();
        return answer;
    }

    @SafeVarargs
    private void assertLeft(Optional<Duration>... expected) {
        assertThat(left).containsExactly(expected);
    }

    private static Optional<Duration> some(int millis) {
        return Optional.of(Duration.ofMillis(millis));
    }

    @Test
    void askGetsWhatIsLeft() {
        begin(clerk -> {
            assertThat(Session.remainingTime()).contains(HALF_SECOND);
            return clerk.never();
        });
        assertLeft(some(500));
        assertThat(Session.remainingTime()).isEmpty();
    }

    @Test
    void ownDeadlineCountsWhereItIsEarlier() {
        begin(clerk -> Remote.withDeadline(clerk.archive, Duration.ofMillis(80)).never(new byte[1]));
        begin(clerk ->
                Remote.withDeadline(clerk.archive, Duration.ofSeconds(80)).never(new byte[1]));
        assertLeft(some(80), some(500));
    }

    @Test
    void askInFragmentsAndAskAheadOfItsActorGetWhatIsLeft() {
        begin(clerk -> clerk.archive.never(new byte[4_000]));
        begin(clerk -> clerk.archive.other().pipelined().never(new byte[1]));
        assertLeft(some(500), some(500));
    }

    @Test
    void functionsAttachedMeanwhileAskForTheSameCall() {
        begin(clerk -> clerk.archive
                .soon()
                .thenCompose(_ -> clerk.archive.soon())
                .thenCombine(Promise.of(1), (_, _) -> clerk.never())
                .thenCompose(last -> last));
        simulation.advance(Duration.ofMillis(450));
        assertLeft(some(500), some(300), some(100));
    }

    @Test
    void actorThatIsAskedMeanwhileAsksForTheSameCall() {
        int first = task(Clerk::never);
        int second = task(clerk -> clerk.archive.soon().thenCompose(_ -> clerk.never()));
        begin(clerk -> clerk.helper.run(first));
        begin(clerk -> clerk.helper.run(second));
        simulation.advance(Duration.ofMillis(250));
        assertLeft(some(500), some(500), some(300));
    }

    @Test
    void tellsTimersAndCallsWithoutDeadlineHandOnNone() {
        begin(clerk -> {
            clerk.archive.note();
            clerk.after(10, clerk::never);
            return Promise.of(1);
        });
        simulation.advance(Duration.ofMillis(20));
        desk.run(task(Clerk::never));
        simulation.runUntilIdle();
        assertLeft(Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void functionKeepsTheDeadlineOfItsOwnCallWhoeverSettlesItsPromise() {
        Task wait = clerk -> clerk.gate.thenCompose(_ -> clerk.never());
        Task open = clerk -> {
            clerk.gate.complete(1);
            return clerk.never();
        };
        desk.run(task(wait));
        begin(wait);
        begin(open);
        assertThat(left).containsExactlyInAnyOrder(Optional.empty(), some(500), some(500));
        assertThat(left).last().isEqualTo(some(500));
    }

    @Test
    void functionServesNobodyWhoeverSettlesItsPromise() {
        List<Optional<Session>> served = new ArrayList<>();
        Function<Integer, Integer> noting = value -> {
            served.add(Session.current());
            return value;
        };
        desk.run(task(clerk -> clerk.gate.thenApply(noting)));
        Promise<Integer> last = desk.run(task(clerk -> {
            clerk.gate.complete(1);
            return Promise.of(2)
                    .thenApply(noting)
                    .thenApply(_ -> Session.current().isPresent() ? 1 : 0);
        }));
        assertThat(simulation.await(last)).isZero();
        assertThat(served).containsExactly(Optional.empty(), Optional.empty());
        assertThat(simulation.await(
                        desk.run(task(_ -> Promise.of(Session.current().isPresent() ? 1 : 0)))))
                .isEqualTo(1);
    }

    @Test
    void askWhoseTimeIsOverIsNotSent() {
        begin(clerk -> clerk.never().handle((_, failure) -> failure).thenCompose(late -> {
            assertThat(late).isInstanceOf(DeadlineExceededException.class);
            assertThat(Session.remainingTime()).contains(Duration.ZERO);
            Promise<Integer> again = clerk.never();
            failures.add(again.exceptionNow());
            return again;
        }));
        simulation.advance(Duration.ofSeconds(1));
        assertLeft(some(500));
        assertThat(failures)
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure)
                                .isInstanceOf(DeadlineExceededException.class)
                                .hasMessage(
                                        "call: method=never was not sent, the deadline of the call that its actor executes has passed"));
    }

    @Test
    void callerSeesItsOwnDeadlineWhicheverEndsFirst() {
        Duration[] latencies = {Duration.ZERO, Duration.ofMillis(1), Duration.ofMillis(30)};
        for (int round = 0; round < 60; round++) {
            transport.faults(Faults.none().latency(latencies[round % latencies.length]));
            Desk far = lookup(simulation.newSystem("first-" + round), "desk", Desk.class);
            Promise<Integer> answer =
                    Remote.withDeadline(far, Duration.ofMillis(200 + 7 * round)).run(task(Clerk::never));
            assertThatThrownBy(() -> simulation.await(answer))
                    .hasCauseInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("method=run was not answered in time");
        }
    }

    @Test
    void chainEndsInTimeThoughNobodyCancels() {
        long begin = millis();
        int first = task(Clerk::never);
        int second = task(clerk -> clerk.archive.soon().thenCompose(_ -> clerk.never()));
        Promise<Integer> answered = begin(clerk -> {
            clerk.helper.run(first);
            clerk.helper.run(second);
            return Promise.of(1);
        });
        assertThat(answered).isCompletedWithValue(1);
        simulation.advance(Duration.ofSeconds(1));
        assertThat(cancelledAt)
                .hasSize(2)
                .allSatisfy(at -> assertThat(at - begin).isBetween(500L, 600L));
    }

    @Test
    void cancelReachesTheLastOne() {
        Promise<Integer> direct = begin(Clerk::never);
        Promise<Integer> composed = begin(clerk -> Promise.of(1).thenCompose(_ -> clerk.never()));
        Promise<Integer> dependent = direct.thenApply(value -> value + 1);
        long now = millis();
        dependent.cancel(false);
        simulation.runUntilIdle();
        assertThat(cancelledAt).containsExactly(now);
        composed.cancel(false);
        simulation.runUntilIdle();
        assertThat(cancelledAt).containsExactly(now, now);
    }
}
