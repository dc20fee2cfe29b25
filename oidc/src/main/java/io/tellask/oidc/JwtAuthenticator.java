package io.tellask.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.ConnectAttempt;
import io.tellask.remote.Credential;
import io.tellask.remote.Principal;
import io.tellask.text.SafeText;
import java.net.URI;
import java.text.ParseException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes tokens (JWT) that an issuer of OpenID Connect or OAuth 2.0 signed, as credentials of the scheme {@code bearer}: the signature by one of the
 * issuer's keys and an allowed algorithm, {@code iss}, {@code aud}, {@code exp}, {@code nbf}. The principal's name and roles are claims, and it is
 * good until the token is over; a client shows a fresh one then, see {@link Principal#expires}.
 *
 * <p>The issuer's keys are found by its discovery document and kept; keys that are not known are asked for, at most once in a while. While the
 * issuer cannot be reached its last keys go on; without any, peers are told to come back later. Nothing waits on an I/O loop. Headers of a token that name keys or addresses ({@code jwk},
 * {@code jku}, {@code x5u}) are not followed. Thread-safe.
 */
public final class JwtAuthenticator implements Authenticator, AutoCloseable {
    private static final Executor VIRTUAL =
            task -> Thread.ofVirtual().name("tellask-oidc").start(task);

    private final JwtOptions options;
    private final IssuerKeys keys;
    private final IssuerHttp http;

    JwtAuthenticator(JwtOptions options) {
        this.options = options;
        http = new IssuerHttp(options);
        keys = new IssuerKeys(options, http, VIRTUAL);
    }

    /**
     * An authenticator with the defaults.
     *
     * @param issuer as the tokens name it in {@code iss}; {@code https}, or {@code http} on this machine
     * @param audience that this server is, one of those that the tokens name in {@code aud}
     * @throws IllegalArgumentException if the issuer's address is none of these
     */
    public static JwtAuthenticator of(URI issuer, String audience) {
        return builder(issuer, audience).build();
    }

    /** As {@link #of}, with options. */
    public static JwtOptions.Builder builder(URI issuer, String audience) {
        return new JwtOptions.Builder(
                Objects.requireNonNull(issuer, "issuer"), Objects.requireNonNull(audience, "audience"));
    }

    /** Fetches the issuer's keys now, so that the first client need not wait, and a wrong address is found at the start. */
    public CompletableFuture<Void> fetchKeys() {
        return keys.find(null).thenAccept(found -> {});
    }

    @Override
    public CompletionStage<@Nullable Principal> authenticate(ConnectAttempt attempt) {
        Optional<Credential> shown = Objects.requireNonNull(attempt, "attempt").credential(Credential.BEARER);
        if (shown.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.supplyAsync(() -> parse(shown.get()), VIRTUAL)
                .thenCompose(token -> keys.find(token.getHeader().getKeyID())
                        .thenApplyAsync(found -> principal(token, found), VIRTUAL));
    }

    private SignedJWT parse(Credential shown) {
        String text = shown.text();
        if (text.length() > options.tokenBytes()) {
            throw refused("bytes=" + text.length() + " > tokenBytes=" + options.tokenBytes()
                    + "; have it carry fewer claims");
        }
        SignedJWT token;
        try {
            token = SignedJWT.parse(text);
        } catch (ParseException | RuntimeException noToken) { // of the library, for whatever bytes
            throw refused("it is no signed JWT; show the access token of the issuer");
        }
        if (!options.algorithms().contains(token.getHeader().getAlgorithm())) {
            throw refused("alg=" + SafeText.of(token.getHeader().getAlgorithm().getName()) + " is none of algorithms="
                    + options.algorithms() + "; have the issuer sign by one of these");
        }
        String kid = token.getHeader().getKeyID();
        if (kid != null && kid.length() > IssuerKeys.MOST_KID_CHARS) {
            throw refused("kid has " + kid.length() + " characters > limit=" + IssuerKeys.MOST_KID_CHARS
                    + "; show a token of the issuer");
        }
        return token;
    }

    private Principal principal(SignedJWT token, KeySet found) {
        try {
            JWTClaimsSet claims = found.processor().process(token, null);
            return new Claims(claims, options).principal();
        } catch (BadJOSEException | JOSEException bad) {
            throw refused(SafeText.of(bad.getMessage()) + "; fetch a fresh one of this issuer for this audience");
        } catch (IllegalArgumentException | IllegalStateException | ClassCastException odd) { // of the library
            throw refused("it cannot be verified, " + odd.getClass().getSimpleName() + "; show a token of the issuer");
        }
    }

    static AuthenticationException refused(String why) {
        return new AuthenticationException("authentication: token, " + why);
    }

    /** Lets go of the connections to the issuer. Later tokens are verified with the keys that are known. */
    @Override
    public void close() {
        http.close();
    }
}
