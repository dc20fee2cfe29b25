package io.tellask.actor.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What docs/PATTERNS.md shows. */
class PatternsGuideTest {
    private static final ScheduledExecutorService LATER = Executors.newSingleThreadScheduledExecutor();

    @AfterAll
    static void end() {
        LATER.shutdownNow();
    }

    public interface Resizer {
        Promise<Integer> resize(String image, int width);
    }

    static final class ResizerActor implements Resizer {
        @Override
        public Promise<Integer> resize(String image, int width) {
            return Promise.of(image.length() * width);
        }
    }

    @Test
    void routers() {
        try (ActorSystem system = ActorSystem.create()) {
            List<Resizer> four = Stream.generate(() -> system.spawn(Resizer.class, ResizerActor::new))
                    .limit(4)
                    .toList();
            Resizer resizer = Routers.leastLoaded(Resizer.class, four);
            assertThat(resizer.resize("cat", 100).join()).isEqualTo(300);

            Resizer sharded = Routers.byFirstArgument(Resizer.class, four);
            Routers.add(sharded, system.spawn(Resizer.class, ResizerActor::new));
            assertThat(sharded.resize("cat", 100).join()).isEqualTo(300);
            assertThat(Routers.routees(sharded)).hasSize(5);
        }
    }

    public interface Accounts {
        Promise<Integer> deposit(String account, int amount);
    }

    /** A database that answers later. */
    static final class Database {
        private final Map<String, Integer> balances = new ConcurrentHashMap<>();

        Promise<Integer> read(String account) {
            return later(balances.getOrDefault(account, 0));
        }

        Promise<Integer> write(String account, int balance) {
            balances.put(account, balance);
            return later(balance);
        }

        private static Promise<Integer> later(int value) {
            Promise<Integer> answer = new Promise<>();
            LATER.schedule(() -> answer.complete(value), 1, TimeUnit.MILLISECONDS);
            return answer;
        }
    }

    static final class AccountsActor extends Actor implements Accounts {
        private final Database database;
        private final KeyedQueue<String> queue = new KeyedQueue<>();

        AccountsActor(Database database) {
            this.database = database;
        }

        @Override
        public Promise<Integer> deposit(String account, int amount) {
            return queue.submit(
                    account,
                    () -> database.read(account).thenCompose(balance -> database.write(account, balance + amount)));
        }
    }

    @Test
    void keyedQueues() {
        try (ActorSystem system = ActorSystem.create()) {
            Accounts accounts = system.spawn(Accounts.class, () -> new AccountsActor(new Database()));
            List<Promise<Integer>> deposits = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                deposits.add(accounts.deposit("ann", 1));
                deposits.add(accounts.deposit("bob", 2));
            }
            List<Integer> balances = Promise.all(deposits).join();
            assertThat(balances).hasSize(20).endsWith(10, 20);
        }
    }

    public interface Mailer {
        Promise<Boolean> send(String address);

        void typed(String text);

        Promise<List<String>> searches();
    }

    static final class MailerActor extends Actor implements Mailer {
        private final List<String> found = new ArrayList<>();
        private final Throttle throttle = new Throttle(timers(), 100, Duration.ofSeconds(1), 10);
        private final Debounce<String> search =
                new Debounce<>(timers(), Duration.ofMillis(5), Debounce.Edge.TRAILING, found::add);

        @Override
        public Promise<Boolean> send(String address) {
            return throttle.take().thenApply(permit -> deliver(address));
        }

        @Override
        public void typed(String text) {
            search.call(text);
        }

        private boolean deliver(String address) {
            return address.contains("@");
        }

        @Override
        public Promise<List<String>> searches() {
            return Promise.of(List.copyOf(found));
        }
    }

    @Test
    void rates() {
        try (ActorSystem system = ActorSystem.create()) {
            Mailer mailer = system.spawn(Mailer.class, MailerActor::new);
            List<Promise<Boolean>> sent = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                sent.add(mailer.send("ann@example.org"));
            }
            assertThat(Promise.all(sent).join()).hasSize(12).containsOnly(true);
        }
    }

    enum Door {
        OPEN,
        CLOSED
    }

    enum Deed {
        PULL,
        PUSH
    }

    public interface House {
        Promise<Boolean> pull();
    }

    static final class HouseActor implements House {
        private final List<String> log = new ArrayList<>();

        private final StateMachine<Door, Deed> door = StateMachine.of(Door.CLOSED, Deed.class)
                .on(Door.CLOSED, Deed.PULL, Door.OPEN)
                .on(Door.OPEN, Deed.PUSH, Door.CLOSED, () -> log.add("bang"))
                .after(Door.OPEN, Duration.ofSeconds(30), Door.CLOSED);

        @Override
        public Promise<Boolean> pull() {
            return Promise.of(door.fire(Deed.PULL) == Door.OPEN);
        }
    }

    @Test
    void states() {
        try (ActorSystem system = ActorSystem.create()) {
            assertThat(system.spawn(House.class, HouseActor::new).pull().join()).isTrue();
        }
    }

    public interface Library {
        Promise<String> lend(String book);

        void open();
    }

    static final class LibraryActor implements Library {
        private final Stash stash = new Stash();
        private boolean open;

        @Override
        public Promise<String> lend(String book) {
            if (!open) {
                return stash.defer(() -> lend(book));
            }
            return Promise.of("lent " + book);
        }

        @Override
        public void open() {
            open = true;
            stash.unstashAll();
        }
    }

    @Test
    void callsForLater() {
        try (ActorSystem system = ActorSystem.create()) {
            Library library = system.spawn(Library.class, LibraryActor::new);
            Promise<String> lent = library.lend("Emma");
            library.open();
            assertThat(lent.join()).isEqualTo("lent Emma");
        }
    }

    public interface Prices {
        void price(String symbol, long cents);
    }

    @Test
    void topics() {
        try (ActorSystem system = ActorSystem.create()) {
            Promise<Long> heard = new Promise<>();
            Prices listener = system.spawn(Prices.class, () -> (symbol, cents) -> heard.complete(cents));
            LocalTopics<Prices> topics = LocalTopics.of(Prices.class);
            topics.subscribe("prices/*", listener);
            Prices euro = topics.tell("prices/eur");
            euro.price("ABC", 1_250);
            assertThat(heard.join()).isEqualTo(1_250);
        }
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String page = Files.readString(Path.of("../docs/PATTERNS.md"));
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/actor/pattern/PatternsGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(3);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
