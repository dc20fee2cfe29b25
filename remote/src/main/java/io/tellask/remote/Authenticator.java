package io.tellask.remote;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who a peer is before its session opens; asked at every connect. Must be thread-safe.
 *
 * <p>{@link #authenticate} is called on the connection's I/O loop and must not wait: what takes time is answered by a stage that
 * completes later, within {@code Limits.handshakeTime} of the connect. Until then nothing that the peer sends is executed. A stage of null, one that
 * fails, and an exception refuse the peer; it is told the message of an {@link AuthenticationException}, and nothing of any other.
 * One of a {@link TransportException} that says {@link TransportException.Problem#BUSY} tells the peer to come back later: nobody can say now who it is.
 */
@FunctionalInterface
public interface Authenticator {
    /** Who the peer is; null if it is nobody who may come in. */
    CompletionStage<@Nullable Principal> authenticate(ConnectAttempt attempt);

    /** Takes tokens that the function knows, at once. To be safe against guessing it compares digests, or asks who issued them. */
    static Authenticator token(Function<String, Optional<Principal>> known) {
        Objects.requireNonNull(known, "known");
        return attempt -> now(attempt.credential(Credential.BEARER).flatMap(token -> known.apply(token.text())));
    }

    /** Takes these tokens. They are kept as digests, which are compared, so that the time taken tells nothing of them. */
    static Authenticator tokens(Map<String, Principal> tokens) {
        return token(new TokenDigests(tokens)::find);
    }

    /** Takes names with passwords that the function accepts, at once. */
    static Authenticator basic(BiFunction<String, String, Optional<Principal>> known) {
        Objects.requireNonNull(known, "known");
        return attempt -> now(attempt.credential(Credential.BASIC).flatMap(credential -> {
            String[] parts = credential.text().split(":", 2);
            return parts.length == 2 ? known.apply(parts[0], parts[1]) : Optional.empty();
        }));
    }

    /** Takes whom the function finds in the certificate that the peer proved to hold: needs a transport that asks for one. */
    static Authenticator certificate(Function<X509Certificate, Optional<Principal>> known) {
        Objects.requireNonNull(known, "known");
        return attempt -> now(attempt.certificate().flatMap(known));
    }

    /** Takes whom one of these takes, asked in this order; one that fails ends the search. */
    static Authenticator anyOf(Authenticator... authenticators) {
        List<Authenticator> all = List.of(Objects.requireNonNull(authenticators, "authenticators"));
        return attempt -> {
            CompletionStage<@Nullable Principal> found = now(Optional.empty());
            for (Authenticator next : all) {
                found = found.thenCompose(
                        principal -> principal != null ? now(Optional.of(principal)) : next.authenticate(attempt));
            }
            return found;
        };
    }

    private static CompletionStage<@Nullable Principal> now(Optional<Principal> principal) {
        return CompletableFuture.completedFuture(principal.orElse(null));
    }
}
