package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.pattern.Debounce;
import io.tellask.actor.pattern.IllegalTransitionException;
import io.tellask.actor.pattern.KeyedTasks;
import io.tellask.actor.pattern.StateMachine;
import io.tellask.actor.pattern.Throttle;
import io.tellask.actor.pattern.TooManyWaitingException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What actors use again and again, in virtual time. */
@Timeout(60)
class PatternsTest {
    private final ActorSystem system = ActorSystem.create();
    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final List<String> log = new ArrayList<>();
    private final Host host = system.spawn(
            Host.class,
            HostActor::new,
            SpawnOptions.on(dispatcher)
                    .withSupervision(Supervision.restart().withPauses(Duration.ZERO, Duration.ZERO)));

    /** Runs what the test says as an actor. */
    public interface Host {
        void run(Runnable code);
    }

    static final class HostActor implements Host {
        @Override
        public void run(Runnable code) {
            code.run();
        }
    }

    @AfterEach
    void close() {
        Thread closing = Thread.ofPlatform().start(system::close);
        while (closing.isAlive()) {
            dispatcher.run();
            Thread.onSpinWait();
        }
    }

    private <T> T as(Supplier<T> code) {
        List<T> result = new ArrayList<>();
        List<RuntimeException> failure = new ArrayList<>();
        host.run(() -> {
            try {
                result.add(code.get());
            } catch (RuntimeException e) {
                failure.add(e);
            }
        });
        dispatcher.run();
        if (!failure.isEmpty()) {
            throw failure.getFirst();
        }
        return result.getFirst();
    }

    private void does(Runnable code) {
        as(() -> {
            code.run();
            return "done";
        });
    }

    @Test
    void tasksOfAKeyRunInOrderAndThoseOfOthersBesideThem() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            int sideBySide = 1 + random.nextInt(3);
            KeyedTasks<String> tasks = as(() -> new KeyedTasks<>(sideBySide));
            Map<String, Queue<Integer>> given = new HashMap<>();
            Map<String, Integer> begun = new HashMap<>();
            List<Runnable> ends = new ArrayList<>();
            List<Promise<Integer>> results = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                if (ends.isEmpty() || random.nextInt(3) > 0) {
                    String key = "k" + random.nextInt(4);
                    int number = step;
                    given.computeIfAbsent(key, any -> new ArrayDeque<>()).add(number);
                    results.add(as(() -> tasks.submit(key, () -> {
                        assertThat(begun.put(key, number)).isNull();
                        assertThat(given.get(key).remove()).isEqualTo(number);
                        Promise<Integer> work = new Promise<>();
                        ends.add(() -> {
                            begun.remove(key);
                            if (number % 5 == 0) {
                                work.completeExceptionally(new IllegalStateException("as asked"));
                            } else {
                                work.complete(number);
                            }
                        });
                        return work;
                    })));
                } else {
                    Runnable end = ends.remove(random.nextInt(ends.size()));
                    does(end);
                }
                assertThat(begun).hasSizeLessThanOrEqualTo(sideBySide);
                assertThat(tasks.running()).isEqualTo(begun.size());
                long keysThatCould =
                        given.values().stream().filter(each -> !each.isEmpty()).count();
                assertThat(begun.size() == sideBySide || keysThatCould == 0 || tasks.waiting() > 0)
                        .isTrue();
            }
            while (!ends.isEmpty()) {
                does(ends.removeFirst());
            }
            assertThat(results).allMatch(Promise::isDone);
            assertThat(tasks.waiting() + tasks.running()).isZero();
        }
    }

    @Test
    void tasksThatFailThrowOrAreCancelledDoNotStopTheRest() {
        KeyedTasks<String> tasks = as(() -> new KeyedTasks<>(1, 3));
        Promise<Integer> first = new Promise<>();
        Promise<Integer> running = as(() -> tasks.submit("a", () -> first));
        Promise<Integer> throwing = as(() -> tasks.submit("a", () -> {
            throw new IllegalStateException("as asked");
        }));
        Promise<Integer> cancelled = as(() -> tasks.submit("b", () -> Promise.of(log.size())));
        cancelled.cancel(false);
        Promise<Integer> last = as(() -> tasks.submit("a", () -> Promise.of(4)));
        Promise<Integer> tooMany = as(() -> tasks.submit("b", () -> Promise.of(5)));
        assertThatThrownBy(tooMany::join)
                .hasCauseInstanceOf(TooManyWaitingException.class)
                .hasMessageContaining("waiting=3 >= mostWaiting=3");

        first.complete(1);
        dispatcher.run();
        assertThat(running.join()).isEqualTo(1);
        assertThatThrownBy(throwing::join).hasMessageContaining("as asked");
        assertThat(last.join()).isEqualTo(4);
        assertThat(tasks.waiting() + tasks.running()).isZero();
    }

    @Test
    void tasksThatWaitFailWhenTheActorIsMadeAgain() {
        KeyedTasks<String> tasks = as(() -> new KeyedTasks<>(1));
        does(() -> tasks.submit("a", Promise::new));
        Promise<Integer> waits = as(() -> tasks.submit("a", Promise::new));
        host.run(() -> {
            throw new IllegalStateException("the actor fails");
        });
        dispatcher.run();
        assertThatThrownBy(waits::join).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void throttleLetsABurstThroughAndThenSoManyInATime() {
        Throttle throttle = as(() -> new Throttle(10, Duration.ofSeconds(1), 3, 2));
        assertThat(as(throttle::tryAcquire)).isTrue();
        assertThat(as(throttle::tryAcquire)).isTrue();
        assertThat(as(throttle::tryAcquire)).isTrue();
        assertThat(as(throttle::tryAcquire)).isFalse();
        Promise<Void> fourth = as(throttle::acquire);
        Promise<Void> fifth = as(throttle::acquire);
        assertThatThrownBy(as(throttle::acquire)::join)
                .hasCauseInstanceOf(TooManyWaitingException.class)
                .hasMessageContaining("mostWaiting=2");
        dispatcher.advance(Duration.ofMillis(99));
        assertThat(fourth.isDone()).isFalse();
        dispatcher.advance(Duration.ofMillis(1));
        assertThat(fourth.isDone()).isTrue();
        assertThat(fifth.isDone()).isFalse();
        fifth.cancel(false);
        dispatcher.advance(Duration.ofMillis(100));
        assertThat(as(throttle::tryAcquire)).isTrue(); // what was cancelled took none
        dispatcher.advance(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(as(throttle::tryAcquire)).isTrue();
        }
        assertThat(as(throttle::tryAcquire)).isFalse();
    }

    @Test
    void throttlePassesWhatItSaysOverALongTime() {
        Throttle throttle = as(() -> new Throttle(7, Duration.ofSeconds(1), 1, 1));
        int passed = 0;
        for (int milli = 0; milli < 10_000; milli++) {
            passed += as(throttle::tryAcquire) ? 1 : 0;
            dispatcher.advance(Duration.ofMillis(1));
        }
        assertThat(passed).isBetween(69, 70);
    }

    @Test
    void debounceRunsOnceBehindTheLastSignal() {
        Debounce debounce =
                as(() -> Debounce.trailing(Duration.ofMillis(100), Duration.ofMillis(350), () -> log.add("ran")));
        for (int i = 0; i < 3; i++) {
            does(debounce::signal);
            dispatcher.advance(Duration.ofMillis(90));
        }
        assertThat(log).isEmpty();
        assertThat(dispatcher.timersWaiting()).isEqualTo(1);
        dispatcher.advance(Duration.ofMillis(10));
        assertThat(log).containsExactly("ran");
        for (int i = 0; i < 8; i++) { // without a pause: at the latest after 350 ms
            does(debounce::signal);
            dispatcher.advance(Duration.ofMillis(50));
        }
        assertThat(log).hasSize(2);
        does(debounce::cancel);
        dispatcher.advance(Duration.ofSeconds(1));
        assertThat(log).hasSize(2);
    }

    @Test
    void leadingDebounceRunsAtTheFirstSignalOnly() {
        Debounce debounce = as(() -> Debounce.leading(Duration.ofMillis(100), () -> log.add("ran")));
        for (int i = 0; i < 5; i++) {
            does(debounce::signal);
            dispatcher.advance(Duration.ofMillis(60));
        }
        assertThat(log).hasSize(1);
        dispatcher.advance(Duration.ofMillis(100));
        assertThat(as(debounce::isPending)).isFalse();
        does(debounce::signal);
        assertThat(log).hasSize(2);
    }

    enum Door {
        OPEN,
        CLOSED,
        LOCKED
    }

    enum Deed {
        PULL,
        PUSH,
        TURN_KEY
    }

    private StateMachine<Door, Deed> door() {
        return as(() -> StateMachine.of(Door.CLOSED, Deed.class)
                .on(Door.CLOSED, Deed.PULL, Door.OPEN)
                .on(Door.OPEN, Deed.PUSH, Door.CLOSED, () -> log.add("bang"))
                .on(Door.CLOSED, Deed.TURN_KEY, Door.LOCKED)
                .on(Door.LOCKED, Deed.TURN_KEY, Door.CLOSED)
                .onEntry(Door.CLOSED, () -> log.add("closed"))
                .after(Door.OPEN, Duration.ofSeconds(30), Door.CLOSED));
    }

    @Test
    void machineFollowsItsTransitionsAndNamesWhatIsNone() {
        StateMachine<Door, Deed> door = door();
        assertThat(as(() -> door.fire(Deed.PULL))).isEqualTo(Door.OPEN);
        assertThatThrownBy(() -> as(() -> door.fire(Deed.TURN_KEY)))
                .isInstanceOf(IllegalTransitionException.class)
                .hasMessage("state machine: state=OPEN, event=TURN_KEY leads nowhere; events that do=[PUSH]");
        assertThat(door.accepts(Deed.PUSH)).isTrue();
        assertThat(as(() -> door.fire(Deed.PUSH))).isEqualTo(Door.CLOSED);
        assertThat(log).containsExactly("bang", "closed");
        assertThat(dispatcher.timersWaiting()).isZero();
        does(() -> door.fire(Deed.PULL));
        dispatcher.advance(Duration.ofSeconds(30));
        assertThat(door.state()).isEqualTo(Door.CLOSED);
    }

    @Test
    void machineIsDrawn() {
        assertThat(door().diagram()).isEqualTo("""
                stateDiagram-v2
                    [*] --> CLOSED
                    OPEN --> CLOSED: PUSH
                    CLOSED --> OPEN: PULL
                    CLOSED --> LOCKED: TURN_KEY
                    LOCKED --> CLOSED: TURN_KEY
                    OPEN --> CLOSED: after PT30S
                """);
        StateMachine<Door, Deed> door = door();
        assertThatThrownBy(() -> as(() -> door.on(Door.CLOSED, Deed.PULL, Door.LOCKED)))
                .hasMessageContaining("event=PULL leads from state=CLOSED already");
    }

    @Test
    void theyBelongToTheActorThatMakesThem() {
        assertThatThrownBy(() -> new KeyedTasks<String>(1)).hasMessageContaining("outside of an actor");
        Throttle throttle = as(() -> new Throttle(1, Duration.ofSeconds(1)));
        assertThatThrownBy(throttle::tryAcquire).hasMessageContaining("belongs to actor=Host");
        assertThatThrownBy(() -> as(() -> new Throttle(0, Duration.ofSeconds(1))))
                .hasMessageContaining("permits=0");
        assertThatThrownBy(() -> as(() -> new Throttle(2, Duration.ofNanos(1)))).hasMessageContaining("permits=2");
        assertThatThrownBy(() -> as(() -> new KeyedTasks<String>(0))).hasMessageContaining("sideBySide=0");
        assertThatThrownBy(() -> as(() -> Debounce.leading(Duration.ZERO, () -> {})))
                .hasMessageContaining("quiet=PT0S");
        assertThatThrownBy(() -> as(() -> Debounce.trailing(Duration.ofMillis(2), Duration.ofMillis(1), () -> {})))
                .hasMessageContaining("longest=PT0.001S < quiet=PT0.002S");
    }
}
