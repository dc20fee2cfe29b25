package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.PeerMemory;
import io.tellask.test.Await;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
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
}
