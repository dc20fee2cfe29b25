package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code of {@code docs/AERON.md}, compiled and run, at addresses that are free. */
@Timeout(60)
class AeronGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private String anyGroup;

    public interface Shop {
        Promise<String> open(String day);
    }

    private static final class ShopActor extends Actor implements Shop {
        @Override
        public Promise<String> open(String day) {
            return Promise.of("open on " + day);
        }
    }

    public record Price(String symbol, int cents) {}

    public interface Prices {
        void tick(String symbol, int price);
    }

    public interface Market {
        Flow.Publisher<Price> prices();

        void opened(String day);
    }

    /** Knows the last price of each symbol. */
    private static final class Board implements Prices {
        final ConcurrentMap<String, Integer> known = new ConcurrentHashMap<>();

        @Override
        public void tick(String symbol, int price) {
            known.put(symbol, price);
        }

        void clear() {
            known.clear();
        }
    }

    @BeforeEach
    void group() throws Exception {
        anyGroup = TopicsTest.group("multicast").toString();
    }

    @AfterEach
    void end() throws Exception {
        executor.shutdown();
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void serverAndClientUseSharedMemory(@TempDir Path parent) throws Exception {
        String anyFolder = "aeron-ipc://" + parent.resolve("shop");
        try (ActorSystem system = ActorSystem.create()) {
            Shop shop = system.spawn(Shop.class, ShopActor::new);
            Server server = Server.builder(system)
                    .publish("shop", Shop.class, shop)
                    .listen(anyFolder)
                    .start();

            Client client = Client.connect(system, anyFolder);

            assertThat(client.lookup("shop", Shop.class).open("Monday").get(30, TimeUnit.SECONDS))
                    .isEqualTo("open on Monday");
            client.close();
            server.close();
        }
    }

    @Test
    void topicsReachTheirSubscribers() {
        List<String> printed = Collections.synchronizedList(new ArrayList<>());
        Prices printer = (symbol, price) -> printed.add(symbol + " " + price);
        URI group = URI.create(anyGroup);

        try (Topics topics = Topics.open(group)) {
            TopicSubscription subscription =
                    topics.subscribe("prices", Prices.class, printer, executor, TopicSubscription.Slow.WAIT);
            TopicPublisher<Prices> publisher = topics.publish("prices", Prices.class);
            publisher.tell().tick("ALGO", 12);

            Await.until("somebody hears", publisher::isHeard);
            publisher.tell().tick("ALGO", 13);
            Await.until("it has come", () -> subscription.received() > 0 && printed.contains("ALGO 13"));
        }
    }

    @Test
    void streamsReachTheirSubscribers() throws Exception {
        StreamSeen<Price> chart = StreamSeen.all();
        Flow.Publisher<Price> prices = Streams.of(List.of(new Price("ALGO", 12), new Price("ALGO", 13)));
        try (Topics topics = Topics.open(URI.create(anyGroup))) {
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            Promise<Void> end = publisher.stream(Market::prices, prices);

            TopicSubscription subscription =
                    topics.subscribe("market", Market.class, executor, TopicSubscription.Slow.WAIT);
            subscription.streams(Market.class).prices().subscribe(chart);

            assertThat(chart.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(chart.items).containsExactly(new Price("ALGO", 12), new Price("ALGO", 13));
            end.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void whoJoinsLateGetsASnapshot() {
        Map<String, Integer> latest = new ConcurrentHashMap<>(Map.of("ALGO", 12, "FOO", 7));
        Board board = new Board();
        ExecutorService boardExecutor = executor;
        try (Topics topics = Topics.open(URI.create(anyGroup))) {
            TopicPublisher<Prices> publisher =
                    topics.publish("prices", Prices.class, state -> latest.forEach(state::tick), executor);

            topics.subscribeFromSnapshot(
                    "prices", Prices.class, board, board::clear, boardExecutor, TopicSubscription.Slow.WAIT);

            Await.until("the snapshot has come", () -> board.known.equals(latest));
            assertThat(publisher.snapshots()).isPositive();
        }
    }

    @Test
    void codeOfThePageIsThatOfThisTest() throws Exception {
        String code = unspaced(Files.readString(Path.of("src/test/java/io/tellask/aeron/AeronGuideTest.java")));
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("../docs/AERON.md")))
                .results()
                .map((MatchResult block) -> unspaced(block.group(1)
                                .replace("\"aeron-ipc:///run/user/1000/shop\"", "anyFolder")
                                .replaceAll("\"aeron-multicast://[^\"]*\"", "anyGroup"))
                        .replaceFirst("}$", ""))
                .toList();

        assertThat(blocks).hasSize(6).allSatisfy(block -> assertThat(code).contains(block));
    }

    private static String unspaced(String text) {
        return text.replaceAll("\\s+", ""); // the formatter breaks lines elsewhere
    }
}
