package io.tellask.login;

import io.tellask.remote.Principal;
import io.tellask.remote.Session;
import java.util.Objects;

/**
 * Who has logged in, for the factory of session actors. Immutable.
 *
 * @param principal name and roles; a guest has no roles, whatever its name
 * @param isGuest whether nobody checked who it is
 * @param isResumed whether this session goes on for one that was lost
 * @param session of the client
 */
public record LoggedIn(Principal principal, boolean isGuest, boolean isResumed, Session session) {
    public LoggedIn {
        Objects.requireNonNull(principal, "principal");
        Objects.requireNonNull(session, "session");
    }

    public String user() {
        return principal.name();
    }
}
