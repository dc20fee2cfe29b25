package io.tellask.web;

import static io.tellask.web.FakeExchange.ask;
import static io.tellask.web.FakeExchange.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.http.HttpResponse;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Health as load balancers ask for it. */
class HealthPagesTest {
    private static final URI ADDRESS = URI.create("any://127.0.0.1:8080/tellask");

    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final HealthPages health = HealthPages.builder()
            .live("loops", () -> CompletableFuture.completedFuture(List.of()))
            .ready("database", () -> CompletableFuture.completedFuture(List.copyOf(problems)))
            .build();

    @Test
    void portsMakeItStartedAndReady() {
        assertThat(ask(health, "GET", "/health/live").status()).isEqualTo(200);
        assertThat(ask(health, "GET", "/health/started").status()).isEqualTo(503);
        assertThat(ask(health, "GET", "/health/ready").status()).isEqualTo(503);
        health.listening(ADDRESS);
        assertThat(ask(health, "GET", "/health/started").status()).isEqualTo(200);
        assertThat(ask(health, "GET", "/health/ready").status()).isEqualTo(200);
        health.closed(ADDRESS);
        assertThat(ask(health, "GET", "/health/started").status()).isEqualTo(200);
        assertThat(ask(health, "GET", "/health/ready").status()).isEqualTo(503);
    }

    @Test
    void reasonsAreToldToTheLoopback() {
        health.listening(ADDRESS);
        problems.add("it says \"no\"");
        HttpResponse answer = ask(health, "GET", "/health/ready");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers().first("cache-control")).isEqualTo("no-store");
        assertThat(text(answer))
                .isEqualTo("{\"status\":\"DOWN\",\"checks\":["
                        + "{\"name\":\"database\",\"status\":\"DOWN\",\"problems\":[\"it says \\\"no\\\"\"]},"
                        + "{\"name\":\"ports\",\"status\":\"UP\"}]}");
        HealthChecks.Report report = new HealthChecks.Report(List.of(new HealthChecks.Result("database", problems)));
        assertThat(report.toJson(false))
                .isEqualTo("{\"status\":\"DOWN\",\"checks\":[{\"name\":\"database\",\"status\":\"DOWN\"}]}");
    }

    @Test
    void checksThatFailOrDoNotAnswerAreProblems() {
        HealthPages failing = HealthPages.builder()
                .live("throws", () -> {
                    throw new IllegalStateException("secret");
                })
                .live("fails", () -> CompletableFuture.failedFuture(new IllegalStateException("secret")))
                .live("silent", CompletableFuture::new)
                .build();
        HttpResponse answer = ask(failing, "GET", "/health/live");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).contains("no answer within 2000 ms").doesNotContain("secret");
    }

    @Test
    void whoAsksMeanwhileGetsTheSameReport() {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        HealthChecks checks = new HealthChecks(List.of(new HealthChecks.Check("slow", () -> {
            asked.incrementAndGet();
            return answer;
        })));
        var first = checks.report();
        var second = checks.report();
        answer.complete(List.of());
        assertThat(first.toCompletableFuture().join().isUp()).isTrue();
        assertThat(second.toCompletableFuture().join().isUp()).isTrue();
        assertThat(asked).hasValue(1);
    }

    @Test
    void otherPathsAndMethodsAreRefused() {
        assertThat(ask(health, "GET", "/health").status()).isEqualTo(404);
        assertThat(ask(health, "GET", "/health/other").status()).isEqualTo(404);
        assertThat(ask(health, "POST", "/health/live").status()).isEqualTo(405);
        HealthPages.Builder full = HealthPages.builder();
        for (int i = 0; i < HealthPages.MOST_CHECKS; i++) {
            full.live("check" + i, CompletableFuture::new);
        }
        assertThatThrownBy(() -> full.live("one more", CompletableFuture::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MOST_CHECKS=64");
    }
}
