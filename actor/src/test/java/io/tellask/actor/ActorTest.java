package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an actor does with its messages, from its first to its last. */
class ActorTest {
    public interface Counter {
        void increment();

        void fail(String message);

        Promise<Integer> failing(String message);

        Promise<Integer> count();

        Promise<Integer> countThroughSelf();

        int countAndWait();
    }

    static class CounterActor extends Actor implements Counter {
        final List<String> log = new ArrayList<>();
        private int count;
        private boolean inside;

        @Override
        public void increment() {
            assertThat(inside).isFalse();
            inside = true;
            count++;
            inside = false;
        }

        @Override
        public void fail(String message) {
            throw new IllegalStateException(message);
        }

        @Override
        public Promise<Integer> failing(String message) {
            throw new IllegalStateException(message);
        }

        @Override
        public Promise<Integer> count() {
            return Promise.of(count);
        }

        @Override
        public Promise<Integer> countThroughSelf() {
            inside = true;
            Counter self = self(Counter.class);
            Promise<Integer> later = self.count();
            self.increment();
            assertThat(later).isNotDone();
            Promise<Integer> afterIncrement = self.count();
            inside = false;
            return later.thenCombine(afterIncrement, (one, other) -> other - one);
        }

        @Override
        public int countAndWait() {
            return count;
        }
    }

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        system.close();
    }

    /** Where an actor runs. */
    enum Place {
        IO_LOOP(SpawnOptions.ioLoop()),
        THREAD(SpawnOptions.dedicatedThread()),
        VIRTUAL_THREAD(SpawnOptions.virtualThread());

        final SpawnOptions options;

        Place(SpawnOptions options) {
            this.options = options;
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void handlesOneMessageAtATimeWhoeverSends(Place place) throws InterruptedException {
        Counter counter = system.spawn(Counter.class, CounterActor::new, place.options);
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            senders.add(Thread.ofPlatform().start(() -> {
                for (int tell = 0; tell < 10_000; tell++) {
                    counter.increment();
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        assertThat(counter.count().join()).isEqualTo(40_000);
        assertThat(counter.countAndWait()).isEqualTo(40_000);
        assertThat(system.failedTells()).isZero();
    }

    @Test
    void callsToOneselfAreQueued() {
        Counter counter = system.spawn(Counter.class, CounterActor::new);
        assertThat(counter.countThroughSelf().join()).isEqualTo(1);
        assertThat(system.failedTells()).isZero();
    }

    @Test
    void whatATellThrowsIsCountedAndTheActorGoesOn() {
        Counter counter = system.spawn(Counter.class, CounterActor::new);
        counter.fail("as asked");
        counter.increment();
        assertThat(counter.count().join()).isEqualTo(1);
        assertThat(system.failedTells()).isEqualTo(1);
    }

    @Test
    void whatAnAskThrowsReachesTheCallerOnly() {
        Counter counter = system.spawn(Counter.class, CounterActor::new);
        assertThatThrownBy(() -> counter.failing("as asked").join())
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("as asked");
        assertThat(system.failedTells()).isZero();
    }

    @Test
    void aBlockingCallThrowsOnAnActorsThread() {
        Counter counter = system.spawn(Counter.class, CounterActor::new);
        Counter caller = system.spawn(Counter.class, () -> new CounterActor() {
            @Override
            public Promise<Integer> count() {
                return Promise.of(counter.countAndWait());
            }
        });
        assertThatThrownBy(() -> caller.count().join())
                .hasCauseInstanceOf(BlockingCallException.class)
                .hasMessageContaining("Counter.countAndWait");
    }

    @Test
    void aBlockingCallThrowsWhatTheActorThrew() {
        Counter counter = system.spawn(Counter.class, () -> new CounterActor() {
            @Override
            public int countAndWait() {
                throw new IllegalStateException("as asked");
            }
        });
        assertThatThrownBy(counter::countAndWait)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("as asked");
    }

    @Test
    void stopHandlesWhatWaitsThenRunsOnStopThenRefuses() throws InterruptedException {
        AtomicReference<StopReason> reason = new AtomicReference<>();
        CountDownLatch stopped = new CountDownLatch(1);
        Counter counter = system.spawn(Counter.class, () -> new CounterActor() {
            @Override
            protected void onStop(StopReason why) {
                reason.set(why);
                stopped.countDown();
            }
        });
        counter.increment();
        Promise<Integer> before = counter.count();
        assertThat(system.stop(counter)).isTrue();
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(before.join()).isEqualTo(1);
        assertThat(reason).hasValue(StopReason.REQUESTED);
        assertThatThrownBy(() -> counter.count().join())
                .hasCauseInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("actor=Counter-");
        counter.increment();
        assertThat(system.stop(counter)).isTrue();
        assertThat(system.stop("no reference")).isFalse();
    }

    @Test
    void closingTheSystemStopsEveryActorAndSettlesEveryCall() {
        BlockingQueue<StopReason> reasons = new ArrayBlockingQueue<>(3);
        List<Counter> counters = new ArrayList<>();
        for (SpawnOptions options :
                List.of(SpawnOptions.ioLoop(), SpawnOptions.dedicatedThread(), SpawnOptions.defaults())) {
            counters.add(system.spawn(
                    Counter.class,
                    () -> new CounterActor() {
                        @Override
                        protected void onStop(StopReason why) {
                            reasons.add(why);
                        }
                    },
                    options));
        }
        List<Promise<Integer>> asked = counters.stream().map(Counter::count).toList();
        system.close();
        assertThat(asked).allMatch(Promise::isDone);
        assertThat(reasons).hasSize(3).containsOnly(StopReason.SYSTEM_CLOSED);
        for (Counter counter : counters) {
            assertThat(counter.count()).isCompletedExceptionally();
            counter.increment();
        }
        assertThatThrownBy(() -> system.spawn(Counter.class, CounterActor::new))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        system.close();
    }

    @Test
    void whatTheConstructorSendsToItselfIsHandledOnceItIsConstructed() throws Exception {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicReference<Promise<Integer>> early = new AtomicReference<>();
        class Eager extends CounterActor {
            private String ready;

            Eager() throws InterruptedException {
                self(Counter.class).increment();
                early.set(self(Counter.class).count());
                timers().after(Duration.ZERO, () -> log.add(ready));
                assertThat(mayGoOn.await(30, TimeUnit.SECONDS)).isTrue();
                ready = "ready";
            }
        }
        AtomicReference<Eager> actor = new AtomicReference<>();
        Thread spawner = Thread.ofPlatform()
                .start(() -> system.spawn(Counter.class, () -> {
                    try {
                        actor.set(new Eager());
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return actor.get();
                }));
        Await.until("the actor was called early", () -> early.get() != null || !spawner.isAlive());
        assertThat(early.get()).isNotDone();
        mayGoOn.countDown();
        spawner.join();
        assertThat(early.get().get(30, TimeUnit.SECONDS)).isEqualTo(1);
        Await.until(
                "the actor has logged",
                () -> !runAs(actor.get(), () -> actor.get().log.isEmpty()));
        assertThat(runAs(actor.get(), () -> List.copyOf(actor.get().log))).containsExactly("ready");
    }

    @Test
    void whatAConstructorMakesBelongsToTheNewActor() {
        List<Promise<?>> made = Collections.synchronizedList(new ArrayList<>());
        class Maker extends CounterActor {
            private final Promise<Integer> mine = new Promise<>();

            Maker() {
                made.add(mine);
            }

            @Override
            public Promise<Integer> count() {
                system().spawn(Counter.class, Maker::new);
                made.add(new Promise<>());
                return Promise.of(0);
            }
        }
        Counter parent = system.spawn(Counter.class, Maker::new);
        parent.count().join();
        Object parentCell = ((LocalReference) (Object) parent).cell();
        assertThat(made).hasSize(3);
        assertThat(made.get(0).owner).isSameAs(parentCell);
        assertThat(made.get(1).owner).isNotNull().isNotSameAs(parentCell);
        assertThat(made.get(2).owner).isSameAs(parentCell);
        assertThat(new Promise<>().owner).isNull();
    }

    private static <R> R runAs(CounterActor actor, java.util.function.Supplier<R> code) {
        Promise<R> result = new Promise<>();
        ((LocalReference) (Object) actor.self(Counter.class)).cell().enqueue(() -> result.complete(code.get()));
        return result.join();
    }

    @Test
    void aFailedConstructorComesThroughAndItsCallsAreRefused() {
        AtomicReference<Promise<Integer>> early = new AtomicReference<>();
        assertThatThrownBy(() -> system.spawn(
                        Counter.class,
                        () -> new CounterActor() {
                            {
                                early.set(self(Counter.class).count());
                                refuseToBe();
                            }

                            private void refuseToBe() {
                                throw new IllegalStateException("as asked");
                            }
                        },
                        SpawnOptions.dedicatedThread()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("as asked");
        assertThatThrownBy(() -> early.get().join()).hasCauseInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> system.spawn(Counter.class, () -> null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aFactoryThatReturnsNullIsToldTheContract() {
        assertThatThrownBy(() -> system.spawn(Counter.class, () -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("spawn: contract=" + Counter.class.getName()
                        + ", the factory returned null; return an object that implements the contract");
    }

    @Test
    void anActorMadeOutsideOfSpawnSaysSo() {
        assertThatThrownBy(CounterActor::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("outside of spawn");
    }

    @Test
    void twoReferencesAreEqualIfTheyStandForTheSameActor() {
        Counter one = system.spawn(Counter.class, CounterActor::new);
        Counter other = system.spawn(
                Counter.class, CounterActor::new, SpawnOptions.defaults().withName("other"));
        Object self = ((LocalReference) (Object) one).cell().reference();
        assertThat(one).isEqualTo(self).hasSameHashCodeAs(self).isNotEqualTo(other);
        assertThat(one).isNotEqualTo("one");
        assertThat(other.toString()).startsWith("actor other-");
    }

    @Test
    void cancellingAnAskCancelsWhatTheActorStillWorksOn() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch working = new CountDownLatch(1);
        Counter counter = system.spawn(Counter.class, () -> new CounterActor() {
            @Override
            public Promise<Integer> count() {
                working.countDown();
                return new Promise<Integer>().onCancel(cancelled::countDown);
            }
        });
        Promise<Integer> asked = counter.count();
        working.await();
        asked.thenApply(count -> count + 1).cancel(false);
        assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
    }
}
