package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of actors that other calls will bring: they leave at once. */
@ParameterizedClass
@EnumSource(ValueEncoding.class)
@Timeout(60)
class PipelinedCallsTest {
    private static final URI ADDRESS = URI.create("memory://bank");
    private static final Duration ONE_WAY = Duration.ofMillis(50);

    /** The first of a chain. */
    public interface Bank {
        /** Now, later, never, or a failure, by the name. */
        Promise<@Nullable Account> login(String name);

        Promise<Account> mine(Account account);

        Promise<Integer> plain();
    }

    /** What a login brings. */
    public interface Account {
        void note(int number);

        Promise<List<Integer>> notes();

        Promise<Account> branch(String name);

        Promise<Integer> balance();

        Flow.Publisher<Integer> history(int upTo);

        Promise<Integer> length(byte[] bytes, Item item);
    }

    /** An argument that is an object. */
    public record Item(int number, String name) {}

    private final ValueEncoding encoding;
    private final List<Promise<Account>> pending = new ArrayList<>();

    private final class Teller extends Actor implements Bank {
        @Override
        public Promise<@Nullable Account> login(String name) {
            switch (name) {
                case "later" -> {
                    Promise<Account> later = new Promise<>();
                    pending.add(later);
                    return later;
                }
                case "nobody" -> {
                    return Promise.of(null);
                }
                case "refused" -> throw new IllegalArgumentException("no such name");
                default -> {
                    return Promise.of(spawn(name));
                }
            }
        }

        @Override
        public Promise<Account> mine(Account account) {
            return Promise.of(account);
        }

        @Override
        public Promise<Integer> plain() {
            return Promise.of(1);
        }
    }

    PipelinedCallsTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    private Account spawn(String name) {
        return accounts.computeIfAbsent(name, _ -> there.spawn(Account.class, Owner::new));
    }

    private final class Owner extends Actor implements Account {
        private final List<Integer> noted = new ArrayList<>();

        @Override
        public void note(int number) {
            noted.add(number);
        }

        @Override
        public Promise<List<Integer>> notes() {
            return Promise.of(List.copyOf(noted));
        }

        @Override
        public Promise<Account> branch(String name) {
            return Promise.of(spawn(name));
        }

        @Override
        public Promise<Integer> balance() {
            return Promise.of(noted.size());
        }

        @Override
        public Flow.Publisher<Integer> history(int upTo) {
            return Streams.of(IntStream.range(0, upTo).boxed().toList());
        }

        @Override
        public Promise<Integer> length(byte[] bytes, Item item) {
            return Promise.of(bytes.length + item.number());
        }
    }

    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), simulation.seed());
    private final ActorSystem there = simulation.newSystem("there");
    private final ActorSystem here = simulation.newSystem("here");
    private final Map<String, Account> accounts = new HashMap<>();
    private final Server server = Server.builder(there)
            .publish("bank", Bank.class, there.spawn(Bank.class, Teller::new))
            .transport(transport)
            .limits(Limits.builder().creditMessages(64).build())
            .listen(ADDRESS)
            .start();

    private Client connect() {
        return simulation.await(Client.builder(here)
                .encoding(encoding)
                .transport(transport)
                .limits(Limits.builder().creditMessages(64).build())
                .connectAsync(ADDRESS));
    }

    private Bank bank() {
        return simulation.await(connect().lookupAsync("bank", Bank.class));
    }

    private <T> T await(Promise<T> promise) {
        return simulation.await(promise);
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    @Test
    void chainOfCallsTakesOneRoundTrip() {
        Bank bank = bank();
        await(bank.login("warm").pipelined().branch("up").pipelined().balance());
        Client slow = slowClient();
        long start = simulation.nanoTime();
        Promise<List<Integer>> both = chain(slow.lookupAsync("bank", Bank.class).pipelined());
        assertThat(await(both)).containsExactly(0, 0);
        double trips = (simulation.nanoTime() - start) / (2.0 * ONE_WAY.toNanos());
        assertThat(trips).isLessThanOrEqualTo(1.1);

        start = simulation.nanoTime();
        Account account = await(await(slow.lookupAsync("bank", Bank.class)).login("a"));
        Account second = await(account.branch("b"));
        await(Promise.all(second.balance(), second.balance()));
        assertThat((simulation.nanoTime() - start) / (2.0 * ONE_WAY.toNanos())).isBetween(3.9, 4.1);
    }

    /** Four calls, of which the last two are asked together. */
    private static Promise<List<Integer>> chain(Bank bank) {
        Account last = bank.login("a").pipelined().branch("b").pipelined();
        return Promise.all(last.balance(), last.balance());
    }

    private Client slowClient() {
        transport.faults(Faults.none().latency(ONE_WAY));
        return connect();
    }

    @Test
    void callsThatWaitAreExecutedInTheirOrderBeforeLaterOnes() {
        Bank bank = bank();
        for (int round = 0; round < 20; round++) {
            pending.clear();
            Promise<@Nullable Account> login = bank.login("later");
            Account account = login.pipelined();
            List<Integer> sent = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                account.note(i);
                sent.add(i);
            }
            simulation.runUntilIdle();
            account.note(10);
            sent.add(10);
            String name = "owner" + round;
            there.spawn(Bank.class, () -> new Settler(name)).plain();
            account.note(11);
            sent.add(11);
            Account direct = await(login);
            direct.note(12);
            account.note(13);
            sent.addAll(List.of(12, 13));
            assertThat(await(account.notes())).isEqualTo(sent);
            assertThat(direct).isNotNull();
        }
    }

    /** Brings the accounts that wait. */
    private final class Settler extends Actor implements Bank {
        private final String name;

        Settler(String name) {
            this.name = name;
        }

        @Override
        public Promise<@Nullable Account> login(String unused) {
            throw new AssertionError();
        }

        @Override
        public Promise<Account> mine(Account account) {
            throw new AssertionError();
        }

        @Override
        public Promise<Integer> plain() {
            pending.forEach(each -> each.complete(spawn(name)));
            return Promise.of(1);
        }
    }

    @Test
    void streamsObjectsAndLongArgumentsArePipelined() {
        Account account = bank().login("a").pipelined();
        StreamProbe<Integer> probe = new StreamProbe<>(100);
        account.history(5).subscribe(probe);
        Promise<Integer> shorter = account.length(new byte[10], new Item(1, "x"));
        Promise<Integer> longer = account.length(new byte[70_000], new Item(2, "y"));
        assertThat(await(shorter)).isEqualTo(11);
        assertThat(await(longer)).isEqualTo(70_002);
        assertThat(probe.items()).containsExactly(0, 1, 2, 3, 4);
        assertThat(await(account.length(new byte[3], new Item(3, "z")))).isEqualTo(6);
    }

    @Test
    void callsOfWhatWasNotBroughtFailAndSayWhy() {
        Bank bank = bank();
        for (String name : List.of("refused", "nobody")) {
            Promise<@Nullable Account> login = bank.login(name);
            Account account = login.pipelined();
            account.note(1);
            Promise<Integer> balance = account.balance();
            StreamProbe<Integer> probe = new StreamProbe<>(1);
            account.history(3).subscribe(probe);
            assertThatThrownBy(() -> await(balance))
                    .hasCauseInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("brought none");
            simulation.runUntilIdle();
            assertThat(probe.failure()).get().isInstanceOf(CallRefusedException.class);
            assertThatThrownBy(() -> await(account.balance())).hasMessageContaining("which brought none");
            assertThatThrownBy(() -> account.note(2)).isInstanceOf(CallRefusedException.class);
            assertThat(await(bank.plain())).isEqualTo(1);
        }
        Promise<@Nullable Account> refused = bank.login("refused");
        Promise<Integer> balance = refused.pipelined().balance();
        assertThatThrownBy(() -> await(balance)).hasMessageContaining("no such name");
    }

    @Test
    void callThatIsGivenUpIsNotExecuted() {
        Bank bank = bank();
        Promise<@Nullable Account> login = bank.login("later");
        Account account = login.pipelined();
        Promise<Integer> balance = account.balance();
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        account.history(3).subscribe(probe);
        simulation.runUntilIdle();
        balance.cancel(false);
        probe.cancel();
        simulation.runUntilIdle();
        login.cancel(false);
        simulation.runUntilIdle();
        assertThatThrownBy(() -> await(account.balance())).hasMessageContaining("brought none");
        assertThat(await(bank.plain())).isEqualTo(1);
    }

    /** The answer is on its way when nobody waits for it any more, but for calls that were made ahead of it. */
    @Test
    void actorOfACancelledAskIsHeldAsLongAsItsCallersAre() {
        Bank bank = simulation.await(slowClient().lookupAsync("bank", Bank.class));
        Promise<@Nullable Account> login = bank.login("later");
        Account account = login.pipelined();
        simulation.advance(ONE_WAY.multipliedBy(4));
        there.spawn(Bank.class, () -> new Settler("settled")).plain();
        simulation.advance(ONE_WAY.dividedBy(2));
        login.cancel(false);
        simulation.advance(ONE_WAY.multipliedBy(4));
        WeakReference<Object> collected = new WeakReference<>(new Object());
        Await.until("the garbage is collected", () -> {
            System.gc();
            return collected.get() == null;
        });
        simulation.runUntilIdle();
        account.note(1);
        assertThat(await(account.notes())).containsExactly(1);
    }

    @Test
    void deadlineOfACallThatWaitsPasses() {
        Bank bank = bank();
        Account account = bank.login("later").pipelined();
        Promise<Integer> balance = account.balance();
        simulation.advance(Duration.ofMinutes(1));
        assertThatThrownBy(() -> await(balance)).hasMessageContaining("callTime");
    }

    @Test
    void creditIsOneAccountForAllPipelinedCalls() {
        Bank bank = bank();
        List<Throwable> failures = new ArrayList<>();
        Runnable calls = () -> {
            Account one = bank.login("later").pipelined();
            Account other = bank.login("later").pipelined();
            try {
                for (int i = 0; i < 33; i++) {
                    one.note(i);
                    other.note(i);
                }
            } catch (CreditExhaustedException full) {
                failures.add(full);
            }
        };
        here.spawn(Task.class, () -> calls::run).run();
        simulation.runUntilIdle();
        assertThat(failures).hasSize(1);
        there.spawn(Bank.class, () -> new Settler("settled")).plain();
        simulation.runUntilIdle();
        for (int i = 0; i < 500; i++) {
            assertThat(await(bank.login("later" + i).pipelined().balance())).isZero();
        }
    }

    /** A contract that runs something. */
    public interface Task {
        void run();
    }

    @Test
    void ownReferenceThatComesBackIsNotPipelined() {
        Bank bank = bank();
        Account own = here.spawn(Account.class, Owner::new);
        Promise<Account> back = bank.mine(own);
        Promise<Integer> balance = back.pipelined().balance();
        assertThatThrownBy(() -> await(balance)).hasMessageContaining("brought none");
        assertThat(await(back)).isEqualTo(own);
    }

    @Test
    void whatIsNoReferenceIsRefusedAtOnce() {
        Bank bank = bank();
        Promise<Integer> plain = bank.plain();
        assertThatThrownBy(plain::pipelined)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is no contract");
        assertThatThrownBy(() -> new Promise<Account>().pipelined()).hasMessageContaining("use thenCompose");
        Promise<@Nullable Account> login = bank.login("a");
        assertThatThrownBy(() -> bank.mine(login.pipelined())).hasMessageContaining("is not here yet");
        assertThatThrownBy(() -> Remote.withDeadline(login.pipelined(), Duration.ofSeconds(1)))
                .hasMessageContaining("is not here yet");
        await(login);
        assertThat(await(bank.mine(login.pipelined()))).isNotNull();
    }

    @Test
    void referencesAreLetGoOfAsOthersAre() {
        Bank bank = bank();
        long before = server.statistics().references();
        for (int i = 0; i < 3_000; i++) {
            await(bank.login("same").pipelined().balance());
        }
        assertThat(server.statistics().references()).isLessThanOrEqualTo(before + 1);
    }
}
