package io.tellask.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.StreamItems;
import io.tellask.actor.Streams;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.CallLog;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Limits;
import io.tellask.remote.LookupException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Principal;
import io.tellask.remote.RateLimit;
import io.tellask.remote.Remote;
import io.tellask.remote.RoleRules;
import io.tellask.remote.Server;
import io.tellask.remote.Session;
import io.tellask.remote.SessionListener;
import io.tellask.remote.Spore;
import io.tellask.remote.SporeRun;
import io.tellask.test.Await;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of {@code docs/REMOTE_CALLS.md}, compiled and run; each of the page's Java blocks stands in this file. */
@Timeout(60)
class RemoteCallsGuideTest {
    public record Stock(String article, int pieces) {}

    public interface Label {
        String text();
    }

    public record PriceLabel(int cents) implements Label {
        @Override
        public String text() {
            return cents + " ct";
        }
    }

    public static final class OutOfStockException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final int left;

        OutOfStockException(int left) {
            super("only " + left + " left");
            this.left = left;
        }

        int left() {
            return left;
        }
    }

    public interface Shelf {
        Promise<String> article();
    }

    public interface Watcher {
        void isLow(String article, int left);
    }

    public interface Warehouse {
        void restock(String article, int pieces); // tell: sent, never answered

        Promise<Integer> take(String article, int pieces) throws OutOfStockException; // ask: answered later

        Flow.Publisher<Stock> stocks(); // stream: many answers

        Promise<Shelf> shelf(String article); // a reference to another actor

        void label(String article, Label label);

        void watch(List<String> articles, Watcher watcher);

        Promise<Integer> deliver(Flow.Publisher<Stock> delivery); // the caller sends many items

        Flow.Publisher<Stock> levels(Flow.Publisher<String> articles); // both ways at once

        Promise<Integer> never();
    }

    static final class WarehouseActor extends Actor implements Warehouse {
        private final Map<String, Integer> pieces = new TreeMap<>();
        private final List<String> guests = new ArrayList<>();
        private String labels = "";

        @Override
        public void restock(String article, int added) {
            pieces.merge(article, added, Integer::sum);
        }

        @Override
        public Promise<Integer> take(String article, int wanted) throws OutOfStockException {
            int left = pieces.getOrDefault(article, 0);
            if (wanted > left) {
                throw new OutOfStockException(left);
            }
            if (wanted < 0) {
                throw new IllegalArgumentException("wanted=" + wanted + " is negative");
            }
            pieces.put(article, left - wanted);
            return Promise.of(left - wanted);
        }

        @Override
        public Flow.Publisher<Stock> stocks() {
            return Streams.of(pieces.entrySet().stream()
                    .map(entry -> new Stock(entry.getKey(), entry.getValue()))
                    .toList());
        }

        @Override
        public Promise<Shelf> shelf(String article) {
            Session session = Session.current().orElseThrow();
            guests.add(session.peer());
            session.onEnd(reason -> guests.remove(session.peer()));
            return Promise.of(session.spawn(Shelf.class, () -> () -> Promise.of(article + labels)));
        }

        @Override
        public void label(String article, Label label) {
            labels += ", " + label.text();
        }

        @Override
        public void watch(List<String> articles, Watcher watcher) {
            articles.forEach(article -> watcher.isLow(article, pieces.getOrDefault(article, 0)));
        }

        @Override
        public Promise<Integer> deliver(Flow.Publisher<Stock> delivery) {
            return Streams.forEach(delivery, 64, stock -> restock(stock.article(), stock.pieces()))
                    .thenApply(end -> pieces.size());
        }

        @Override
        public Flow.Publisher<Stock> levels(Flow.Publisher<String> articles) {
            return Streams.map(articles, article -> new Stock(article, pieces.getOrDefault(article, 0)));
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }
    }

    private final ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        system.close();
    }

    private Server serve(String address) {
        ActorSystem system = this.system;
        Warehouse warehouse = system.spawn(Warehouse.class, WarehouseActor::new);
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, warehouse)
                .listen(address)
                .start();
        return server;
    }

    private Warehouse lookUp(Server server) {
        return Client.connect(system, server.address()).lookup("warehouse", Warehouse.class);
    }

    @Test
    void connectsAndCalls() throws Exception {
        Server server = serve("tellask://127.0.0.1:0");
        String address = server.address().toString();

        Client client = Client.connect(system, address);
        Warehouse warehouse = client.lookup("warehouse", Warehouse.class);
        warehouse.restock("bolt", 100);
        int left = warehouse.take("bolt", 30).join();

        assertThat(left).isEqualTo(70);
        assertThatThrownBy(() -> client.lookup("shop", Warehouse.class)).isInstanceOf(LookupException.class);
        Client either = Client.connect(system, List.of(URI.create("tellask://127.0.0.1:1"), server.address()));
        assertThat(either.isOpen()).isTrue();
    }

    @Test
    void grantsClassesThatTheContractDoesNotName() {
        Codec codec = Codec.builder().allow(PriceLabel.class).build();
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, system.spawn(Warehouse.class, WarehouseActor::new))
                .codec(codec)
                .listen("tellask://127.0.0.1:0")
                .start();
        Client client = Client.builder(system).codec(codec).connect(server.address());

        Warehouse warehouse = client.lookup("warehouse", Warehouse.class);
        warehouse.label("bolt", new PriceLabel(5));
        Shelf shelf = warehouse.shelf("bolt").join();
        assertThat(shelf.article().join()).isEqualTo("bolt, 5 ct");
        Warehouse ungranted = lookUp(server);
        assertThatThrownBy(() -> ungranted.label("bolt", new PriceLabel(5)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("PriceLabel");
    }

    @Test
    void asksWhoCallsAndSeesEachCall() {
        Authenticator authenticator = Authenticator.tokens(Map.of("t0ken", Principal.of("ada", "clerk")));
        Interceptor interceptor = Interceptor.all(
                CallLog.to(System.getLogger("calls"), System.Logger.Level.DEBUG),
                RoleRules.builder()
                        .role("clerk", Warehouse.class)
                        .everybody(Shelf.class)
                        .build(),
                RateLimit.perPrincipal(100_000, 1_000_000));
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, system.spawn(Warehouse.class, WarehouseActor::new))
                .authenticator(authenticator)
                .interceptor(interceptor)
                .listen("tellask://127.0.0.1:0")
                .start();
        Client.Builder ada = Client.builder(system).credentials(Credentials.token("t0ken"));
        Warehouse warehouse = ada.connect(server.address()).lookup("warehouse", Warehouse.class);
        assertThat(warehouse.take("bolt", 0).join()).isZero();
        assertThatThrownBy(() -> Client.connect(system, server.address())).isInstanceOf(AuthenticationException.class);
    }

    @Test
    void chainsTakeOneRoundTrip() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));

        Shelf shelf = warehouse.shelf("bolt").pipelined();
        String article = shelf.article().join();

        assertThat(article).isEqualTo("bolt");
    }

    @Test
    void serverCallsBack() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));
        BlockingQueue<String> low = new LinkedBlockingQueue<>();

        Watcher watcher = system.spawn(Watcher.class, () -> (article, left) -> low.add(article));
        warehouse.watch(List.of("bolt", "nut"), watcher);

        Await.until("both articles are low", () -> List.copyOf(low).equals(List.of("bolt", "nut")));
    }

    @Test
    void failuresArriveAsWhatTheyAre() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));
        warehouse.restock("bolt", 2);

        String answer = warehouse
                .take("bolt", 5)
                .thenApply(left -> left + " left")
                .exceptionally(failure -> switch (failure.getCause()) {
                    case OutOfStockException declared -> "no: " + declared.getMessage(); // the method's own
                    case OutcomeUnknownException lost -> "perhaps: ask again what is left"; // it may have been executed
                    default -> "failed: " + failure.getMessage();
                })
                .join();

        assertThat(answer).isEqualTo("no: only 2 left");
        assertThatThrownBy(() -> warehouse.take("bolt", -1).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("wanted=-1 is negative");
    }

    @Test
    void deadlinesEndAsks() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));

        Warehouse hasty = Remote.withDeadline(warehouse, Duration.ofMillis(200));
        Promise<Integer> answer = hasty.never();

        assertThatThrownBy(answer::join).cause().isInstanceOf(DeadlineExceededException.class);
    }

    public interface Importer {
        Promise<Integer> read(List<String> articles);
    }

    static final class ImporterActor extends Actor implements Importer {
        private final Warehouse warehouse;

        ImporterActor(Warehouse warehouse) {
            this.warehouse = warehouse;
        }

        @Override
        public Promise<Integer> read(List<String> articles) {
            Promise<Integer> sent = new Promise<>();
            send(articles, 0, sent);
            return sent;
        }

        private void send(List<String> articles, int from, Promise<Integer> sent) {
            int next = from;
            while (next < articles.size() && offer(articles.get(next))) {
                next++;
            }
            if (next == articles.size()) {
                sent.complete(next);
            } else {
                int rest = next;
                Remote.whenWritable(warehouse).thenRun(() -> send(articles, rest, sent));
            }
        }

        private boolean offer(String article) {
            return Remote.offer(warehouse, target -> target.restock(article, 1));
        }
    }

    @Test
    void actorsWaitForCreditWithoutBlocking() throws Exception {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));
        Importer importer = system.spawn(Importer.class, () -> new ImporterActor(warehouse));

        int sent = importer.read(Collections.nCopies(20_000, "bolt")).get(30, TimeUnit.SECONDS);

        assertThat(warehouse.take("bolt", sent).get(30, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void streamsArriveAsFastAsTheyAreTaken() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));
        warehouse.restock("bolt", 100);
        warehouse.restock("nut", 90);

        List<Stock> stocks = Streams.collect(warehouse.stocks(), 1_000).join();

        assertThat(stocks).containsExactly(new Stock("bolt", 100), new Stock("nut", 90));
        List<String> seen = new ArrayList<>();
        Promise<Void> end = Streams.forEach(warehouse.stocks(), 64, stock -> seen.add(stock.article()));
        end.join();
        assertThat(seen).containsExactly("bolt", "nut");
    }

    @Test
    void streamsAreArguments() {
        Warehouse warehouse = lookUp(serve("tellask://127.0.0.1:0"));

        List<Stock> delivery = List.of(new Stock("bolt", 100), new Stock("nut", 90));
        int articles = warehouse.deliver(Streams.of(delivery)).join();

        assertThat(articles).isEqualTo(2);
        List<Stock> seen = new ArrayList<>();
        Flow.Publisher<String> questions = Streams.of(List.of("nut", "bolt"));
        try (StreamItems<Stock> levels = Streams.iterate(warehouse.levels(questions), 64)) {
            for (Stock level : levels) {
                seen.add(level);
            }
        }
        assertThat(seen).containsExactly(new Stock("nut", 90), new Stock("bolt", 100));
    }

    @Test
    void limitsAreSetForEachServerAndClient() {
        Limits limits = Limits.builder()
                .callTime(Duration.ofSeconds(5))
                .messageBytes(4 * 1024 * 1024)
                .connections(200)
                .build();
        Server server = Server.builder(system)
                .publish("warehouse", Warehouse.class, system.spawn(Warehouse.class, WarehouseActor::new))
                .limits(limits)
                .listen("tellask://127.0.0.1:0")
                .start();
        Client client = Client.builder(system).limits(limits).connect(server.address());

        assertThat(client.lookup("warehouse", Warehouse.class)).isNotNull();
        assertThat(server.statistics().connections()).isEqualTo(1);
    }

    @Test
    void connectsAgainAfterTheServerWasRestarted() throws Exception {
        Server first = serve("tellask://127.0.0.1:0");
        URI address = first.address();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();

        Client client = Client.builder(system).reconnecting().connect(address);
        client.listen(new SessionListener() {
            @Override
            public void onLost(RuntimeException cause, long unacknowledgedTells) {
                told.add("lost, with " + unacknowledgedTells + " tells that nobody may have heard");
            }

            @Override
            public void onReconnected() {
                told.add("connected again");
            }
        });
        Warehouse warehouse = client.lookup("warehouse", Warehouse.class);

        warehouse.restock("bolt", 1);
        assertThat(warehouse.take("bolt", 0).join()).isEqualTo(1);
        first.close();
        serve(address.toString());
        assertThat(told.poll(30, TimeUnit.SECONDS)).startsWith("lost, with");
        assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo("connected again");
        warehouse.restock("bolt", 7);
        assertThat(warehouse.take("bolt", 0).join()).isEqualTo(7); // another warehouse: this server began anew
        client.close();
    }

    /** Takes code to its users. */
    public interface Register {
        <R> Flow.Publisher<R> scan(Spore<User, R> spore);
    }

    record RegisterActor(List<User> users) implements Register {
        @Override
        public <R> Flow.Publisher<R> scan(Spore<User, R> spore) {
            return SporeRun.start(spore, run -> users.forEach(run::accept));
        }
    }

    record FriendsOf(String uid) implements Spore<User, String> {
        @Override
        public void accept(User user, Output<String> out) {
            if (user.friends().contains(uid)) {
                out.emit(user.name());
            }
        }
    }

    /** The class that contains the lambda. */
    static final class Scans {
        static Spore<User, String> friendsOf(String uid) {
            return (Spore<User, String> & Serializable) (user, out) -> {
                if (user.friends().contains(uid)) {
                    out.emit(user.name());
                }
            };
        }
    }

    @Test
    void recordsAndLambdasAreSpores() {
        Codec codec = Codec.builder()
                .allow(FriendsOf.class, Scans.class)
                .allowLambdas()
                .build();
        List<User> users = List.of(
                new User("u1", "ada", List.of("u2")),
                new User("u2", "bob", List.of("u1", "u3")),
                new User("u3", "cid", List.of("u2")));
        Server server = Server.builder(system)
                .publish("register", Register.class, system.spawn(Register.class, () -> new RegisterActor(users)))
                .codec(codec)
                .listen("tellask://127.0.0.1:0")
                .start();
        Client client = Client.builder(system).codec(codec).connect(server.address());
        Register register = client.lookup("register", Register.class);

        List<String> names =
                Streams.collect(register.scan(new FriendsOf("u2")), 10).join();
        assertThat(names).containsExactly("ada", "cid");
        assertThat(Streams.collect(register.scan(Scans.friendsOf("u2")), 10).join())
                .containsExactly("ada", "cid");
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        Guide.assertIsCompiled(
                "REMOTE_CALLS.md",
                8,
                "test/java/io/tellask/examples/RemoteCallsGuideTest.java",
                "main/java/io/tellask/examples/KeyValueServer.java");
    }
}
