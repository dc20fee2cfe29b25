package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.persistence.Account.Added;
import io.tellask.persistence.Account.Event;
import io.tellask.persistence.Account.State;
import io.tellask.store.Durability;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLockedException;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventSourcedTest {
    @TempDir
    private Path folder;

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void closeSystem() {
        system.close();
    }

    private void stop(Object reference, Persistence persistence) {
        int before = system.actors();
        system.stop(reference);
        Await.until("stopped", () -> system.actors() < before);
        persistence.close();
    }

    @Test
    void recoversWhatEventsLedTo() {
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            assertThat(account.add(5).join()).isEqualTo(5);
            assertThat(account.addAll(List.of(1L, 2L, 3L)).join()).isEqualTo(11);
            assertThat(account.addAll(List.of()).join()).isEqualTo(11);
            stop(account, persistence);
        }
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            assertThat(account.sum().join()).isEqualTo(11);
            assertThat(account.events().join()).isEqualTo(4);
            assertThat(AccountActor.spawn(system, persistence, "grace").sum().join())
                    .isZero();
            assertThatThrownBy(() -> AccountActor.open(folder)).isInstanceOf(StoreLockedException.class);
        }
    }

    @Test
    void keepsNoEventsBeforeTheSnapshot() {
        try (Persistence persistence = AccountActor.open(folder, limits -> limits.withEventsPerSnapshot(10))) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            LongStream.rangeClosed(1, 1_003).forEach(account::add);
            assertThat(account.sum().join()).isEqualTo(1_003 * 1_004 / 2);
            stop(account, persistence);
        }
        try (DurableMap<byte[], Object> map = map()) {
            assertThat(map.size()).isEqualTo(2 + 3);
        }
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            assertThat(account.sum().join()).isEqualTo(1_003 * 1_004 / 2);
            assertThat(account.events().join()).isEqualTo(1_003);
        }
    }

    private DurableMap<byte[], Object> map() {
        return DurableMap.builder(folder, byte[].class, Object.class)
                .codec(Codec.builder().allow(State.class, Event.class).build())
                .open();
    }

    @Test
    void oneActorOwnsAName() {
        try (Persistence persistence = AccountActor.open(folder)) {
            Account first = AccountActor.spawn(system, persistence, "ada");
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "ada"))
                    .isInstanceOf(NameInUseException.class)
                    .hasMessageContaining("name=ada is open in actor=Account");
            assertThat(first.add(1).join()).isEqualTo(1);
            int before = system.actors();
            system.stop(first);
            Await.until("stopped", () -> system.actors() < before);
            assertThat(AccountActor.spawn(system, persistence, "ada").sum().join())
                    .isEqualTo(1);
        }
    }

    @Test
    void actorThatIsMadeAgainTakesItsName() {
        record Twice(EventSourced<State, Event> first, EventSourced<State, Event> second) implements Account {
            @Override
            public Promise<Long> add(long amount) {
                return first.persist(new Added(amount)).thenApply(State::sum);
            }

            @Override
            public Promise<Long> addAll(List<Long> amounts) {
                return second.persistAll(amounts.stream().map(Added::new).toList())
                        .thenApply(State::sum);
            }

            @Override
            public Promise<Long> addOnce(String sender, long number, long amount) {
                return add(amount);
            }

            @Override
            public Promise<Long> sum() {
                return Promise.of(second.state().sum());
            }

            @Override
            public Promise<Long> events() {
                return Promise.of(second.sequence());
            }
        }
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = system.spawn(
                    Account.class,
                    () -> new Twice(
                            persistence.eventSourced("ada", new State(0), State::after),
                            persistence.eventSourced("ada", new State(0), State::after)));
            assertThatThrownBy(() -> account.add(1).join())
                    .hasRootCauseInstanceOf(PersistenceClosedException.class)
                    .hasMessageContaining("the actor was made again");
            assertThat(account.addAll(List.of(4L)).join()).isEqualTo(4);
        }
    }

    @Test
    void belongsToItsActor() {
        try (Persistence persistence = AccountActor.open(folder)) {
            assertThatThrownBy(() -> persistence.eventSourced("ada", new State(0), State::after))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("open it in the constructor");
            List<EventSourced<State, Event>> leaked = new ArrayList<>();
            system.spawn(Account.class, () -> {
                leaked.add(persistence.eventSourced("ada", new State(0), State::after));
                return new AccountActor(leaked.getFirst());
            });
            assertThatThrownBy(() -> leaked.getFirst().persist(new Added(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("belongs to actor=Account");
        }
    }

    @Test
    void numberOfASenderCountsOnce() {
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            assertThat(account.addOnce("bank", 7, 100).join()).isEqualTo(100);
            assertThat(account.addOnce("bank", 7, 100).join()).isEqualTo(100);
            assertThat(account.addOnce("bank", 6, 100).join()).isEqualTo(100);
            assertThat(account.addOnce("shop", 1, 1).join()).isEqualTo(101);
            assertThatThrownBy(() -> account.addOnce("shop", 0, 1).join())
                    .hasCauseInstanceOf(IllegalArgumentException.class);
            stop(account, persistence);
        }
        try (Persistence persistence = AccountActor.open(folder)) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            assertThat(account.addOnce("bank", 7, 100).join()).isEqualTo(101);
            assertThat(account.addOnce("bank", 8, 100).join()).isEqualTo(201);
        }
    }

    @Test
    void forcedPromisesSettleInOrder() {
        try (Persistence persistence = Persistence.builder(folder, State.class, Event.class)
                .durability(Durability.FORCED)
                .open()) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            List<Long> settled = new ArrayList<>();
            List<Promise<Void>> promises = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                promises.add(account.add(1).thenAccept(sum -> {
                    synchronized (settled) {
                        settled.add(sum);
                    }
                }));
            }
            Promise.all(promises).join();
            assertThat(settled).isEqualTo(LongStream.rangeClosed(1, 500).boxed().toList());
        }
    }

    @Test
    void promisesSettleThoughTheirActorStops() {
        try (Persistence persistence = Persistence.builder(folder, State.class, Event.class)
                .durability(Durability.FORCED)
                .open()) {
            Account account = AccountActor.spawn(system, persistence, "ada");
            List<Promise<Long>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(account.add(1));
            }
            system.stop(account);
            Await.until("all settled", () -> answers.stream().allMatch(Promise::isDone));
        }
    }

    @Test
    void manyActorsPersistAtOnce() throws Exception {
        int names = 40;
        for (int opening = 1; opening <= 2; opening++) {
            try (Persistence persistence = AccountActor.open(folder, limits -> limits.withEventsPerSnapshot(50));
                    ActorSystem many = ActorSystem.create();
                    ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Long>> sums = new ArrayList<>();
                for (int n = 0; n < names; n++) {
                    String name = "name" + n;
                    sums.add(callers.submit(() -> {
                        Account account = AccountActor.spawn(many, persistence, name);
                        LongStream.range(0, 500).forEach(_ -> account.add(1));
                        return account.sum().join();
                    }));
                }
                for (Future<Long> sum : sums) {
                    assertThat(sum.get()).isEqualTo(500L * opening);
                }
            }
        }
    }

    @Test
    void oneOfManyThatOpenANameAtOnceGetsIt() throws Exception {
        try (Persistence persistence = AccountActor.open(folder);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> tries = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                tries.add(callers.submit(() -> {
                    try {
                        AccountActor.spawn(system, persistence, "ada");
                        return true;
                    } catch (NameInUseException e) {
                        return false;
                    }
                }));
            }
            int opened = 0;
            for (Future<Boolean> one : tries) {
                opened += one.get() ? 1 : 0;
            }
            assertThat(opened).isEqualTo(1);
        }
    }
}
