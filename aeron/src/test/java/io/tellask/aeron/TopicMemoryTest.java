package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.aeron.TopicException.Problem;
import io.tellask.aeron.TopicSubscription.Slow;
import io.tellask.test.Await;
import java.io.BufferedReader;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscribers with 64 MiB of heap. */
@Timeout(300)
class TopicMemoryTest {
    private static final int MANY = 3_000_000;

    public interface Small {
        void nothing();

        void blob(byte[] bytes);

        void last();

        Flow.Publisher<String> texts();
    }

    /** Hangs at the first message until a line comes in, and says what came when the last one has. */
    public static final class Subscriber {
        public static void main(String[] arguments) throws Exception {
            int[] came = new int[1];
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            Small small = new Small() {
                @Override
                public void nothing() {
                    if (came[0]++ == 0) {
                        readLine();
                    }
                }

                @Override
                public void blob(byte[] bytes) {
                    came[0]++;
                }

                @Override
                public void last() {
                    outcome.complete(came[0]);
                }

                @Override
                public Flow.Publisher<String> texts() {
                    throw new AssertionError("nobody asks a subscriber for its streams");
                }
            };
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try (Topics topics = Topics.open(URI.create(arguments[0]))) {
                TopicSubscription subscription =
                        topics.subscribe("a", Small.class, small, executor, Slow.valueOf(arguments[1]));
                System.out.println("subscribed");
                int all = outcome.join();
                System.out.println(
                        all + subscription.dropped() + " came or dropped, refused=" + subscription.refused());
            }
            executor.shutdown();
        }

        /** Asks for nothing until a line comes in, and then for all. */
        public static final class OfStream {
            public static void main(String[] arguments) throws Exception {
                ExecutorService executor = Executors.newSingleThreadExecutor();
                try (Topics topics = Topics.open(URI.create(arguments[0]))) {
                    TopicSubscription subscription =
                            topics.subscribe("a", Small.class, executor, Slow.valueOf(arguments[1]));
                    StreamSeen<String> seen = new StreamSeen<>(0);
                    subscription.streams(Small.class).texts().subscribe(seen);
                    Flow.Subscription stream = seen.subscription.join();
                    System.out.println("subscribed");
                    readLine();
                    stream.request(Long.MAX_VALUE);
                    System.out.println(seen.end.join() + ", drops=" + (subscription.dropped() > 0) + ", failed="
                            + subscription.failed() + ", refused=" + subscription.refused());
                }
                executor.shutdown();
            }
        }

        private static void readLine() {
            try {
                System.in.read();
            } catch (java.io.IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        }
    }

    private final URI group = TopicsTest.group("multicast");
    private Process process;

    TopicMemoryTest() throws Exception {}

    private BufferedReader start(Slow slow) throws Exception {
        return start(slow, Subscriber.class);
    }

    private BufferedReader start(Slow slow, Class<?> program) throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        PeerProcess.FLAG,
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        group.toString(),
                        slow.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output = process.inputReader();
        assertThat(output.readLine()).isEqualTo("subscribed");
        return output;
    }

    @AfterEach
    void end() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
        DriverFolder.deleteLeftBehind();
    }

    @Test
    void messageThatTheHeapCannotTakeIsRefusedAndLaterOnesCome() throws Exception {
        try (Topics topics = Topics.open(group)) {
            TopicPublisher<Small> publisher = topics.publish("a", Small.class);
            BufferedReader output = start(Slow.WAIT);
            Await.until("somebody hears", publisher::isHeard);
            publisher.tell().blob(new byte[60_000_000]);
            publisher.tell().blob(new byte[2_000_000]);
            publisher.tell().last();
            assertThat(output.readLine()).isEqualTo("1 came or dropped, refused=1");
        }
    }

    @ParameterizedTest
    @EnumSource(Slow.class)
    void shortMessagesThatWaitKeepWithinTheHeap(Slow slow) throws Exception {
        try (Topics topics = Topics.builder().patience(Duration.ofMillis(500)).open(group)) {
            TopicPublisher<Small> publisher = topics.publish("a", Small.class);
            BufferedReader output = start(slow);
            Await.until("somebody hears", publisher::isHeard);
            if (slow == Slow.WAIT) {
                assertThatThrownBy(() -> tellMany(publisher))
                        .isInstanceOfSatisfying(
                                TopicException.class,
                                e -> assertThat(e.problem()).isEqualTo(Problem.NO_ROOM));
            } else {
                tellMany(publisher);
            }
            long told = publisher.published();
            try (Writer input = process.outputWriter()) {
                input.write('\n');
            }
            CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> read(output));
            Await.until("all is through", () -> {
                tellLast(publisher);
                return line.isDone();
            });
            String text = line.join();
            assertThat(text).endsWith("came or dropped, refused=0");
            assertThat(Long.parseLong(text.substring(0, text.indexOf(' ')))).isGreaterThanOrEqualTo(told);
        }
    }

    @Test
    void itemsThatNobodyAskedForKeepWithinTheHeap() throws Exception {
        Iterator<String> texts = Collections.nCopies(1_000_000, "-".repeat(100)).iterator();
        try (Topics topics = Topics.open(group)) {
            TopicPublisher<Small> publisher = topics.publish("a", Small.class);
            BufferedReader output = start(Slow.DROP, Subscriber.OfStream.class);
            Promise<Void> end = publisher.stream(Small::texts, Streams.of(texts));
            end.get(30, TimeUnit.SECONDS);
            try (Writer input = process.outputWriter()) {
                input.write('\n');
            }
            assertThat(output.readLine()).isEqualTo("complete, drops=true, failed=0, refused=0");
        }
    }

    private static void tellMany(TopicPublisher<Small> publisher) {
        for (int i = 0; i < MANY; i++) {
            publisher.tell().nothing();
        }
    }

    private static void tellLast(TopicPublisher<Small> publisher) {
        try {
            publisher.tell().last();
        } catch (TopicException full) {
            assertThat(full.problem()).isEqualTo(Problem.NO_ROOM); // and comes once there is room
        }
    }

    private static String read(BufferedReader output) {
        try {
            return output.readLine();
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    @Test
    void endOfASubscriptionIsTold() throws Exception {
        try (Topics topics = Topics.open(group)) {
            TopicSubscription closed = topics.subscribe("a", Runnable.class, () -> {}, Runnable::run, Slow.WAIT);
            TopicSubscription failing = topics.subscribe(
                    "b",
                    Runnable.class,
                    () -> {},
                    task -> {
                        throw new StackOverflowError("as asked");
                    },
                    Slow.WAIT);
            assertThat(closed.ended().toCompletableFuture()).isNotDone();
            closed.close();
            assertThat(closed.ended().toCompletableFuture()).isCompleted();
            TopicPublisher<Runnable> publisher = topics.publish("b", Runnable.class);
            Await.until("somebody hears", publisher::isHeard);
            publisher.tell().run();
            assertThatThrownBy(() -> failing.ended().toCompletableFuture().join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(TopicException.class)
                    .hasRootCauseMessage("as asked");
        }
    }
}
