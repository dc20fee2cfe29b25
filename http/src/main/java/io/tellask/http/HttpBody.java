package io.tellask.http;

/** The body of an answer that is sent in parts. Thread-safe; parts leave in the order of the calls. */
public interface HttpBody {
    /**
     * Sends a part, which must not change afterwards. What the peer does not read is kept, up to a limit beyond which the connection is
     * closed: wait for {@link #whenWritable} where this returns false.
     *
     * @return whether more may be sent at once
     */
    boolean write(byte[] bytes);

    /** Whether {@link #write} may be called without more being kept than is already. */
    boolean isWritable();

    /** Runs once more may be sent, or the body has ended; at once if so already. */
    void whenWritable(Runnable task);

    /** The body is complete. */
    void end();

    /** It does not become complete: the peer is shown so, by the end of the connection or the stream. */
    void abort();

    /** Whether it has ended, by either side: then writing does nothing. */
    boolean isEnded();
}
