package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.aeron.driver.ext.DebugSendChannelEndpoint;
import io.aeron.driver.ext.LossGenerator;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics over networks that lose, double, swap, or are cut. */
@Timeout(60)
class TopicsOverBadNetworksTest {
    /** Every tenth datagram is lost. */
    static final class CountedLoss implements LossGenerator {
        final AtomicInteger seen = new AtomicInteger();
        final AtomicInteger lost = new AtomicInteger();

        @Override
        public boolean shouldDropFrame(InetSocketAddress address, UnsafeBuffer buffer, int length) {
            if (seen.incrementAndGet() % 10 == 0) {
                lost.incrementAndGet();
                return true;
            }
            return false;
        }

        @Override
        public boolean shouldDropFrame(
                InetSocketAddress address,
                UnsafeBuffer buffer,
                int streamId,
                int sessionId,
                int termId,
                int termOffset,
                int length) {
            return shouldDropFrame(address, buffer, length);
        }
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void whatTheNetworkLosesIsSentAgain(String kind, @TempDir Path parent) throws Exception {
        Path folder = Files.createDirectory(
                parent.resolve("driver"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        TopicsTest.Seen seen = new TopicsTest.Seen();
        CountedLoss status = new CountedLoss();
        CountedLoss data = new CountedLoss();
        LossGenerator nothing = (address, buffer, length) -> false;
        MediaDriver.Context lossy = new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true)
                .sendChannelEndpointSupplier((channel, counter, context) ->
                        new DebugSendChannelEndpoint(channel, counter, context, nothing, status))
                .receiveChannelEndpointSupplier((channel, dispatcher, counter, context) ->
                        new DebugReceiveChannelEndpoint(channel, dispatcher, counter, context, data, nothing));
        try (MediaDriver driver = MediaDriver.launch(lossy)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            try (Topics topics = Topics.builder().driver(folder).open(TopicsTest.group(kind))) {
                TopicSubscription subscription =
                        topics.subscribe("a", TopicsTest.Prices.class, seen, threads, Slow.WAIT);
                TopicPublisher<TopicsTest.Prices> publisher = TopicsTest.heard(topics, "a");
                for (int i = 0; i < 20_000; i++) {
                    publisher.tell().tick("x", i);
                }
                Await.until("all have come", () -> seen.ticks.size() == 20_000);
                assertThat(seen.ticks).isEqualTo(TopicsTest.ticks("x", 20_000));
                assertThat(data.lost.get()).as("lost datagrams of data").isPositive();
                assertThat(status.lost.get()).as("lost datagrams of receivers").isPositive();
                assertThat(subscription.gaps() + subscription.dropped() + subscription.refused())
                        .isZero();
            }
        }
    }

    @Test
    void gapIsCountedWhereTheNetworkWasGoneForLong(@TempDir Path parent) throws Exception {
        Path folder = Files.createDirectory(
                parent.resolve("driver"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        TopicsTest.Seen seen = new TopicsTest.Seen();
        AtomicBoolean cut = new AtomicBoolean();
        LossGenerator nothing = (address, buffer, length) -> false;
        MediaDriver.Context weak = new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true)
                .imageLivenessTimeoutNs(TimeUnit.MILLISECONDS.toNanos(400)) // before the publisher gives up, below
                .publicationConnectionTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .flowControlReceiverTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .receiveChannelEndpointSupplier(
                        (channel, dispatcher, counter, context) -> new DebugReceiveChannelEndpoint(
                                channel,
                                dispatcher,
                                counter,
                                context,
                                (address, buffer, length) -> cut.get(),
                                (address, buffer, length) -> cut.get()));
        try (MediaDriver driver = MediaDriver.launch(weak)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            try (Topics topics = Topics.builder().driver(folder).open(TopicsTest.group("multicast"))) {
                TopicSubscription subscription =
                        topics.subscribe("a", TopicsTest.Prices.class, seen, threads, Slow.WAIT);
                TopicPublisher<TopicsTest.Prices> publisher = TopicsTest.heard(topics, "a");
                publisher.tell().tick("before", 0);
                Await.until("it has come", () -> seen.ticks.size() == 1);
                cut.set(true);
                publisher.tell().tick("lost", 1);
                Await.until("the subscriber is given up", () -> !publisher.isHeard());
                cut.set(false);
                Await.until("it is back", publisher::isHeard);
                publisher.tell().tick("after", 2);
                Await.until("it goes on", () -> seen.ticks.contains("after2"));
                assertThat(seen.ticks).containsExactly("before0", "after2");
                assertThat(subscription.gaps()).isEqualTo(1);
            }
        }
    }

    @Test
    void datagramsThatComeTwiceOrInAnotherOrderChangeNothing() throws Exception {
        TopicsTest.Seen seen = new TopicsTest.Seen();
        URI group = TopicsTest.group("unicast");
        try (UdpRelay relay = UdpRelay.to(group.getPort());
                Topics topics = Topics.open(group);
                Topics far = Topics.open(URI.create("aeron-unicast://127.0.0.1:" + relay.port()))) {
            far.subscribe("a", TopicsTest.Prices.class, seen, threads, Slow.WAIT);
            TopicPublisher<TopicsTest.Prices> publisher = TopicsTest.heard(topics, "a");
            for (int i = 0; i < 20_000; i++) {
                publisher.tell().tick("x", i);
            }
            Await.until("all have come", () -> seen.ticks.size() >= 20_000);
            assertThat(seen.ticks).isEqualTo(TopicsTest.ticks("x", 20_000));
            assertThat(relay.doubled()).isPositive();
            assertThat(relay.swapped()).isPositive();
        }
    }
}
