package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.persistence.Account.Event;
import io.tellask.test.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectsTest {
    @TempDir
    private Path folder;

    private final List<Long> ran = new CopyOnWriteArrayList<>();

    private static List<Long> numbers(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private Promise<Void> confirmed(long number, Event event) {
        ran.add(number);
        return Promise.of(null);
    }

    private Promise<Void> neverConfirmed(long number, Event event) {
        ran.add(number);
        return new Promise<>();
    }

    @Test
    void eachRunsOnceInTheOrderOfEvents() {
        try (Persistence persistence = AccountActor.open(folder, limits -> limits.withEventsPerSnapshot(7));
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", this::confirmed);
            numbers(1, 500).forEach(account::add);
            Await.until("all ran", () -> ran.size() >= 500);
            account.sum().join();
        }
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            AccountActor.spawn(system, persistence, "ada", this::confirmed)
                    .add(1)
                    .join();
            Await.until("the next ran", () -> ran.size() >= 501);
        }
        assertThat(ran).isEqualTo(numbers(1, 501));
    }

    @Test
    void unconfirmedOnesRunAgainWithTheirNumbers() {
        try (Persistence persistence = AccountActor.open(folder, limits -> limits.withEventsPerSnapshot(2));
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", this::neverConfirmed);
            numbers(1, 9).forEach(account::add);
            account.sum().join();
            Await.until("the first ran", () -> ran.size() == 1);
        }
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            assertThatThrownBy(() -> AccountActor.spawn(system, persistence, "ada"))
                    .isInstanceOf(EffectsMissingException.class)
                    .hasMessageContaining("confirmed=0, events=9");
            AccountActor.spawn(system, persistence, "ada", this::confirmed);
            Await.until("all ran", () -> ran.size() == 10);
        }
        assertThat(ran.subList(1, 10)).isEqualTo(numbers(1, 9));
    }

    @Test
    void failedOneRunsAgainBeforeTheNext() {
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", (number, event) -> {
                ran.add(number);
                return switch (ran.size()) {
                    case 1 -> throw new IllegalStateException("the first fails");
                    case 2 -> Promise.failed(new IllegalStateException("and again"));
                    default -> Promise.of(null);
                };
            });
            account.addAll(List.of(1L, 2L)).join();
            Await.until("all ran", () -> ran.size() == 4);
        }
        assertThat(ran).containsExactly(1L, 1L, 1L, 2L);
    }

    @Test
    void eventsWithoutEffectAreConfirmedWithTheRest() {
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", (number, event) -> {
                ran.add(number);
                return null;
            });
            numbers(1, 200).forEach(account::add);
            Await.until("all asked", () -> ran.size() == 200);
            account.sum().join();
        }
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            assertThat(AccountActor.spawn(system, persistence, "ada").sum().join())
                    .isEqualTo(200 * 201 / 2);
        }
    }

    @Test
    void eventsFromBeforeThereWereEffectsHaveNone() {
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            AccountActor.spawn(system, persistence, "ada").add(1).join();
        }
        try (Persistence persistence = AccountActor.open(folder);
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", this::confirmed);
            account.add(2).join();
            Await.until("the second ran", () -> !ran.isEmpty());
        }
        assertThat(ran).containsExactly(2L);
    }

    @Test
    void unconfirmedEffectsAreBounded() {
        try (Persistence persistence = AccountActor.open(folder, limits -> limits.withUnconfirmedEffects(3));
                ActorSystem system = ActorSystem.create()) {
            Account account = AccountActor.spawn(system, persistence, "ada", this::neverConfirmed);
            assertThat(account.addAll(List.of(1L, 1L, 1L)).join()).isEqualTo(3);
            assertThatThrownBy(() -> account.add(1).join())
                    .hasCauseInstanceOf(PersistenceLimitException.class)
                    .hasMessageContaining("unconfirmedEffects=3, limit=3");
        }
    }
}
