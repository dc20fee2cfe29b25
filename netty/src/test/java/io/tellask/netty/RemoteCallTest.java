package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.LookupException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.TransportException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls over TCP and in memory, to an actor on the I/O loop and to one on a thread of its own. */
@Timeout(120)
class RemoteCallTest {
    record Trade(String symbol, int quantity, List<Double> prices) {}

    static class InsufficientFunds extends Exception {
        private static final long serialVersionUID = 1;

        InsufficientFunds(String message) {
            super(message);
        }
    }

    public interface Account {
        Promise<Long> deposit(long cents);

        Promise<Long> withdraw(long cents) throws InsufficientFunds;
    }

    public interface Desk {
        void log(String line);

        void count(int by);

        Promise<Integer> total();

        Promise<Integer> add(int a, int b);

        Promise<String> echo(String text);

        Promise<List<Trade>> book(Trade trade, List<Trade> more);

        Promise<byte[]> bytes(int length);

        Promise<Account> account(String owner);

        Flow.Publisher<Integer> numbers(int from, int to);

        Promise<Void> never();

        Promise<Void> broken();

        double half(double value);

        List<String> lines();
    }

    static final class DeskActor extends Actor implements Desk {
        private final List<String> lines = new ArrayList<>();
        private int total;

        @Override
        public void log(String line) {
            lines.add(line);
        }

        @Override
        public void count(int by) {
            total += by;
        }

        @Override
        public Promise<Integer> total() {
            return Promise.of(total);
        }

        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<String> echo(String text) {
            return Promise.of(text);
        }

        @Override
        public Promise<List<Trade>> book(Trade trade, List<Trade> more) {
            List<Trade> all = new ArrayList<>(more);
            all.add(trade);
            return Promise.of(all);
        }

        @Override
        public Promise<byte[]> bytes(int length) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) i;
            }
            return Promise.of(bytes);
        }

        @Override
        public Promise<Account> account(String owner) {
            return Promise.of(Session.current().orElseThrow().spawn(Account.class, AccountActor::new));
        }

        @Override
        public Flow.Publisher<Integer> numbers(int from, int to) {
            return Streams.of(java.util.stream.IntStream.range(from, to).boxed().toList());
        }

        @Override
        public Promise<Void> never() {
            return new Promise<>();
        }

        @Override
        public Promise<Void> broken() {
            throw new IllegalStateException("it broke");
        }

        @Override
        public double half(double value) {
            return value / 2;
        }

        @Override
        public List<String> lines() {
            return lines;
        }
    }

    static final class AccountActor implements Account {
        private long balance;

        @Override
        public Promise<Long> deposit(long cents) {
            balance += cents;
            return Promise.of(balance);
        }

        @Override
        public Promise<Long> withdraw(long cents) throws InsufficientFunds {
            if (cents > balance) {
                throw new InsufficientFunds("balance=" + balance);
            }
            balance -= cents;
            return Promise.of(balance);
        }
    }

    @FunctionalInterface
    private interface Check {
        void run(Desk desk, Client client, Server server) throws Exception;
    }

    private static void with(String address, String placement, Check check) throws Exception {
        SpawnOptions options = placement.equals("loop") ? SpawnOptions.ioLoop() : SpawnOptions.dedicatedThread();
        try (ActorSystem there = ActorSystem.create();
                ActorSystem here = ActorSystem.create()) {
            Desk local = there.spawn(Desk.class, DeskActor::new, options);
            try (Server server = Server.builder(there)
                            .publish("desk", Desk.class, local)
                            .listen(address)
                            .start();
                    Client client = Client.connect(here, server.address())) {
                check.run(client.lookup("desk", Desk.class), client, server);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tellask://127.0.0.1:0,loop",
        "tellask://127.0.0.1:0,thread",
        "memory://calls,loop",
        "memory://calls,thread"
    })
    void callsOfEveryKindAreAnswered(String address, String placement) throws Exception {
        with(address, placement, (desk, client, server) -> {
            desk.log("one");
            desk.log(null);
            for (int i = 1; i <= 100_000; i++) {
                desk.count(i % 7);
            }
            int expected = 0;
            for (int i = 1; i <= 100_000; i++) {
                expected += i % 7;
            }
            assertThat(desk.total().join()).isEqualTo(expected);
            assertThat(desk.add(-1, Integer.MAX_VALUE).join()).isEqualTo(Integer.MAX_VALUE - 1);
            assertThat(desk.echo("grüße 世界").join()).isEqualTo("grüße 世界");
            assertThat(desk.echo(null).join()).isNull();
            assertThat(desk.half(3)).isEqualTo(1.5);
            assertThat(desk.lines()).containsExactly("one", null);
            Trade trade = new Trade("ALGO", 3, List.of(1.5, 2.5));
            assertThat(desk.book(trade, List.of(new Trade("X", 1, List.of()))).join())
                    .containsExactly(new Trade("X", 1, List.of()), trade);
            byte[] large = desk.bytes(3_000_000).join();
            assertThat(large).hasSize(3_000_000);
            assertThat(large[2_999_999]).isEqualTo((byte) 2_999_999);
            String longText = "x".repeat(700_000);
            assertThat(desk.echo(longText).join()).isEqualTo(longText);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "tellask://127.0.0.1:0,loop",
        "tellask://127.0.0.1:0,thread",
        "memory://streams,loop",
        "memory://streams,thread"
    })
    void streamsArriveInOrderAndEnd(String address, String placement) throws Exception {
        with(address, placement, (desk, client, server) -> {
            List<Integer> numbers =
                    Streams.collect(desk.numbers(0, 50_000), 50_000).join();
            assertThat(numbers).hasSize(50_000).isSorted();
            assertThat(Streams.collect(desk.numbers(5, 5), 10).join()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"tellask://127.0.0.1:0,loop", "memory://references,thread"})
    void referencesComeBackAndDeclaredExceptionsArriveAsThemselves(String address, String placement) throws Exception {
        with(address, placement, (desk, client, server) -> {
            Account account = desk.account("ada").join();
            assertThat(account.deposit(500).join()).isEqualTo(500);
            assertThat(account.withdraw(200).join()).isEqualTo(300);
            assertThatThrownBy(() -> account.withdraw(301).join())
                    .cause()
                    .isInstanceOf(InsufficientFunds.class)
                    .hasMessage("balance=300")
                    .hasNoSuppressedExceptions();
            assertThatThrownBy(() -> desk.broken().join())
                    .cause()
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessage("it broke");
        });
    }

    @ParameterizedTest
    @CsvSource({"tellask://127.0.0.1:0,loop", "memory://ends,thread"})
    void whatIsUnderWaySettlesWhenTheSessionEnds(String address, String placement) throws Exception {
        with(address, placement, (desk, client, server) -> {
            assertThatThrownBy(() -> Remote.withDeadline(desk, Duration.ofMillis(50))
                            .never()
                            .join())
                    .hasCauseInstanceOf(DeadlineExceededException.class);
            Promise<Void> never = desk.never();
            server.close(Duration.ZERO);
            assertThatThrownBy(never::join).hasCauseInstanceOf(OutcomeUnknownException.class);
            client.whenEnded().join();
            assertThatThrownBy(() -> desk.add(1, 2).join()).hasMessageContaining("connect again");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tellask://127.0.0.1:1", "memory://nobody"})
    void connectingOnAClosedSystemSaysThatItIsClosed(String address) {
        ActorSystem system = ActorSystem.create();
        system.close();
        assertThatThrownBy(() -> Client.connect(system, URI.create(address)))
                .isInstanceOf(TransportException.class)
                .hasMessage("connect: address=" + address
                        + " failed, the actor system is closed; connect with an open one");
    }

    @Test
    void lookupSaysWhatIsWrong() throws Exception {
        with("tellask://127.0.0.1:0", "loop", (desk, client, server) -> {
            assertThatThrownBy(() -> client.lookup("dask", Desk.class))
                    .isInstanceOf(LookupException.class)
                    .hasMessageContaining("name=dask is not published");
            assertThatThrownBy(() -> client.lookup("desk", Account.class))
                    .isInstanceOf(LookupException.class)
                    .hasMessageContaining("published contract=" + Desk.class.getName());
        });
    }
}
