package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests at random: each is answered, soon, and by 500 only where the actor itself failed. */
class RestProperties {
    private static final List<String> VERBS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "FOO");
    private static final List<String> PATHS = List.of(
            "/orders",
            "/orders/1",
            "/orders/1/lines/2",
            "/orders/search",
            "/orders/prices",
            "/orders/remind",
            "/orders/totals",
            "/orders/1/state",
            "/orders/9/scan",
            "/orders/openapi.json",
            "/orders/",
            "/users",
            "/users/a");
    private static final List<String> QUERIES = List.of(
            "limit=1",
            "symbol=x&count=2",
            "q=a&q=b",
            "limit=%",
            "limit=1&state=OPEN",
            "a=b&&=&",
            "force=true",
            "after=%C3");
    private static final List<String> BODIES = List.of(
            "{\"customer\":\"ada\",\"lines\":[{\"article\":\"bolt\",\"pieces\":2,\"price\":\"1.10\"}]}",
            "{\"customer\":\"a\",\"times\":1}",
            "{\"state\":\"OPEN\"}",
            "{\"weights\":{\"OPEN\":1},\"lines\":[]}",
            "{\"lines\":{\"@id\":1,\"@items\":[{\"@ref\":1}]},\"weights\":{\"OPEN\":1}}",
            "{\"customer\":\"a\",\"payment\":{\"@class\":\"io.tellask.rest.Orders$Card\",\"last4\":\"1234\"}}",
            "[[[[[[[[",
            "null",
            "");
    private static final List<String> TYPES = List.of(
            "application/json", "application/octet-stream", "text/plain", "", "application/json;charset=x", ";;");

    private final Random random = new Random(Seed.given());

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** The text, often with a few characters changed. */
    private String bent(String text, String letters) {
        StringBuilder bent = new StringBuilder(text);
        for (int i = random.nextInt(4); i > 0 && !bent.isEmpty(); i--) {
            int at = random.nextInt(bent.length());
            char letter = letters.charAt(random.nextInt(letters.length()));
            switch (random.nextInt(4)) {
                case 0 -> bent.deleteCharAt(at);
                case 1 -> bent.insert(at, letter);
                case 2 -> bent.insert(at, bent.substring(0, at));
                default -> bent.setCharAt(at, letter);
            }
        }
        return bent.length() > 4_000 ? bent.substring(0, 4_000) : bent.toString();
    }

    private HttpRequest request() {
        String path = "/" + bent(any(PATHS), "/%2a{}.é").replaceFirst("^/+", "");
        String query = random.nextBoolean() ? null : bent(any(QUERIES), "&=%+ax1");
        HttpHeaders headers = HttpHeaders.of(
                "content-type", any(TYPES),
                "accept", any(List.of("*/*", "text/event-stream", "application/json", ",;q=", "text/html")),
                "authorization", any(List.of("Bearer x", "Basic x", "x", "")),
                "if-match", any(List.of("*", "\"x\"", ",")),
                "x-tenant", "t",
                "traceparent", any(List.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "x")));
        return new HttpRequest(any(VERBS), path, query, headers, "http", "127.0.0.1", 1, null, null);
    }

    @Test
    void eachRequestIsAnsweredAndNoneByAFailureOfOurs() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            Rest rest = Rest.builder()
                    .contract("/orders", Orders.class, system.spawn(Orders.class, OrdersActor::new))
                    .map("/users", Orders.Price.class, RestMap.of(new ConcurrentHashMap<>()))
                    .openApi("x", "1")
                    .limits(RestLimits.builder()
                            .callTime(Duration.ofSeconds(10))
                            .bodyBytes(3_000)
                            .build())
                    .build();
            int rounds = Rounds.of(3_000, 200_000);
            int served = 0;
            for (int i = 0; i < rounds; i++) {
                byte[] body = bent(any(BODIES), "{}[]\",:0é@\u0000").getBytes(StandardCharsets.UTF_8);
                LocalExchange exchange = new LocalExchange(request(), body);
                rest.serve(exchange);
                HttpResponse answer = exchange.answer.get(30, TimeUnit.SECONDS);
                String text = new String(answer.body(), StandardCharsets.UTF_8);
                boolean ofTheActor = text.contains("failure="); // weights without OPEN
                assertThat(answer.status() == 500
                                && !(ofTheActor && exchange.request().path().contains("totals")))
                        .as("%s %s %s: %s", exchange.request(), new String(body, StandardCharsets.UTF_8), i, text)
                        .isFalse();
                served += answer.status() < 300 ? 1 : 0;
            }
            assertThat(served).isGreaterThan(rounds / 100);
            assertThat(rest.callsInFlight()).isZero();
        }
    }
}
