package io.tellask.remote.frame;

/** In a hello: the token of the session that goes on, or that may; and how far the bytes of the other side have come, where one goes on. Immutable. */
public final class ResumePoint {
    /** A new session, which may go on later or not. */
    public static final long NEW = -1;

    private static final byte[] NONE = {};

    /** A new session that ends with its connection, or whose opener has no token yet. */
    public static final ResumePoint ABSENT = new ResumePoint(NONE, NEW);

    private final byte[] token;
    private final long position;

    /** {@code token} is not changed from here on; {@code position} is {@link #NEW}, or where the session goes on. */
    public ResumePoint(byte[] token, long position) {
        this.token = token;
        this.position = position;
    }

    public byte[] token() {
        return token;
    }

    public boolean hasToken() {
        return token.length > 0;
    }

    /** Whether a session goes on. */
    public boolean goesOn() {
        return position != NEW;
    }

    public long position() {
        return position;
    }
}
