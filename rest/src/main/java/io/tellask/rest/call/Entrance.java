package io.tellask.rest.call;

import io.tellask.actor.failure.Failures;
import io.tellask.http.HttpRequest;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Principal;
import io.tellask.remote.TransportException;
import io.tellask.rest.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds out who sends a request. Stateless. */
final class Entrance {
    private static final CompletableFuture<Principal> ANYBODY = CompletableFuture.completedFuture(Principal.ANONYMOUS);

    private Entrance() {}

    /** Who it is; fails with the refusal that the sender is told. Its address is asked for only where somebody needs it. */
    static CompletableFuture<Principal> principal(
            CallSettings settings, HttpRequest request, Supplier<String> address) {
        Authenticator authenticator = settings.authenticator();
        return authenticator == null ? ANYBODY : principal(settings, authenticator, request, address.get());
    }

    private static CompletableFuture<Principal> principal(
            CallSettings settings, Authenticator authenticator, HttpRequest request, String peer) {
        if (settings.throttle().isThrottled(peer, millis())) {
            return CompletableFuture.failedFuture(Refusal.later(
                            429,
                            "too many attempts",
                            "too many wrong credentials came from this address; try again later")
                    .with(
                            "retry-after",
                            Long.toString(
                                    Math.max(1, settings.limits().authWindow().toSeconds()))));
        }
        Credential shown;
        CompletionStage<@Nullable Principal> found;
        try {
            shown = credential(request.header("authorization"));
            found = authenticator.authenticate(new ConnectAttempt(
                    peer, shown, request.certificate(), request.scheme().equals("https")));
        } catch (IllegalArgumentException malformed) {
            settings.throttle().failed(peer, millis());
            return CompletableFuture.failedFuture(unauthorized(settings, "the header authorization is malformed"));
        } catch (AuthenticationException refused) {
            settings.throttle().failed(peer, millis());
            return CompletableFuture.failedFuture(unauthorized(settings, String.valueOf(refused.getMessage())));
        }
        CompletableFuture<@Nullable Principal> answer = new CompletableFuture<>();
        found.whenComplete((principal, failure) -> {
            if (failure == null) {
                answer.complete(principal);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        boolean guessed = shown != null;
        return (answer.isDone()
                        ? answer
                        : answer.orTimeout(settings.limits().authTime().toMillis(), TimeUnit.MILLISECONDS))
                .handle((principal, failure) -> known(principal, failure, settings, peer, guessed));
    }

    private static Principal known(
            @Nullable Principal principal,
            @Nullable Throwable failure,
            CallSettings settings,
            String peer,
            boolean guessed) {
        if (principal != null) {
            return principal;
        }
        Throwable reason = failure == null ? null : Failures.unwrap(failure);
        boolean busy = reason instanceof TransportException unavailable
                && unavailable.problem() == TransportException.Problem.BUSY; // it cannot tell now, and says so
        if (busy || reason instanceof TimeoutException) {
            throw Refusal.later(503, "not available", "who you are could not be found out in time; try again later");
        }
        if (reason != null && !(reason instanceof AuthenticationException)) {
            throw settings.failures().refusal(reason, "the authenticator failed");
        }
        if (guessed) {
            settings.throttle().failed(peer, millis());
        }
        String detail = reason != null
                ? String.valueOf(reason.getMessage())
                : guessed ? "the credential is not known" : "send a credential in the header authorization";
        throw unauthorized(settings, detail);
    }

    private static Refusal unauthorized(CallSettings settings, String detail) {
        return Refusal.of(401, "unauthorized", detail).with("www-authenticate", settings.challenge());
    }

    private static @Nullable Credential credential(@Nullable String header) {
        if (header == null) {
            return null;
        }
        String[] words = header.strip().split(" +", 2);
        if (words.length < 2) {
            throw new IllegalArgumentException("no scheme");
        }
        String scheme = words[0].toLowerCase(Locale.ROOT);
        byte[] secret = scheme.equals(Credential.BASIC)
                ? Base64.getDecoder().decode(words[1])
                : words[1].getBytes(StandardCharsets.UTF_8);
        return Credential.of(scheme, secret);
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
