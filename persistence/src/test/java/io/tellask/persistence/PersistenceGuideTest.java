package io.tellask.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.store.Durability;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/PERSISTENCE.md. */
class PersistenceGuideTest {
    public interface Account {
        Promise<Long> deposit(long cents);
    }

    record Deposited(long cents) {}

    static class AccountActor implements Account {
        private final EventSourced<Long, Deposited> balance;

        AccountActor(Persistence persistence, String name) {
            balance = persistence.eventSourced(name, 0L, (sum, event) -> sum + event.cents());
        }

        public Promise<Long> deposit(long cents) {
            return balance.persist(new Deposited(cents));
        }
    }

    public interface Settings {
        Promise<String> colour(String name);
    }

    record Colour(String name) {}

    record SettingsActor(DurableState<Colour> state) implements Settings {
        public Promise<String> colour(String name) {
            Colour before = state.state();
            return state.update(new Colour(name)).thenApply(_ -> before.name());
        }
    }

    public interface Ledger {
        Promise<Long> book(String account, long number, long cents);

        Promise<Long> total();
    }

    record LedgerActor(EventSourced<Long, Deposited> sum) implements Ledger {
        public Promise<Long> book(String account, long number, long cents) {
            return sum.persistOnce(account, number, new Deposited(cents));
        }

        public Promise<Long> total() {
            return sum.whenDurable();
        }
    }

    record BookedAccount(EventSourced<Long, Deposited> balance) implements Account {
        static Account spawn(ActorSystem system, Persistence persistence, Ledger ledger, String name) {
            Effects<Deposited> booking = (number, event) -> ledger.book(name, number, event.cents());
            return system.spawn(
                    Account.class,
                    () -> new BookedAccount(
                            persistence.eventSourced(name, 0L, (sum, event) -> sum + event.cents(), booking)));
        }

        public Promise<Long> deposit(long cents) {
            return balance.persist(new Deposited(cents));
        }
    }

    @TempDir
    private Path folder;

    private long deposited() {
        ActorSystem system = ActorSystem.create();
        Persistence persistence = Persistence.open(folder, Deposited.class);
        Account ada = system.spawn(Account.class, () -> new AccountActor(persistence, "ada"));
        try (persistence;
                system) {
            return ada.deposit(500).join();
        }
    }

    @Test
    void balanceOutlivesItsProcess() {
        assertThat(deposited()).isEqualTo(500);
        assertThat(deposited()).isEqualTo(1000);
    }

    @Test
    void newestStateIsKept() {
        PersistenceLimits limits = PersistenceLimits.defaults().withEventsPerSnapshot(200);
        try (Persistence persistence = Persistence.builder(folder, Colour.class)
                        .durability(Durability.FORCED)
                        .limits(limits)
                        .open();
                ActorSystem system = ActorSystem.create()) {
            Settings settings = system.spawn(
                    Settings.class, () -> new SettingsActor(persistence.durableState("settings", new Colour("white"))));
            assertThat(settings.colour("red").join()).isEqualTo("white");
            assertThat(settings.colour("blue").join()).isEqualTo("red");
        }
    }

    @Test
    void effectCountsOnce() {
        try (Persistence persistence = Persistence.open(folder, Deposited.class);
                ActorSystem system = ActorSystem.create()) {
            Ledger ledger = system.spawn(
                    Ledger.class,
                    () -> new LedgerActor(persistence.eventSourced("ledger", 0L, (sum, event) -> sum + event.cents())));
            BookedAccount.spawn(system, persistence, ledger, "ada").deposit(300).join();
            Await.until("booked", () -> ledger.total().join() == 300);
            assertThat(ledger.book("ada", 1, 300).join()).isEqualTo(300);
            assertThat(ledger.book("grace", 1, 4).join()).isEqualTo(304);
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String here =
                words(Files.readString(Path.of("src/test/java/io/tellask/persistence/PersistenceGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/PERSISTENCE.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(4);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
        assertThat((blocks.get(0) + blocks.get(1)).lines().filter(line -> !line.isBlank()))
                .as("lines of the first example")
                .hasSizeLessThanOrEqualTo(15);
    }

    private static String words(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
