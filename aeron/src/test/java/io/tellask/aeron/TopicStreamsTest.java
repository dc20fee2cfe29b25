package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class TopicStreamsTest {
    public interface Market {
        Flow.Publisher<Integer> prices();

        Flow.Publisher<String> news();

        void opened(String day);
    }

    public interface ByName {
        Flow.Publisher<Integer> prices(String symbol);
    }

    /** Hears tells. */
    private record Days(List<String> days) implements Market {
        @Override
        public Flow.Publisher<Integer> prices() {
            throw new AssertionError("nobody asks a subscriber for its streams");
        }

        @Override
        public Flow.Publisher<String> news() {
            throw new AssertionError("nobody asks a subscriber for its streams");
        }

        @Override
        public void opened(String day) {
            days.add(day);
        }
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    private static <T> StreamSeen<T> hear(Flow.Publisher<T> stream, StreamSeen<T> seen) throws Exception {
        stream.subscribe(seen);
        seen.subscription.get(30, TimeUnit.SECONDS);
        return seen;
    }

    private static Market market(Topics topics, ExecutorService threads, Slow slow) {
        return topics.subscribe("market", Market.class, threads, slow).streams(Market.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void allSubscribersGetAllItemsAndTheEndInOrder(String kind) throws Exception {
        URI group = TopicsTest.group(kind);
        try (Topics topics = Topics.open(group)) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<Integer> all = hear(market.prices(), StreamSeen.all());
            StreamSeen<Integer> single = hear(market.prices(), StreamSeen.oneByOne());
            StreamSeen<Integer> elsewhere =
                    hear(market(topics, threads, Slow.WAIT).prices(), StreamSeen.all());
            StreamSeen<String> other = hear(market.news(), StreamSeen.all());
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            Promise<Void> end = publisher.stream(Market::prices, Streams.of(numbers(20_000)));
            for (StreamSeen<Integer> seen : List.of(all, single, elsewhere)) {
                assertThat(seen.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
                assertThat(seen.items).isEqualTo(numbers(20_000));
            }
            end.get(30, TimeUnit.SECONDS);
            assertThat(other.items).isEmpty();
            assertThat(publisher.published()).as("messages of many items").isLessThan(5_000);
        }
    }

    @Test
    void sourceIsSubscribedToOnceAndWhenSomebodyHears() throws Exception {
        AtomicInteger subscribed = new AtomicInteger();
        Flow.Publisher<Integer> source = subscriber -> {
            subscribed.incrementAndGet();
            Streams.of(numbers(3)).subscribe(subscriber);
        };
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            Promise<Void> end = topics.publish("market", Market.class).stream(Market::prices, source);
            assertThat(subscribed).hasValue(0);
            Market market = market(topics, threads, Slow.WAIT);
            hear(market.prices(), StreamSeen.all());
            hear(market.prices(), StreamSeen.all());
            end.get(30, TimeUnit.SECONDS);
            assertThat(subscribed).hasValue(1);
        }
    }

    @Test
    void whoComesLateHearsFromTheMiddleOn() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<Integer> early = hear(market.prices(), StreamSeen.all());
            topics.publish("market", Market.class).stream(Market::prices, source);
            Await.until("the source is subscribed to", source::hasSubscribers);
            source.submit(1);
            source.submit(2);
            Await.until("two have come", () -> early.items.size() == 2);
            StreamSeen<Integer> late = hear(market.prices(), StreamSeen.all());
            source.submit(3);
            source.close();
            assertThat(early.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(late.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(early.items).containsExactly(1, 2, 3);
            assertThat(late.items).containsExactly(3);
        }
    }

    @Test
    void twoStreamsAndTellsGoBesideEachOther() throws Exception {
        List<String> days = Collections.synchronizedList(new ArrayList<>());
        Market board = new Days(days);
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            TopicSubscription subscription = topics.subscribe("market", Market.class, board, threads, Slow.WAIT);
            Market market = subscription.streams(Market.class);
            StreamSeen<Integer> prices = hear(market.prices(), StreamSeen.all());
            StreamSeen<String> news = hear(market.news(), StreamSeen.all());
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            publisher.stream(Market::prices, Streams.of(numbers(5_000)));
            Await.until("somebody hears", publisher::isHeard);
            publisher.tell().opened("Monday");
            publisher.stream(Market::news, Streams.of(List.of("a", "b", "c")));
            publisher.tell().opened("Tuesday");
            assertThat(prices.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(news.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            Await.until("both days have come", () -> days.size() == 2);
            assertThat(prices.items).isEqualTo(numbers(5_000));
            assertThat(news.items).containsExactly("a", "b", "c");
            assertThat(days).containsExactly("Monday", "Tuesday");
            assertThat(subscription.failed()).isZero();
        }
    }

    /** Texts of 1,000 characters, which are counted as they are asked for. */
    private static Iterator<String> texts(int count, AtomicInteger given) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    given.incrementAndGet();
                    return i + "-".repeat(1_000);
                })
                .iterator();
    }

    @Test
    void slowSubscriberHoldsTheSourceBack() throws Exception {
        AtomicInteger given = new AtomicInteger();
        try (Topics topics = Topics.builder().queueBytes(10_000).open(TopicsTest.group("multicast"))) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<String> slow = hear(market.news(), new StreamSeen<>(0));
            topics.publish("market", Market.class).stream(Market::news, Streams.of(texts(20_000, given)));
            Await.until("the source is asked for its window", () -> given.get() >= TopicStreamSender.WINDOW_ITEMS);
            int lead = 0;
            for (int i = 1; i <= 300; i++) {
                int expected = i;
                slow.subscription.join().request(1);
                Await.until("one more has come", () -> slow.items.size() == expected);
                lead = Math.max(lead, given.get() - i);
            }
            assertThat(lead).as("items ahead").isLessThan(1_500);
            slow.subscription.join().request(Long.MAX_VALUE);
            assertThat(slow.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(slow.items).hasSize(20_000);
            assertThat(slow.items.getLast()).startsWith("19999-");
        }
    }

    @Test
    void slowSubscriberThatDropsMissesTheNewestItemsAndHearsTheEnd() throws Exception {
        AtomicInteger given = new AtomicInteger();
        try (Topics topics = Topics.builder().queueBytes(10_000).open(TopicsTest.group("multicast"))) {
            TopicSubscription subscription = topics.subscribe("market", Market.class, threads, Slow.DROP);
            StreamSeen<String> slow = hear(subscription.streams(Market.class).news(), new StreamSeen<>(0));
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            publisher.stream(Market::news, Streams.of(texts(2_000, given))).get(30, TimeUnit.SECONDS);
            Await.until(
                    "all have come or were dropped",
                    () -> subscription.received() + subscription.dropped() == publisher.published());
            assertThat(subscription.dropped()).isGreaterThan(1_900);
            slow.subscription.join().request(Long.MAX_VALUE);
            assertThat(slow.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            List<Integer> heard = slow.items.stream()
                    .map(item -> Integer.parseInt(item.substring(0, item.indexOf('-'))))
                    .toList();
            assertThat(heard)
                    .hasSizeBetween(5, 100)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .startsWith(0, 1, 2);
        }
    }

    @Test
    void failureOfTheSourceIsPublished() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            StreamSeen<Integer> seen = hear(market(topics, threads, Slow.WAIT).prices(), StreamSeen.all());
            Promise<Void> end = topics.publish("market", Market.class).stream(Market::prices, source);
            Await.until("the source is subscribed to", source::hasSubscribers);
            source.submit(1);
            Await.until("it has come", () -> seen.items.size() == 1); // this source's failures overtake its items
            source.closeExceptionally(new IllegalStateException("the exchange is closed"));
            assertThat(seen.end.get(30, TimeUnit.SECONDS))
                    .startsWith("STREAM_FAILED")
                    .contains("prices")
                    .contains("the exchange is closed");
            assertThat(seen.items).containsExactly(1);
            assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS)).hasRootCauseMessage("the exchange is closed");
        }
    }

    @Test
    void itemThatCannotBeEncodedFailsTheStreamBehindThoseBefore() throws Exception {
        Flow.Publisher<Integer> wrong =
                (Flow.Publisher<Integer>) (Flow.Publisher<?>) Streams.of(List.of(1, 2, new Object()));
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            StreamSeen<Integer> seen = hear(market(topics, threads, Slow.WAIT).prices(), StreamSeen.all());
            Promise<Void> end = topics.publish("market", Market.class).stream(Market::prices, wrong);
            assertThat(seen.end.get(30, TimeUnit.SECONDS)).startsWith("STREAM_FAILED");
            assertThat(seen.items).containsExactly(1, 2);
            assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void publisherThatEndsBeforeItsStreamIsLost() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<Integer> seen = hear(market.prices(), StreamSeen.all());
            StreamSeen<String> quiet = hear(market.news(), StreamSeen.all());
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            Promise<Void> end = publisher.stream(Market::prices, source);
            Await.until("the source is subscribed to", source::hasSubscribers);
            source.submit(1);
            Await.until("it has come", () -> seen.items.size() == 1);
            publisher.close();
            assertThat(seen.end.get(30, TimeUnit.SECONDS)).startsWith("PUBLISHER_LOST");
            assertThat(quiet.end.get(30, TimeUnit.SECONDS)).startsWith("PUBLISHER_LOST");
            assertThatThrownBy(() -> end.get(30, TimeUnit.SECONDS)).hasMessageContaining("its publisher was closed");
            Await.until("the source is cancelled", () -> !source.hasSubscribers());

            StreamSeen<Integer> next = hear(market.prices(), StreamSeen.all());
            topics.publish("market", Market.class).stream(Market::prices, Streams.of(List.of(7)));
            assertThat(next.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(next.items).containsExactly(7);
        }
    }

    @Test
    void cancellingEndsOneSubscriberOrAll() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<Integer> stays = hear(market.prices(), StreamSeen.all());
            StreamSeen<Integer> goes = hear(market.prices(), StreamSeen.all());
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            Promise<Void> end = publisher.stream(Market::prices, source);
            Await.until("the source is subscribed to", source::hasSubscribers);
            assertThatThrownBy(() -> publisher.stream(Market::prices, source))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("publishes a stream already");
            source.submit(1);
            Await.until("both heard", () -> stays.items.size() + goes.items.size() == 2);
            goes.subscription.join().cancel();
            source.submit(2);
            Await.until("one heard", () -> stays.items.size() == 2);
            assertThat(goes.items).containsExactly(1);
            end.cancel(true);
            assertThat(stays.end.get(30, TimeUnit.SECONDS))
                    .startsWith("STREAM_FAILED")
                    .contains("cancelled");
            Await.until("the source is cancelled", () -> !source.hasSubscribers());
            assertThat(goes.end).isNotDone();
        }
    }

    @Test
    void whoAsksForNothingOrThrowsEndsAlone() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            Market market = market(topics, threads, Slow.WAIT);
            StreamSeen<Integer> wrong = hear(market.prices(), new StreamSeen<>(0));
            wrong.subscription.join().request(0);
            assertThat(wrong.end.get(30, TimeUnit.SECONDS)).contains("request=0 < 1");
            StreamSeen<Integer> right = hear(market.prices(), StreamSeen.all());
            Promise<Void> throwing = Streams.forEach(market.prices(), 10, item -> {
                throw new IllegalStateException("I do not like " + item);
            });
            topics.publish("market", Market.class).stream(Market::prices, Streams.of(numbers(100)));
            assertThat(right.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(right.items).isEqualTo(numbers(100));
            assertThatThrownBy(() -> throwing.get(30, TimeUnit.SECONDS)).hasRootCauseMessage("I do not like 0");
        }
    }

    @Test
    void endOfTheSubscriptionEndsItsStreams() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            TopicSubscription subscription = topics.subscribe("market", Market.class, threads, Slow.WAIT);
            Market market = subscription.streams(Market.class);
            StreamSeen<Integer> before = hear(market.prices(), StreamSeen.all());
            subscription.close();
            assertThat(before.end.get(30, TimeUnit.SECONDS)).startsWith("CLOSED");
            assertThat(hear(market.prices(), StreamSeen.all()).end.get(30, TimeUnit.SECONDS))
                    .startsWith("CLOSED");
        }
    }

    @Test
    void streamOfAnExecutorThatHasEndedFails() throws Exception {
        ExecutorService own = Executors.newSingleThreadExecutor();
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            Market market = market(topics, own, Slow.WAIT);
            StreamSeen<Integer> before = hear(market.prices(), StreamSeen.all());
            own.shutdown();
            assertThat(hear(market.prices(), StreamSeen.all()).end.get(30, TimeUnit.SECONDS))
                    .startsWith("CLOSED");
            assertThat(before.end.get(30, TimeUnit.SECONDS)).startsWith("CLOSED");
        }
    }

    @Test
    void streamOfAnExecutorThatThrowsFails() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        Executor executor = task -> {
            if (broken.get()) {
                throw new IllegalStateException("as asked");
            }
            threads.execute(task);
        };
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            TopicSubscription subscription = topics.subscribe("market", Market.class, executor, Slow.WAIT);
            StreamSeen<Integer> seen = hear(subscription.streams(Market.class).prices(), StreamSeen.all());
            broken.set(true);
            topics.publish("market", Market.class).stream(Market::prices, Streams.of(numbers(1)));
            assertThat(seen.end.get(30, TimeUnit.SECONDS)).startsWith("CLOSED");
            assertThatThrownBy(() -> subscription.ended().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .hasRootCauseMessage("as asked");
        }
    }

    @Test
    void methodsThatFitNoTopicAreRefused() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            assertThatThrownBy(() -> topics.publish("a", ByName.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("returns a stream and has parameters");
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            assertThatThrownBy(() -> publisher.tell().prices())
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("TopicPublisher.stream");
            assertThatThrownBy(() -> publisher.stream(market -> null, Streams.of(numbers(1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Market::prices");
            TopicSubscription subscription = topics.subscribe("market", Market.class, threads, Slow.WAIT);
            assertThatThrownBy(() -> subscription.streams(ByName.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not the one that was subscribed");
            assertThatThrownBy(() -> subscription.streams(Market.class).opened("Monday"))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void whoBeginsWithASnapshotHearsItemsBehindIt() throws Exception {
        List<String> days = Collections.synchronizedList(new ArrayList<>());
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            TopicPublisher<Market> publisher =
                    topics.publish("market", Market.class, state -> state.opened("Monday"), threads);
            Promise<Void> end = publisher.stream(Market::prices, source);
            TopicSubscription subscription = topics.subscribeFromSnapshot(
                    "market", Market.class, new Days(days), days::clear, threads, Slow.WAIT);
            StreamSeen<Integer> seen = hear(subscription.streams(Market.class).prices(), StreamSeen.all());
            Await.until("the source is subscribed to", source::hasSubscribers);
            Await.until("the snapshot has come", () -> subscription.snapshots() == 1);
            source.submit(1);
            source.submit(2);
            source.close();
            assertThat(seen.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(seen.items).containsExactly(1, 2);
            assertThat(days).containsExactly("Monday");
            end.get(30, TimeUnit.SECONDS);
            assertThat(publisher.snapshots()).isPositive();
        }
    }

    @Test
    void actorHearsItsStreamAsThatActor() throws Exception {
        try (Topics topics = Topics.open(TopicsTest.group("multicast"));
                ActorSystem system = ActorSystem.create()) {
            Market market = market(topics, threads, Slow.WAIT);
            Summing summing = system.spawn(Summing.class, () -> new SummingActor(market));
            Promise<Integer> sum = summing.sum();
            summing.ping().get(30, TimeUnit.SECONDS);
            topics.publish("market", Market.class).stream(Market::prices, Streams.of(numbers(1_000)));
            assertThat(sum.get(30, TimeUnit.SECONDS)).isEqualTo(999 * 1_000 / 2);
        }
    }

    public interface Summing {
        Promise<Integer> sum();

        Promise<Void> ping();
    }

    private static final class SummingActor extends Actor implements Summing {
        private final Market market;
        private int sum;

        SummingActor(Market market) {
            this.market = market;
        }

        @Override
        public Promise<Integer> sum() {
            Thread home = Thread.currentThread();
            return Streams.<Integer>forEach(market.prices(), 10, item -> {
                        assertThat(Thread.currentThread()).isSameAs(home);
                        sum += item;
                    })
                    .thenApply(done -> sum);
        }

        @Override
        public Promise<Void> ping() {
            return Promise.of(null);
        }
    }
}
