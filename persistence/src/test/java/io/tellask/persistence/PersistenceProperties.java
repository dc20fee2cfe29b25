package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.persistence.Account.Event;
import io.tellask.store.Durability;
import io.tellask.test.Await;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares random histories of several names, with actors that stop and folders that are opened again, with a model. */
class PersistenceProperties {
    private static final int OPENINGS = Rounds.of(20, 500);
    private static final int NAMES = 5;

    /** What one name holds, as the model has it. */
    private static final class Expected {
        long sum;
        long events;
        final Map<String, Long> received = new HashMap<>();
    }

    private final SplittableRandom random = new SplittableRandom(Seed.given());
    private final Map<String, Expected> model = new HashMap<>();
    private final Map<String, List<Long>> effects = new ConcurrentHashMap<>();

    @Test
    void stateIsThatOfTheModelAfterEachOpening(@TempDir Path folder) {
        for (int opening = 0; opening < OPENINGS; opening++) {
            PersistenceLimits limits = PersistenceLimits.defaults().withEventsPerSnapshot(1 + random.nextInt(30));
            Durability durability = Durability.values()[random.nextInt(3)];
            try (Persistence persistence = Persistence.builder(folder, Account.State.class, Event.class)
                            .limits(limits)
                            .durability(durability)
                            .open();
                    ActorSystem system = ActorSystem.create()) {
                for (int n = 0; n < NAMES; n++) {
                    change(system, persistence, "name" + n);
                }
            }
        }
        model.forEach((name, expected) -> assertThat(effects.getOrDefault(name, List.of()))
                .as(name)
                .isEqualTo(LongStream.rangeClosed(1, expected.events).boxed().toList()));
    }

    private Account spawn(ActorSystem system, Persistence persistence, String name) {
        return AccountActor.spawn(system, persistence, name, (number, event) -> {
            effects.computeIfAbsent(name, _ -> Collections.synchronizedList(new ArrayList<>()))
                    .add(number);
            return number % 3 == 0 ? null : Promise.of(null);
        });
    }

    private void change(ActorSystem system, Persistence persistence, String name) {
        Expected expected = model.computeIfAbsent(name, _ -> new Expected());
        for (int i = random.nextInt(4); i >= 0; i--) {
            Account account = spawn(system, persistence, name);
            assertThat(account.sum().join()).as(name).isEqualTo(expected.sum);
            assertThat(account.events().join()).as(name).isEqualTo(expected.events);
            Promise<Long> last = Promise.of(expected.sum);
            for (int step = random.nextInt(60); step > 0; step--) {
                last = step(account, expected);
            }
            assertThat(last.join()).as(name).isEqualTo(expected.sum);
            Await.until(
                    () -> "effects of " + name + " ran up to " + expected.events,
                    () -> account.events().join()
                            == effects.getOrDefault(name, List.of()).size());
            system.stop(account);
            Await.until("stopped", () -> system.actors() == 0);
        }
    }

    private Promise<Long> step(Account account, Expected expected) {
        switch (random.nextInt(4)) {
            case 0 -> {
                List<Long> amounts =
                        random.longs(random.nextInt(40), -9, 9).boxed().toList();
                expected.sum += amounts.stream().mapToLong(Long::longValue).sum();
                expected.events += amounts.size();
                return account.addAll(amounts);
            }
            case 1 -> {
                String sender = "sender" + random.nextInt(3);
                long number = 1 + random.nextInt(50);
                if (number > expected.received.getOrDefault(sender, 0L)) {
                    expected.received.put(sender, number);
                    expected.sum += 5;
                    expected.events++;
                }
                return account.addOnce(sender, number, 5);
            }
            default -> {
                long amount = random.nextLong(100);
                expected.sum += amount;
                expected.events++;
                return account.add(amount);
            }
        }
    }
}
