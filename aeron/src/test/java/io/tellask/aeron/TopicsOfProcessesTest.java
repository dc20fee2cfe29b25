package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscribers in other processes, with media drivers of their own. */
@Timeout(60)
class TopicsOfProcessesTest {
    private static final int TICKS = 5_000;
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

    private static void end(List<Process> processes) throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private static Process start(URI group) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        PeerProcess.FLAG,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Subscriber.class.getName(),
                        group.toString())
                .redirectErrorStream(true)
                .start();
    }
}
