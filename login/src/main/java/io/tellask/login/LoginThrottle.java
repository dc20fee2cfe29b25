package io.tellask.login;

import io.tellask.remote.AuthThrottle;
import org.jspecify.annotations.Nullable;

/** Refuses attempts of an address and for a user of which there were too many. Belongs to the login's actor. */
final class LoginThrottle {
    private final LoginOptions options;
    private final Attempts byAddress;
    private final Attempts byUser;

    /** One that was counted. @param user null where there was no name */
    record Attempt(String address, @Nullable String user) {}

    LoginThrottle(LoginOptions options) {
        this.options = options;
        byAddress = new Attempts(options.attemptsPerAddress(), options.addressWindow());
        byUser = new Attempts(options.attemptsPerUser(), options.userWindow());
    }

    /**
     * Counts an attempt before it is looked at.
     *
     * @throws LoginException {@link LoginException.Problem#THROTTLED} if it must not be
     */
    Attempt begin(String peer, @Nullable String user) {
        long now = options.nanoTime().getAsLong();
        String address = AuthThrottle.address(peer);
        if (!byAddress.begin(address, now)) {
            throw throttled(
                    "attemptsPerAddress=" + options.attemptsPerAddress(), "addressWindow=" + options.addressWindow());
        }
        if (user != null && !byUser.begin(user, now)) {
            byAddress.takeBack(address);
            throw throttled("attemptsPerUser=" + options.attemptsPerUser(), "userWindow=" + options.userWindow());
        }
        return new Attempt(address, user);
    }

    private static LoginException throttled(String limit, String window) {
        return new LoginException(
                LoginException.Problem.THROTTLED,
                limit + " were refused; nothing is looked at, try again after " + window);
    }

    void takeBack(Attempt attempt) {
        byAddress.takeBack(attempt.address);
        if (attempt.user != null) {
            byUser.takeBack(attempt.user);
        }
    }
}
