package io.tellask.login;

import io.tellask.remote.Principal;
import java.util.Optional;

/**
 * Knows users and their passwords. Called on threads of the {@link LoginActor}'s own, so it may wait and compute; must be thread-safe. What it throws is
 * logged, and refuses the login.
 */
@FunctionalInterface
public interface PasswordCheck {
    /** Who the user is; empty for a wrong password and for a user that there is not, which should take the same time. */
    Optional<Principal> check(String user, String password) throws Exception;

    /** Who a user is now that logged in before and shows a token; empty where the user may no longer come in. */
    default Optional<Principal> again(Principal before) throws Exception {
        return Optional.of(before);
    }
}
