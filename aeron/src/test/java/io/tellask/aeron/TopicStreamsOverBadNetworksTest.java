package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.aeron.driver.ext.DebugSendChannelEndpoint;
import io.aeron.driver.ext.LossGenerator;
import io.tellask.actor.Streams;
import io.tellask.aeron.TopicStreamsTest.Market;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of topics over networks that lose, double, swap, or are cut. */
@Timeout(60)
class TopicStreamsOverBadNetworksTest {
    private static final LossGenerator NOTHING = (address, buffer, length) -> false;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Path folder;

    @BeforeEach
    void folder(@TempDir Path parent) throws Exception {
        folder = Files.createDirectory(
                parent.resolve("driver"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @AfterEach
    void end() throws Exception {
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    private MediaDriver.Context driver() {
        return new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .termBufferSparseFile(true);
    }

    private Topics topics() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        return Topics.builder().driver(folder).open(TopicsTest.group("multicast"));
    }

    private StreamSeen<Integer> hear(Topics topics, StreamSeen<Integer> seen) throws Exception {
        topics.subscribe("market", Market.class, threads, Slow.WAIT)
                .streams(Market.class)
                .prices()
                .subscribe(seen);
        seen.subscription.get(30, TimeUnit.SECONDS);
        return seen;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheNetworkLosesIsSentAgain(boolean oneByOne) throws Exception {
        TopicsOverBadNetworksTest.CountedLoss status = new TopicsOverBadNetworksTest.CountedLoss();
        TopicsOverBadNetworksTest.CountedLoss data = new TopicsOverBadNetworksTest.CountedLoss();
        MediaDriver.Context lossy = driver().sendChannelEndpointSupplier((channel, counter, context) ->
                        new DebugSendChannelEndpoint(channel, counter, context, NOTHING, status))
                .receiveChannelEndpointSupplier((channel, dispatcher, counter, context) ->
                        new DebugReceiveChannelEndpoint(channel, dispatcher, counter, context, data, NOTHING));
        try (MediaDriver driver = MediaDriver.launch(lossy);
                Topics topics = topics()) {
            StreamSeen<Integer> seen = hear(topics, oneByOne ? StreamSeen.oneByOne() : StreamSeen.all());
            topics.publish("market", Market.class).stream(
                    Market::prices, Streams.of(TopicStreamsTest.numbers(100_000)));
            assertThat(seen.end.get(40, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(seen.items).isEqualTo(TopicStreamsTest.numbers(100_000));
            assertThat(data.lost.get()).as("lost datagrams of data").isPositive();
            assertThat(status.lost.get()).as("lost datagrams of receivers").isPositive();
        }
    }

    @Test
    void datagramsThatComeTwiceOrInAnotherOrderChangeNothing() throws Exception {
        URI group = TopicsTest.group("unicast");
        try (UdpRelay relay = UdpRelay.to(group.getPort());
                Topics topics = Topics.open(group);
                Topics far = Topics.open(URI.create("aeron-unicast://127.0.0.1:" + relay.port()))) {
            StreamSeen<Integer> seen = hear(far, StreamSeen.all());
            topics.publish("market", Market.class).stream(
                    Market::prices, Streams.of(TopicStreamsTest.numbers(100_000)));
            assertThat(seen.end.get(40, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(seen.items).isEqualTo(TopicStreamsTest.numbers(100_000));
            assertThat(relay.doubled()).isPositive();
            assertThat(relay.swapped()).isPositive();
        }
    }

    @Test
    void streamFailsWhereTheNetworkWasGoneForLongAndGoesOnForWhoSubscribesAgain() throws Exception {
        AtomicBoolean cut = new AtomicBoolean();
        LossGenerator all = (address, buffer, length) -> cut.get();
        MediaDriver.Context weak = driver().imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .publicationConnectionTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .flowControlReceiverTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .receiveChannelEndpointSupplier((channel, dispatcher, counter, context) ->
                        new DebugReceiveChannelEndpoint(channel, dispatcher, counter, context, all, all));
        try (MediaDriver driver = MediaDriver.launch(weak);
                Topics topics = topics();
                SubmissionPublisher<Integer> source = new SubmissionPublisher<>()) {
            Market market =
                    topics.subscribe("market", Market.class, threads, Slow.WAIT).streams(Market.class);
            StreamSeen<Integer> before = StreamSeen.all();
            market.prices().subscribe(before);
            TopicPublisher<Market> publisher = topics.publish("market", Market.class);
            publisher.stream(Market::prices, source);
            Await.until("the source is subscribed to", source::hasSubscribers);
            source.submit(1);
            Await.until("it has come", () -> before.items.size() == 1);
            cut.set(true);
            source.submit(2);
            assertThat(before.end.get(30, TimeUnit.SECONDS)).startsWith("PUBLISHER_LOST");
            StreamSeen<Integer> after = StreamSeen.all();
            market.prices().subscribe(after);
            Await.until("the subscriber is given up", () -> !publisher.isHeard());
            cut.set(false);
            Await.until("it is back", publisher::isHeard);
            source.submit(3);
            source.close();
            assertThat(after.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
            assertThat(after.items).containsExactly(3);
        }
    }
}
