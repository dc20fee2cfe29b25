package io.tellask.login;

/** Nobody was logged in, or the session is not this client's. The message says what helps; it tells nothing of which users there are. */
public final class LoginException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String problem;

    /** Why. */
    public enum Problem {
        /** There is no user of that name with that password. */
        WRONG_PASSWORD,
        /** The name is too long, or has characters that names must not have. */
        BAD_NAME,
        /** The server takes no guests, or none of that name. */
        NO_GUEST,
        /** Too many wrong ones came from the address, or for the user; nothing is looked at for a while. */
        THROTTLED,
        /** There are as many sessions as may be: in all, of the user, or of the client. */
        FULL,
        /** More checks of passwords wait than may; try again soon. */
        BUSY,
        /** The token was never given out, was used, or is over. */
        BAD_TOKEN,
        /** The session actor is not one of this client's, or has stopped. */
        NO_SESSION,
        /** The check itself failed; the log of the server says how. */
        CHECK_FAILED,
        /** The caller is in the server's own process, where there is no client. */
        NO_CLIENT
    }

    LoginException(Problem problem, String message) {
        super("login: " + message);
        this.problem = problem.name();
    }

    /** Why; {@code WRONG_PASSWORD} and the like also for programs in other languages. */
    public Problem problem() {
        return Problem.valueOf(problem);
    }
}
