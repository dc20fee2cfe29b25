package io.tellask.remote;

import io.tellask.text.SafeText;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who the peer of a session is, as the {@link Authenticator} found. Immutable.
 *
 * @param name of the user or program, 1 to 256 characters; rates are counted and lines of the log written by it
 * @param roles what {@link RoleRules} go by
 * @param expires when what it showed is no longer good; null: it stays so. Then the connection is closed, and the session goes on over another
 *     one if the peer shows a fresh credential of the same name within {@code resumeTime}; over a transport that cannot, the session ends
 */
public record Principal(
        String name, Set<String> roles, @Nullable Instant expires) {
    /** Everybody, where nobody is asked who he is. It has no roles. */
    public static final Principal ANONYMOUS = new Principal("anonymous", Set.of());

    private static final int MOST_NAME_CHARS = 256;

    public Principal {
        Objects.requireNonNull(name, "name");
        roles = Set.copyOf(roles);
        if (name.isEmpty() || name.length() > MOST_NAME_CHARS) {
            throw new IllegalArgumentException("principal: name has " + name.length() + " characters, expected 1 to "
                    + MOST_NAME_CHARS + "; shorten it");
        }
    }

    /** One that stays good. */
    public Principal(String name, Set<String> roles) {
        this(name, roles, null);
    }

    public static Principal of(String name, String... roles) {
        return new Principal(name, Set.of(Objects.requireNonNull(roles, "roles")));
    }

    public boolean hasRole(String role) {
        return roles.contains(Objects.requireNonNull(role, "role"));
    }

    /** The same until an instant. */
    public Principal until(Instant instant) {
        return new Principal(name, roles, Objects.requireNonNull(instant, "instant"));
    }

    /** When what it showed is no longer good; empty: it stays so. */
    public Optional<Instant> expiry() {
        return Optional.ofNullable(expires);
    }

    /** The name, printable. */
    @Override
    public String toString() {
        return SafeText.of(name);
    }
}
