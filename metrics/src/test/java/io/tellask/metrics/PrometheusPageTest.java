package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tellask.actor.ActorSystem;
import io.tellask.http.HttpBody;
import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Meters as Prometheus reads them. */
class PrometheusPageTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** A request that keeps its answer. */
    private record Asked(HttpRequest request, CompletableFuture<HttpResponse> answer) implements HttpExchange {
        @Override
        public Executor loop() {
            return Runnable::run;
        }

        @Override
        public CompletionStage<byte[]> body(int mostBytes) {
            return CompletableFuture.completedFuture(new byte[0]);
        }

        @Override
        public boolean answer(HttpResponse response) {
            return answer.complete(response);
        }

        @Override
        public HttpBody stream(HttpResponse head) {
            throw new AssertionError("meters are one answer");
        }

        @Override
        public void onEnd(Runnable task) {
            answer.thenRun(task);
        }
    }

    private static CompletableFuture<HttpResponse> ask(
            PrometheusPage page, String method, @Nullable String peer, String... headers) {
        InetSocketAddress address = peer == null ? null : new InetSocketAddress(peer, 4711);
        Asked asked = new Asked(
                new HttpRequest(
                        method, "/metrics", null, HttpHeaders.of(headers), "http", "localhost", 1, address, null),
                new CompletableFuture<>());
        page.serve(asked);
        return asked.answer;
    }

    private static String text(HttpResponse answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void metersOfTheSystemAreTold() {
        try (ActorSystem system = ActorSystem.create();
                ProcessMeters meters = ProcessMeters.ofSystem(registry, system)) {
            assertThat(meters).isNotNull();
            HttpResponse answer =
                    ask(PrometheusPage.of(registry), "GET", "127.0.0.1").join();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers().first("content-type")).startsWith("text/plain; version=0.0.4");
            assertThat(text(answer)).contains("# TYPE tellask_actors gauge", "tellask_actors{");
            assertThat(text(ask(PrometheusPage.of(registry), "GET", "::1", "accept", "application/openmetrics-text")
                            .join()))
                    .endsWith("# EOF\n");
        }
    }

    @Test
    void othersThanTheLoopbackAreRefusedUnlessAllowed() {
        PrometheusPage page = PrometheusPage.of(registry);
        assertThat(ask(page, "GET", "203.0.113.7").join().status()).isEqualTo(403);
        assertThat(ask(page, "GET", null).join().status()).isEqualTo(403);
        assertThat(ask(page.allow(_ -> true), "GET", "203.0.113.7").join().status())
                .isEqualTo(200);
        assertThat(ask(page, "POST", "127.0.0.1").join().status()).isEqualTo(405);
    }

    @Test
    void oneRequestIsAnsweredAtATime() throws InterruptedException {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Gauge.builder("slow", () -> {
                    reading.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    return 1;
                })
                .register(registry);
        PrometheusPage page = PrometheusPage.of(registry);
        CompletableFuture<HttpResponse> first = ask(page, "GET", "127.0.0.1");
        reading.await();
        assertThat(ask(page, "GET", "127.0.0.1").join().status()).isEqualTo(503);
        goOn.countDown();
        assertThat(first.join().status()).isEqualTo(200);
    }
}
