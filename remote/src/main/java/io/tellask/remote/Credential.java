package io.tellask.remote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * What one side shows the other to prove who it is: a scheme that says how to read it, and the secret itself. Immutable; the secret is not
 * part of {@code toString}.
 */
public final class Credential {
    /** A token, in UTF-8. */
    public static final String BEARER = "bearer";

    /** A user's name, a colon, and a password, in UTF-8. */
    public static final String BASIC = "basic";

    /** The longest secret. */
    public static final int MOST_BYTES = 16 * 1024;

    /** The longest name of a scheme. */
    public static final int MOST_SCHEME_CHARS = 64;

    private final String scheme;
    private final byte[] secret;

    private Credential(String scheme, byte[] secret) {
        this.scheme = scheme;
        this.secret = secret;
    }

    /**
     * A credential of a scheme that the server's {@link Authenticator} knows.
     *
     * @throws IllegalArgumentException if the scheme is empty or longer than {@value #MOST_SCHEME_CHARS} characters, or the secret longer than {@value
     *     #MOST_BYTES} bytes
     */
    public static Credential of(String scheme, byte[] secret) {
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(secret, "secret");
        if (scheme.isEmpty() || scheme.length() > MOST_SCHEME_CHARS) {
            throw new IllegalArgumentException("credential: scheme has " + scheme.length()
                    + " characters, expected 1 to " + MOST_SCHEME_CHARS + "; shorten it");
        }
        if (secret.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "credential: secret bytes=" + secret.length + " > limit=" + MOST_BYTES + "; use a shorter one");
        }
        return new Credential(scheme, secret.clone());
    }

    /** A token, such as one of OAuth. */
    public static Credential token(String token) {
        return of(BEARER, token.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A name and a password.
     *
     * @throws IllegalArgumentException if the name has a colon
     */
    public static Credential basic(String user, String password) {
        Objects.requireNonNull(password, "password");
        if (user.indexOf(':') >= 0) {
            throw new IllegalArgumentException("credential: user has a colon, which ends it; use a name without one");
        }
        return of(BASIC, (user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    public String scheme() {
        return scheme;
    }

    /** The secret; a copy. */
    public byte[] secret() {
        return secret.clone();
    }

    /** The secret as a text of UTF-8. */
    public String text() {
        return new String(secret, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Credential that && scheme.equals(that.scheme) && Arrays.equals(secret, that.secret);
    }

    @Override
    public int hashCode() {
        return scheme.hashCode();
    }

    @Override
    public String toString() {
        return "Credential[scheme=" + scheme + ", secret bytes=" + secret.length + "]";
    }
}
