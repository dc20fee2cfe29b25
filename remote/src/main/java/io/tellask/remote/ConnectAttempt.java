package io.tellask.remote;

import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a peer that wants to open a session.
 *
 * @param peer its address, for logs
 * @param shown what it shows by itself, null where it shows nothing
 * @param proved the certificate that it proved to hold when the connection was made, null where it showed none
 * @param isPrivate whether nobody between the two could read what it showed
 */
public record ConnectAttempt(
        String peer, @Nullable Credential shown, @Nullable X509Certificate proved, boolean isPrivate) {
    public Optional<Credential> credential() {
        return Optional.ofNullable(shown);
    }

    /** What it shows, if that is of a scheme. */
    public Optional<Credential> credential(String scheme) {
        Objects.requireNonNull(scheme, "scheme");
        return credential().filter(credential -> credential.scheme().equals(scheme));
    }

    public Optional<X509Certificate> certificate() {
        return Optional.ofNullable(proved);
    }
}
