package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscribers in other processes, with media drivers of their own. */
@Timeout(300)
class TopicsOfProcessesTest {
    private static final int TICKS = 5_000;
    private static final int FEW_TICKS = 4_000; // 64 bytes each in a publisher's buffer
    private static final int BLOB_BYTES = 50_000;

    @AfterAll
    static void deleteFoldersOfThoseThatWereKilled() throws Exception {
        DriverFolder.deleteLeftBehind();
    }

    /** Subscribes, says so, and says what has come once all has. */
    public static final class Subscriber {
        public static void main(String[] arguments) throws Exception {
            TopicsTest.Seen seen = new TopicsTest.Seen();
            CountDownLatch all = new CountDownLatch(TICKS);
            TopicsTest.Prices counting = new TopicsTest.Prices() {
                @Override
                public void tick(String symbol, int price) {
                    seen.tick(symbol, price);
                    all.countDown();
                }

                @Override
                public void blob(byte[] bytes) {
                    assertThat(bytes).hasSize(BLOB_BYTES);
                }
            };
            try (Topics topics = Topics.open(URI.create(arguments[0]))) {
                TopicSubscription subscription =
                        topics.subscribe("a", TopicsTest.Prices.class, counting, Runnable::run, Slow.WAIT);
                System.out.println("subscribed");
                boolean came = all.await(30, TimeUnit.SECONDS);
                boolean ordered = seen.ticks.equals(TopicsTest.ticks("x", TICKS));
                System.out.println("came=" + came + ", ordered=" + ordered + ", gaps=" + subscription.gaps());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void allGetAll(String kind) throws Exception {
        URI group = TopicsTest.group(kind);
        try (Topics topics = Topics.open(group)) {
            TopicPublisher<TopicsTest.Prices> publisher = topics.publish("a", TopicsTest.Prices.class);
            List<Process> processes = List.of(start(group), start(group));
            try {
                List<BufferedReader> outputs =
                        processes.stream().map(Process::inputReader).toList();
                for (BufferedReader output : outputs) {
                    assertThat(output.readLine()).isEqualTo("subscribed");
                }
                Await.until("both hear", () -> publisher.receivers() == 2);
                IntStream.range(0, TICKS).forEach(i -> publisher.tell().tick("x", i));
                for (BufferedReader output : outputs) {
                    assertThat(output.readLine()).isEqualTo("came=true, ordered=true, gaps=0");
                }
            } finally {
                end(processes);
            }
        }
    }

    @Test
    void subscriberThatIsKilledIsNotWaitedForLong() throws Exception {
        URI group = TopicsTest.group("multicast");
        try (Topics topics = Topics.open(group)) {
            TopicPublisher<TopicsTest.Prices> publisher = topics.publish("a", TopicsTest.Prices.class);
            List<Process> processes = List.of(start(group), start(group));
            try {
                BufferedReader output = processes.getFirst().inputReader();
                Await.until("both hear", () -> publisher.receivers() == 2);
                processes.getLast().destroyForcibly().waitFor();
                for (int i = 0; i < 100; i++) { // far more than may be under way
                    publisher.tell().blob(new byte[BLOB_BYTES]);
                }
                assertThat(publisher.receivers()).isEqualTo(1);
                IntStream.range(0, TICKS).forEach(i -> publisher.tell().tick("x", i));
                assertThat(output.readLine()).isEqualTo("subscribed");
                assertThat(output.readLine()).isEqualTo("came=true, ordered=true, gaps=0");
            } finally {
                end(processes);
            }
        }
    }

    /** Publishes as soon as somebody hears, and closes at once: more than receivers take ahead, less than the publisher's own buffer. */
    public static final class Publisher {
        public static void main(String[] arguments) {
            try (Topics topics = Topics.open(URI.create(arguments[0]))) {
                TopicPublisher<TopicsTest.Prices> publisher = topics.publish("a", TopicsTest.Prices.class);
                Await.until("somebody hears", () -> publisher.receivers() == 1);
                IntStream.range(0, FEW_TICKS).forEach(i -> publisher.tell().tick("x", i));
                System.out.println("closing");
            }
            System.out.println("closed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"multicast", "unicast"})
    void whatWasPublishedReachesSlowSubscribersOfOneThatCloses(String kind) throws Exception {
        URI group = TopicsTest.group(kind);
        TopicsTest.Seen seen = new TopicsTest.Seen();
        CountDownLatch goOn = new CountDownLatch(1);
        ExecutorService slow =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
        slow.execute(() -> hold(goOn));
        Process process = start(Publisher.class, group);
        try (Topics topics = Topics.builder().queueBytes(4_096).open(group)) {
            TopicSubscription subscription = topics.subscribe("a", TopicsTest.Prices.class, seen, slow, Slow.WAIT);
            BufferedReader output = process.inputReader();
            assertThat(output.readLine()).isEqualTo("closing");
            assertThat(process.waitFor(500, TimeUnit.MILLISECONDS))
                    .as("it waits for the subscriber")
                    .isFalse();
            goOn.countDown();
            assertThat(output.readLine()).isEqualTo("closed");
            Await.until("all has come", () -> seen.ticks.size() == FEW_TICKS);
            assertThat(seen.ticks).isEqualTo(TopicsTest.ticks("x", FEW_TICKS));
            assertThat(subscription.gaps()).isZero();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            slow.shutdown();
            end(List.of(process));
        }
    }

    private static void hold(CountDownLatch goOn) {
        try {
            assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(List<Process> processes) throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private static Process start(URI group) throws Exception {
        return start(Subscriber.class, group);
    }

    private static Process start(Class<?> main, URI group) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        PeerProcess.FLAG,
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        group.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
