package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.aeron.TopicException.Problem;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TopicsTest {
    public interface Prices {
        void tick(String symbol, int price);

        void blob(byte[] bytes);

        default void twice(String symbol, int price) {
            tick(symbol, price);
            tick(symbol, price);
        }
    }

    public interface Asking {
        Promise<String> ask();
    }

    /** Keeps what it is told; may be held up. */
    static final class Seen implements Prices {
        final List<String> ticks = Collections.synchronizedList(new ArrayList<>());
        final List<byte[]> blobs = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(0);

        @Override
        public void tick(String symbol, int price) {
            ticks.add(symbol + price);
        }

        @Override
        public void blob(byte[] bytes) {
            entered.countDown();
            try {
                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            blobs.add(bytes);
        }
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    static URI group(String kind) throws Exception {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            String host = kind.equals("multicast") ? "224.0.1.7" : "127.0.0.1";
            return URI.create("aeron-" + kind + "://" + host + ":" + free.getLocalPort());
        }
    }

    static TopicPublisher<Prices> heard(Topics topics, String topic) {
        TopicPublisher<Prices> publisher = topics.publish(topic, Prices.class);
        Await.until("somebody hears", publisher::isHeard);
        return publisher;
    }

    static List<String> ticks(String symbol, int count) {
        return IntStream.range(0, count).mapToObj(i -> symbol + i).toList();
    }

    @Test
    void closedPublisherRefusesTells() throws Exception {
        try (Topics topics = Topics.open(group("multicast"))) {
            TopicPublisher<Prices> publisher = topics.publish("a", Prices.class);
            publisher.close();
            assertThatThrownBy(() -> publisher.tell().tick("x", 1))
                    .isInstanceOf(TopicException.class)
                    .hasMessage("topic: name=a, its publisher is closed; open it or its group again");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void allSubscribersGetAllOfATopicInOrder(String kind) throws Exception {
        Seen first = new Seen();
        Seen second = new Seen();
        Seen other = new Seen();
        try (Topics topics = Topics.open(group(kind))) {
            topics.subscribe("a", Prices.class, first, threads, Slow.WAIT);
            topics.subscribe("a", Prices.class, second, threads, Slow.WAIT);
            topics.subscribe("b", Prices.class, other, threads, Slow.WAIT);
            TopicPublisher<Prices> a = heard(topics, "a");
            TopicPublisher<Prices> b = heard(topics, "b");
            for (int i = 0; i < 5_000; i++) {
                a.tell().tick("x", i);
            }
            b.tell().twice("y", 1);
            Await.until("all have come", () -> first.ticks.size() + second.ticks.size() + other.ticks.size() == 10_002);
            assertThat(first.ticks).isEqualTo(ticks("x", 5_000));
            assertThat(second.ticks).isEqualTo(ticks("x", 5_000));
            assertThat(other.ticks).containsExactly("y1", "y1");
            assertThat(a.published()).isEqualTo(5_000);
            assertThat(a.unheard()).isZero();
        }
    }

    @Test
    void longMessageComesInParts() throws Exception {
        Seen seen = new Seen();
        byte[] blob = new byte[20_000_000];
        for (int i = 0; i < blob.length; i++) {
            blob[i] = (byte) (i * 31);
        }
        try (Topics topics = Topics.open(group("multicast"))) {
            TopicSubscription subscription = topics.subscribe("a", Prices.class, seen, threads, Slow.WAIT);
            heard(topics, "a").tell().blob(blob);
            Await.until("it has come", () -> subscription.received() == 1);
            assertThat(seen.blobs).containsExactly(blob);
        }
    }

    @Test
    void messagesHaveALimitOnBothSides() throws Exception {
        int overhead = 8 + 1;
        Seen seen = new Seen();
        URI group = group("multicast");
        try (Topics large = Topics.open(group);
                Topics small = Topics.builder().messageBytes(1_000).open(group)) {
            TopicSubscription subscription = small.subscribe("a", Prices.class, seen, threads, Slow.WAIT);
            int most = 1_000 - overhead;
            TopicPublisher<Prices> publisher = heard(small, "a");
            int fits = IntStream.iterate(most, length -> length - 1)
                    .filter(length -> accepts(publisher, length))
                    .limit(1)
                    .findFirst()
                    .orElseThrow();
            assertThatThrownBy(() -> publisher.tell().blob(new byte[fits + 1]))
                    .isInstanceOfSatisfying(
                            TopicException.class, e -> assertThat(e.problem()).isEqualTo(Problem.TOO_LARGE))
                    .hasMessageContaining("bytes=1001 > messageBytes=1000");
            Await.until("it has come", () -> subscription.received() == 1);
            heard(large, "a").tell().blob(new byte[fits + 1]);
            Await.until("it was refused", () -> subscription.refused() == 1);
            assertThat(seen.blobs).hasSize(1);
        }
    }

    private static boolean accepts(TopicPublisher<Prices> publisher, int length) {
        try {
            publisher.tell().blob(new byte[length]);
            return true;
        } catch (TopicException tooLarge) {
            return false;
        }
    }

    @Test
    void slowSubscriberIsWaitedForOrDrops() throws Exception {
        Seen waited = new Seen();
        waited.goOn = new CountDownLatch(1);
        Seen dropping = new Seen();
        dropping.goOn = waited.goOn;
        try (Topics topics = Topics.builder()
                .queueBytes(100_000)
                .patience(Duration.ofMillis(200))
                .open(group("multicast"))) {
            TopicSubscription drops = topics.subscribe("a", Prices.class, dropping, threads, Slow.DROP);
            TopicPublisher<Prices> publisher = heard(topics, "a");
            for (int i = 0; i < 100; i++) { // far more than is kept anywhere
                publisher.tell().blob(new byte[50_000]);
            }
            Await.until("what does not fit is dropped", () -> drops.dropped() == 98);

            topics.subscribe("b", Prices.class, waited, threads, Slow.WAIT);
            TopicPublisher<Prices> held = heard(topics, "b");
            int[] told = new int[1];
            assertThatThrownBy(() -> {
                        for (; told[0] < 100; told[0]++) {
                            held.tell().blob(new byte[50_000]);
                        }
                    })
                    .isInstanceOfSatisfying(
                            TopicException.class, e -> assertThat(e.problem()).isEqualTo(Problem.NO_ROOM))
                    .hasMessageContaining("patience=PT0.2S");
            waited.goOn.countDown();
            Await.until("all that was told has come", () -> waited.blobs.size() == told[0]);
            held.tell().blob(new byte[1]);
            Await.until("it goes on", () -> waited.blobs.size() == told[0] + 1);
            Await.until("those kept have come", () -> drops.received() == 2);
        }
    }

    @Test
    void subscriberThatComesLateHearsFromNowOn() throws Exception {
        Seen early = new Seen();
        Seen late = new Seen();
        try (Topics topics = Topics.open(group("multicast"))) {
            TopicPublisher<Prices> publisher = topics.publish("a", Prices.class);
            publisher.tell().tick("nobody", 1);
            assertThat(publisher.unheard()).isEqualTo(1);
            topics.subscribe("a", Prices.class, early, threads, Slow.WAIT);
            Await.until("somebody hears", publisher::isHeard);
            publisher.tell().tick("x", 1);
            Await.until("it has come", () -> early.ticks.size() == 1);
            topics.subscribe("a", Prices.class, late, threads, Slow.WAIT);
            Await.until("the late one hears", () -> {
                publisher.tell().tick("y", 2);
                return !late.ticks.isEmpty();
            });
            // ticks still come in: copies, which are made under the lists' locks
            assertThat(List.copyOf(late.ticks)).containsOnly("y2");
            assertThat(List.copyOf(early.ticks)).startsWith("x1", "y2");
        }
    }

    @Test
    void otherContractAndFailingSubscriberAreCounted() throws Exception {
        Seen seen = new Seen();
        URI group = group("multicast");
        try (Topics topics = Topics.open(group)) {
            TopicSubscription other = topics.subscribe("a", Runnable.class, () -> {}, threads, Slow.WAIT);
            TopicSubscription failing = topics.subscribe(
                    "a",
                    Prices.class,
                    new Prices() {
                        @Override
                        public void tick(String symbol, int price) {
                            throw new IllegalStateException("as asked");
                        }

                        @Override
                        public void blob(byte[] bytes) {
                            seen.blob(bytes);
                        }
                    },
                    threads,
                    Slow.WAIT);
            TopicPublisher<Prices> publisher = heard(topics, "a");
            publisher.tell().tick("x", 1);
            publisher.tell().blob(new byte[1]);
            Await.until("both are through", () -> failing.failed() == 1 && failing.received() == 1);
            Await.until("none was for the other", () -> other.refused() == 2);
            assertThat(other.received()).isZero();
            assertThat(publisher.tell()).hasToString("topic a").isEqualTo(publisher.tell());
        }
    }

    @Test
    void closedGroupSaysSo() throws Exception {
        Topics topics = Topics.open(group("multicast"));
        TopicPublisher<Prices> publisher = topics.publish("a", Prices.class);
        assertThatThrownBy(() -> topics.publish("a", Asking.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a topic carries tells and streams, and nobody answers");
        topics.close();
        topics.close();
        publisher.close();
        assertThatThrownBy(() -> topics.publish("a", Prices.class))
                .isInstanceOfSatisfying(
                        TopicException.class, e -> assertThat(e.problem()).isEqualTo(Problem.CLOSED));
        Await.until("its publishers are closed", () -> {
            try {
                publisher.tell().tick("x", 1);
                return false;
            } catch (TopicException closed) {
                return closed.problem() == Problem.CLOSED;
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "aeron-multicast://127.0.0.1:7411, no multicast address",
        "aeron-unicast://224.0.1.7:7411, a multicast address",
        "aeron-multicast://224.0.1.7, not understood",
        "aeron-multicast://224.0.1.7:0, not understood",
        "aeron-multicast://224.0.1.7:65536, not understood",
        "aeron-multicast://224.0.1.7:7411?interface=192.0.2.1, add plaintext=true",
        "aeron-unicast://192.0.2.1:7411, add plaintext=true",
        "aeron-multicast://224.0.1.7:7411?ttl=4, option=ttl is unknown",
        "aeron-udp://224.0.1.7:7411, none of aeron-multicast and aeron-unicast"
    })
    void refusesGroup(URI group, String text) {
        assertThatThrownBy(() -> Topics.open(group))
                .isInstanceOfSatisfying(
                        TopicException.class, e -> assertThat(e.problem()).isEqualTo(Problem.BAD_GROUP))
                .hasMessageContaining(text);
    }

    @Test
    void settingsHaveLimits() {
        assertThatCode(() -> Topics.builder().messageBytes(1).queueBytes(1).patience(Duration.ZERO))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Topics.builder().messageBytes(0)).hasMessageContaining("messageBytes=0 < 1");
        assertThatThrownBy(() -> Topics.builder().queueBytes(0)).hasMessageContaining("queueBytes=0 < 1");
        assertThatThrownBy(() -> Topics.builder().patience(Duration.ofMillis(-1)))
                .hasMessageContaining("patience");
    }
}
