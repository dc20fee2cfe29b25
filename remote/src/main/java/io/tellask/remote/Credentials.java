package io.tellask.remote;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Gives the credential of a client, anew for each connection, so that a token that ends is fetched again. Must be thread-safe.
 *
 * <p>A credential is sent only where the connection is {@linkplain io.tellask.remote.Wire#isPrivate private}, or its address says
 * {@code plaintext=true}.
 */
@FunctionalInterface
public interface Credentials {
    /**
     * The credential for one connection. Called on the thread that connects; what takes time belongs into the stage. Where it fails, so does
     * the connecting, with this failure as the cause.
     */
    CompletionStage<Credential> next();

    /** Always the same. */
    static Credentials of(Credential credential) {
        Objects.requireNonNull(credential, "credential");
        return () -> CompletableFuture.completedFuture(credential);
    }

    /** Always the same token. */
    static Credentials token(String token) {
        return of(Credential.token(token));
    }

    /** The token that the supplier gives at each connect, at once. */
    static Credentials token(Supplier<String> token) {
        Objects.requireNonNull(token, "token");
        return () -> CompletableFuture.completedFuture(Credential.token(token.get()));
    }

    /** A name and a password. */
    static Credentials basic(String user, String password) {
        return of(Credential.basic(user, password));
    }
}
