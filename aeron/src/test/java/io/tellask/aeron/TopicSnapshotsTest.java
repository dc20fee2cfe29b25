package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Those that join late: a snapshot, then every message after it, none missing and none twice. */
@Timeout(60)
class TopicSnapshotsTest {
    public interface Counting {
        /** The state: what is told next. */
        void from(int next);

        void item(int number);

        void blob(byte[] bytes);
    }

    /** Keeps what came since the last reset. */
    static final class Seen implements Counting {
        final List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger resets = new AtomicInteger();
        final CountDownLatch goOn;
        volatile int from = -1;
        volatile int blobs;

        Seen() {
            this(0);
        }

        Seen(int held) {
            goOn = new CountDownLatch(held);
        }

        void reset() {
            numbers.clear();
            from = -1;
            resets.incrementAndGet();
        }

        @Override
        public void from(int next) {
            from = next;
        }

        @Override
        public void item(int number) {
            numbers.add(number);
        }

        @Override
        public void blob(byte[] bytes) {
            blobs++;
            try {
                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void isWholeUpTo(int next) {
            assertThat(from).as("a snapshot came").isNotNegative();
            assertThat(List.copyOf(numbers))
                    .isEqualTo(IntStream.range(from, next).boxed().toList());
        }
    }

    /** Publishes numbers by one thread until it is told to stop. */
    private final class Source {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final TopicPublisher<Counting> publisher;
        private int next; // of the thread
        private volatile boolean stopped;

        Source(Topics topics) {
            sources.add(thread);
            publisher = topics.publish("a", Counting.class, state -> state.from(next), thread);
        }

        void start() {
            thread.execute(this::some);
        }

        private void some() {
            for (int i = 0; i < 20; i++) {
                publisher.tell().item(next++);
            }
            if (!stopped) {
                thread.execute(this::some);
            }
        }

        /** The number that would be next. */
        int stop() throws Exception {
            stopped = true;
            thread.submit(() -> {}).get(30, TimeUnit.SECONDS); // ends, too, what was running
            return thread.submit(() -> next).get(30, TimeUnit.SECONDS);
        }
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ExecutorService> sources = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        sources.add(threads);
        for (ExecutorService each : sources) {
            each.shutdown();
            assertThat(each.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private TopicSubscription join(Topics topics, Seen seen, Slow slow) {
        return topics.subscribeFromSnapshot("a", Counting.class, seen, seen::reset, threads, slow);
    }

    private static void awaitWhole(Source source, Seen... all) throws Exception {
        for (Seen seen : all) {
            Await.until("a snapshot and more has come", () -> seen.from >= 0 && seen.numbers.size() > 200);
        }
        int next = source.stop();
        for (Seen seen : all) {
            Await.until("the last has come", () -> seen.from == next || seen.numbers.contains(next - 1));
            seen.isWholeUpTo(next);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void joinersAmidMessagesGetASnapshotAndAllThatFollows(String kind) throws Exception {
        Seen first = new Seen();
        Seen second = new Seen();
        TopicsTest.Seen other = new TopicsTest.Seen();
        URI group = TopicsTest.group(kind);
        try (Topics topics = Topics.open(group);
                Topics joining = Topics.open(group)) {
            Source source = new Source(topics);
            topics.subscribe("b", TopicsTest.Prices.class, other, threads, Slow.WAIT);
            source.start();
            TopicSubscription one = join(joining, first, Slow.WAIT);
            TopicSubscription two = join(joining, second, Slow.WAIT);
            awaitWhole(source, first, second);
            assertThat(first.resets).hasValue(1);
            assertThat(second.resets).hasValue(1);
            assertThat(one.snapshots() + two.snapshots()).isEqualTo(2);
            assertThat(source.publisher.snapshots()).isBetween(1L, 4L);
            assertThat(one.failed() + one.refused() + two.failed() + two.refused())
                    .isZero();
            Seen late = new Seen();
            join(joining, late, Slow.WAIT);
            Await.until("a quiet publisher gives one, too", () -> late.from >= 0);
            assertThat(first.resets).as("snapshots for others are skipped").hasValue(1);
        }
    }

    @Test
    void snapshotAndMessagesComeThoughDatagramsAreLost(@TempDir Path parent) throws Exception {
        Path folder = Files.createDirectory(
                parent.resolve("driver"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        TopicsOverBadNetworksTest.CountedLoss data = new TopicsOverBadNetworksTest.CountedLoss();
        MediaDriver.Context lossy = new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true)
                .receiveChannelEndpointSupplier((channel, dispatcher, counter, context) ->
                        new DebugReceiveChannelEndpoint(channel, dispatcher, counter, context, data, data));
        Seen seen = new Seen();
        try (MediaDriver driver = MediaDriver.launch(lossy)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            try (Topics topics = Topics.builder().driver(folder).open(TopicsTest.group("multicast"))) {
                Source source = new Source(topics);
                source.start();
                join(topics, seen, Slow.WAIT);
                awaitWhole(source, seen);
                assertThat(data.lost.get()).isPositive();
            }
        }
    }

    @Test
    void snapshotAndMessagesComeThoughDatagramsAreDoubledAndSwapped() throws Exception {
        URI group = TopicsTest.group("unicast");
        Seen seen = new Seen();
        try (UdpRelay relay = UdpRelay.to(group.getPort());
                Topics topics = Topics.open(group);
                Topics far = Topics.open(URI.create(
                        "aeron-unicast://127.0.0.1:" + relay.port() + "?requests=" + (group.getPort() + 1)))) {
            Source source = new Source(topics);
            source.start();
            join(far, seen, Slow.WAIT);
            awaitWhole(source, seen);
            assertThat(relay.doubled()).isPositive();
            assertThat(relay.swapped()).isPositive();
        }
    }

    @Test
    void droppedMessagesAreMadeUpForByANewSnapshot() throws Exception {
        Seen seen = new Seen(1);
        try (Topics topics = Topics.builder().queueBytes(10_000).open(TopicsTest.group("multicast"))) {
            Source source = new Source(topics);
            TopicSubscription subscription = join(topics, seen, Slow.DROP);
            Await.until("it has joined", () -> seen.from >= 0);
            source.publisher.tell().blob(new byte[1]);
            Await.until("it is held up", () -> seen.blobs == 1);
            source.start();
            Await.until("some are dropped", () -> subscription.dropped() > 0);
            seen.goOn.countDown();
            Await.until("a new snapshot has come", () -> subscription.snapshots() > 1);
            int next = source.stop();
            Await.until("it is whole", () -> seen.from == next || seen.numbers.contains(next - 1));
            seen.isWholeUpTo(next);
        }
    }

    @Test
    void publisherThatEndsAmidASnapshotLeavesNothingOfIt() throws Exception {
        Seen stuck = new Seen(1);
        Seen joining = new Seen();
        try (Topics topics = Topics.builder()
                .queueBytes(1_000)
                .patience(Duration.ofMillis(200))
                .open(TopicsTest.group("multicast"))) {
            TopicSubscription holds = topics.subscribe("a", Counting.class, stuck, threads, Slow.WAIT);
            CountDownLatch tried = new CountDownLatch(1);
            TopicPublisher<Counting> ending = topics.publish(
                    "a",
                    Counting.class,
                    state -> {
                        state.from(7);
                        state.blob(new byte[10_000_000]); // far more than gets through at once
                        tried.countDown();
                    },
                    threads);
            Await.until("it is heard", ending::isHeard);
            ending.tell().blob(new byte[2_000]);
            Await.until("it is held up", () -> stuck.blobs == 1);
            TopicSubscription joined = join(topics, joining, Slow.WAIT);
            assertThat(tried.await(30, TimeUnit.SECONDS)).isTrue();
            ending.close();
            holds.close();
            stuck.goOn.countDown();
            assertThat(ending.snapshots()).isZero();
            Source source = new Source(topics);
            source.start();
            awaitWhole(source, joining);
            assertThat(joining.resets).hasValue(1);
            assertThat(joining.blobs).isZero();
            assertThat(joined.snapshots()).isEqualTo(1);
        }
    }

    @Test
    void publisherWithoutSnapshotsIsHeardFromNowOn() throws Exception {
        Seen seen = new Seen();
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            join(topics, seen, Slow.WAIT);
            TopicPublisher<Counting> publisher = topics.publish("a", Counting.class);
            Await.until("it is heard", publisher::isHeard);
            publisher.tell().item(3);
            Await.until("it has come", () -> seen.numbers.equals(List.of(3)));
            assertThat(seen.resets).hasValue(0);
        }
    }

    @Test
    void floodOfRequestsGivesOneSnapshotAPause() {
        AtomicInteger taken = new AtomicInteger();
        SnapshotRequests requests = new SnapshotRequests("a", 42, Runnable::run, () -> taken.incrementAndGet() > 0);
        UnsafeBuffer request = new UnsafeBuffer(new byte[TopicMessages.DIGEST_BYTES]);
        long now = System.nanoTime();
        request.putLong(0, 41, ByteOrder.LITTLE_ENDIAN);
        requests.onFragment(request, 0, TopicMessages.DIGEST_BYTES, null);
        requests.poll(now);
        assertThat(taken).as("of another topic").hasValue(0);
        request.putLong(0, 42, ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 10_000; i++) {
            requests.onFragment(request, 0, TopicMessages.DIGEST_BYTES, null);
            requests.poll(now);
        }
        assertThat(taken).hasValue(1);
        long later = System.nanoTime() + SnapshotRequests.PAUSE_NANOS;
        requests.poll(later);
        requests.poll(later);
        assertThat(taken).hasValue(2);
    }

    @Test
    void snapshotDuringWhichSomethingIsToldIsTakenAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Seen seen = new Seen();
        try (Topics topics = Topics.open(TopicsTest.group("multicast"))) {
            TopicPublisher<?>[] own = new TopicPublisher<?>[1];
            TopicPublisher<Counting> publisher = topics.publish(
                    "a",
                    Counting.class,
                    state -> {
                        state.from(calls.get());
                        if (calls.incrementAndGet() == 1) {
                            ((Counting) own[0].tell()).item(9);
                        }
                    },
                    threads);
            own[0] = publisher;
            join(topics, seen, Slow.WAIT);
            Await.until("it has come", () -> seen.from >= 0);
            assertThat(seen.from).isEqualTo(1);
            assertThat(seen.numbers).isEmpty();
        }
    }

    @Test
    void refusesRequestPort() {
        for (String port : List.of("0", "65536", "x", "7411")) {
            assertThatThrownBy(() -> TopicGroup.of(URI.create("aeron-unicast://127.0.0.1:7411?requests=" + port)))
                    .isInstanceOf(TopicException.class)
                    .hasMessageContaining("requests=" + port + " is no other port");
        }
        assertThatThrownBy(() -> TopicGroup.of(URI.create("aeron-multicast://224.0.1.7:7411?requests=7412")))
                .hasMessageContaining("leave it out");
        assertThat(TopicGroup.of(URI.create("aeron-unicast://127.0.0.1:65535")).requestPort())
                .isEqualTo(65_534);
    }
}
