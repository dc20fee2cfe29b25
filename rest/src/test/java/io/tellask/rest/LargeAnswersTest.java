package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Await;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Calls whose answers are so large that not many fit into the memory for peers. */
class LargeAnswersTest {
    private static final int CALLS = 20;

    /** Makes texts when it is told. */
    public interface Texts {
        Promise<String> getText(int length);
    }

    @Test
    void callsAreRefusedWhereTheirAnswersWouldTakeTooMuch() {
        PeerMemory memory = new PeerMemory(1 << 20);
        Queue<Promise<String>> waiting = new ConcurrentLinkedQueue<>();
        Texts texts = length -> {
            Promise<String> promise = new Promise<>();
            if (length == 0) {
                waiting.add(promise);
            } else {
                promise.complete("x".repeat(length));
            }
            return promise;
        };
        try (RestServer server = new RestServer(
                builder -> builder.contract("/texts", Texts.class, texts).memory(memory))) {
            assertThat(server.get("/texts/300000").statusCode())
                    .isEqualTo(200); // from here on they are known to be long
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                answers.add(server.client.sendAsync(server.request("GET", "/texts/0", null), BodyHandlers.ofString()));
            }
            Await.until(() -> "waiting=" + waiting.size(), () -> {
                long refused =
                        answers.stream().filter(CompletableFuture::isDone).count();
                return refused > 0 && refused + waiting.size() == CALLS;
            });
            assertThat(memory.heldBytes()).isLessThanOrEqualTo(memory.limitBytes());
            int executed = waiting.size();
            waiting.forEach(promise -> promise.complete("done"));
            assertThat(answers.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                    .containsOnly(200, 503)
                    .filteredOn(status -> status == 200)
                    .hasSize(executed);
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
            assertThat(server.get("/texts/300000").statusCode()).isEqualTo(200);
        }
    }

    /** Nobody knows how long it is going to be until it is made. */
    @Test
    void firstAnswerOfAMethodIsRefusedWhereThereIsNoRoom() {
        PeerMemory memory = new PeerMemory(1 << 20);
        Texts texts = length -> Promise.of("x".repeat(length));
        try (RestServer server = new RestServer(
                builder -> builder.contract("/texts", Texts.class, texts).memory(memory))) {
            MemoryHolder other = memory.open(new Unmoved(), 0);
            other.add(900_000);
            HttpResponse<String> answer = server.get("/texts/300000");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("retry-after")).hasValue("1");
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 900_000);
            other.end(0);
            assertThat(server.get("/texts/300000").statusCode()).isEqualTo(200);
            Await.until(() -> "held " + memory.heldBytes(), () -> memory.heldBytes() == 0);
        }
    }

    /** A connection that does not close when it is told to. */
    private static final class Unmoved implements MemoryHolder.Owner {
        @Override
        public String peer() {
            return "other";
        }

        @Override
        public void closeForMemory(String reason) {}
    }

    /** A list that notes who makes JSON of it, where threads of their own wait. */
    private static final class SlowList extends AbstractList<String> {
        private final Queue<Thread> makers;
        private final CountDownLatch goOn;

        SlowList(Queue<Thread> makers, CountDownLatch goOn) {
            this.makers = makers;
            this.goOn = goOn;
        }

        @Override
        public String get(int index) {
            makers.add(Thread.currentThread());
            if (Thread.currentThread().isVirtual()) {
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return "a";
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** Makes lists when it is told. */
    public interface Lists {
        Promise<List<String>> listNames();
    }

    /** Otherwise results would wait in the heap, of whatever length, that are made faster than their JSON. */
    @Test
    void whoMakesMoreResultsThanBecomeAnswersMakesTheAnswersToo() {
        int beside = Math.max(2, Runtime.getRuntime().availableProcessors());
        Queue<Thread> makers = new ConcurrentLinkedQueue<>();
        CountDownLatch goOn = new CountDownLatch(1);
        Queue<Promise<List<String>>> waiting = new ConcurrentLinkedQueue<>();
        Lists lists = () -> {
            Promise<List<String>> promise = new Promise<>();
            waiting.add(promise);
            return promise;
        };
        try (RestServer server = new RestServer(builder -> builder.contract("/lists", Lists.class, lists))) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < beside + 1; i++) {
                answers.add(
                        server.client.sendAsync(server.request("GET", "/lists/names", null), BodyHandlers.ofString()));
            }
            Await.until(
                    () -> "waiting=" + waiting.size(),
                    () -> waiting.size() == beside + 1
                            && waiting.stream().allMatch(promise -> promise.getNumberOfDependents() > 0));
            for (int i = 0; i < beside; i++) {
                waiting.remove().complete(new SlowList(makers, goOn));
            }
            assertThat(makers).doesNotContain(Thread.currentThread());
            waiting.remove().complete(new SlowList(makers, goOn));
            assertThat(makers).contains(Thread.currentThread());
            goOn.countDown();
            assertThat(answers.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                    .containsOnly(200);
        }
    }
}
