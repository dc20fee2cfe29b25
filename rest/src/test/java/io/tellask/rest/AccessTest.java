package io.tellask.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Principal;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who may call, and which pages may. */
class AccessTest {
    private static final Authenticator KNOWN = Authenticator.anyOf(
            Authenticator.tokens(Map.of("t0ken", Principal.of("ada", "clerk"))),
            Authenticator.basic((name, password) ->
                    password.equals("secret") ? Optional.of(Principal.of(name)) : Optional.empty()));

    /** Notes calls and how they ended, and refuses what is named {@code refuse}. */
    private static final class Notes implements Interceptor {
        final List<String> seen = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void before(IncomingCall call) {
            if (call.principal().name().equals("eve")) {
                throw new AccessDeniedException("call: eve may not");
            }
            if (call.principal().name().equals("bot")) {
                throw new CallRefusedException("call: bot calls too often");
            }
            seen.add("+" + call.principal().name() + " " + call.contract().getSimpleName() + "." + call.method());
        }

        @Override
        public void after(IncomingCall call, @Nullable Throwable failure) {
            seen.add("-" + call.method() + " "
                    + (failure == null ? "done" : failure.getClass().getSimpleName()));
        }
    }

    private static RestServer guarded(UnaryOperator<RestBuilder> more) {
        return new RestServer(builder -> more.apply(builder.authenticator(KNOWN)));
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whoShowsNothingIsToldHow() {
        try (RestServer server = guarded(builder -> builder.challenge("Bearer realm=\"orders\""))) {
            HttpResponse<String> answer = server.get("/orders/version");
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("www-authenticate")).hasValue("Bearer realm=\"orders\"");
            assertThat(answer.body()).contains("send a credential");
        }
    }

    @Test
    void tokensAndPasswordsAreTaken() {
        try (RestServer server = guarded(builder -> builder)) {
            assertThat(server.get("/orders/version", "authorization", "Bearer t0ken")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/orders/version", "authorization", basic("bob"))
                            .statusCode())
                    .isEqualTo(200);
            for (String wrong : List.of("Bearer x", "Basic !!!", "Bearer", "Basic " + "QUFB")) {
                assertThat(server.get("/orders/version", "authorization", wrong).statusCode())
                        .as(wrong)
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void manyWrongCredentialsAreNotLookedAt() {
        try (RestServer server = guarded(
                builder -> builder.limits(RestLimits.builder().authAttempts(2).build()))) {
            for (int i = 0; i < 2; i++) {
                assertThat(server.get("/orders/version", "authorization", "Bearer x")
                                .statusCode())
                        .isEqualTo(401);
            }
            HttpResponse<String> answer = server.get("/orders/version", "authorization", "Bearer t0ken");
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("retry-after")).hasValue("10");
        }
    }

    @Test
    void slowAuthenticatorIsWaitedForUpToItsTime() {
        Authenticator slow = attempt -> attempt.credential()
                .map(_ -> new CompletableFuture<@Nullable Principal>())
                .orElseGet(() -> CompletableFuture.supplyAsync(() -> Principal.of("late")));
        RestLimits limits = RestLimits.builder().authTime(Duration.ofSeconds(1)).build();
        try (RestServer server =
                new RestServer(builder -> builder.authenticator(slow).limits(limits))) {
            assertThat(server.get("/orders/version").statusCode()).isEqualTo(200);
            assertThat(server.get("/orders/version", "authorization", "Bearer x")
                            .statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void authenticatorThatCannotTellNowIsNoGuess() {
        Authenticator busy = _ -> CompletableFuture.failedFuture(
                new TransportException(TransportException.Problem.BUSY, "the issuer cannot be reached"));
        RestLimits limits = RestLimits.builder().authAttempts(1).build();
        try (RestServer server =
                new RestServer(builder -> builder.authenticator(busy).limits(limits))) {
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> answer = server.get("/orders/version", "authorization", "Bearer x");
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("retry-after")).isPresent();
            }
        }
    }

    @Test
    void brokenAuthenticatorLetsNobodyInAndTellsNothing() {
        Authenticator broken = _ -> {
            throw new IllegalStateException("secret at /home/ada");
        };
        try (RestServer server = new RestServer(builder -> builder.authenticator(broken))) {
            HttpResponse<String> answer = server.get("/orders/version");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).doesNotContain("secret");
        }
    }

    @Test
    void interceptorSeesCallsWithTheirEnds() {
        Notes notes = new Notes();
        try (RestServer server = guarded(builder -> builder.interceptor(notes))) {
            server.get("/orders/version", "authorization", basic("bob"));
            server.send(
                    "POST",
                    "/orders/fail",
                    "{\"how\":\"conflict\"}",
                    "authorization",
                    basic("bob"),
                    "content-type",
                    "application/json");
            server.get("/orders?limit=0", "authorization", basic("bob"));
            server.get("/orders/prices?symbol=x&count=3", "authorization", basic("bob"));

            Await.until(notes.seen::toString, () -> notes.seen.size() == 8);
            assertThat(notes.seen)
                    .containsExactly(
                            "+bob Orders.getVersion",
                            "-getVersion done",
                            "+bob Orders.fail",
                            "-fail OutOfStock",
                            "+bob Orders.find",
                            "-find Refusal",
                            "+bob Orders.listPrices",
                            "-listPrices done");
            assertThat(server.get("/orders/version", "authorization", basic("eve"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.get("/orders/version", "authorization", basic("bot"))
                            .statusCode())
                    .isEqualTo(429);
        }
    }

    @Test
    void pagesOfOtherOriginsAreRefused() {
        try (RestServer server = new RestServer()) {
            HttpResponse<String> answer = server.get("/orders/version", "origin", "https://evil.example");
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
            assertThat(server.get("/orders/version", "origin", server.base.toString())
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> preflight = server.send(
                    "OPTIONS",
                    "/orders",
                    null,
                    "origin",
                    "https://evil.example",
                    "access-control-request-method",
                    "POST");
            assertThat(preflight.statusCode()).isEqualTo(403);
        }
    }

    @Test
    void pagesOfAllowedOriginsMayAskAndRead() {
        try (RestServer server = new RestServer(builder -> builder.cors(Cors.allow("https://app.example")))) {
            HttpResponse<String> answer = server.get("/orders/version", "origin", "https://app.example");
            assertThat(answer.headers().firstValue("access-control-allow-origin"))
                    .hasValue("https://app.example");
            assertThat(answer.headers().firstValue("access-control-allow-credentials"))
                    .isEmpty();
            assertThat(answer.headers().firstValue("vary")).hasValue("Origin");
            HttpResponse<String> preflight = server.send(
                    "OPTIONS",
                    "/orders/1",
                    null,
                    "origin",
                    "https://app.example",
                    "access-control-request-method",
                    "PUT");
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(preflight.headers().firstValue("access-control-allow-methods"))
                    .hasValue("GET, PUT, DELETE, HEAD, OPTIONS");
            assertThat(preflight
                            .headers()
                            .firstValue("access-control-allow-headers")
                            .orElseThrow())
                    .contains("authorization", "content-type", "x-tenant");
            assertThat(server.get("/orders/version", "origin", "https://app.example.evil")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void optionsTellsTheVerbsOfAPath() {
        try (RestServer server = new RestServer()) {
            HttpResponse<String> answer = server.send("OPTIONS", "/orders", null);
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.headers().firstValue("allow")).hasValue("GET, POST, HEAD, OPTIONS");
        }
    }
}
