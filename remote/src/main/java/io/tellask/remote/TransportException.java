package io.tellask.remote;

import io.tellask.text.SafeText;

/** A connection could not be opened or an address not listened to; the message says which address, why, and what to do. */
public final class TransportException extends RuntimeException {
    /** What went wrong, for callers that decide by it. */
    public enum Problem {
        /** The address is not understood: scheme, host or port is missing or wrong. */
        BAD_ADDRESS,
        /** Another listener holds the port or name. */
        ADDRESS_IN_USE,
        /** The address to listen on belongs to no interface of this machine. */
        NOT_LOCAL,
        /** Others could reach or read the connection, and nobody allowed that. */
        NOT_ALLOWED,
        /** The host's name is not known. */
        UNKNOWN_HOST,
        /** Nobody listens there. */
        REFUSED,
        /** The other side did not answer in time. */
        TIMED_OUT,
        /** A certificate was refused, by this side or by the other, or one that is required was not shown. */
        NOT_TRUSTED,
        /** A certificate, a key or a list of authorities of this side is missing, cannot be read, or does not fit. */
        UNUSABLE_CERTIFICATE,
        /** The other side speaks another protocol than the address says. */
        OTHER_PROTOCOL,
        /** The other side takes nobody now, and says so: try again later, or another one. */
        BUSY,
        /** Anything else; the cause says more. */
        FAILED
    }

    private final Problem problem;

    public TransportException(Problem problem, String message) {
        super(SafeText.message(message));
        this.problem = problem;
    }

    public TransportException(Problem problem, String message, Throwable cause) {
        super(SafeText.message(message), cause);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
