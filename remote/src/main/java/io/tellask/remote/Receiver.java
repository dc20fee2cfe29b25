package io.tellask.remote;

import org.jspecify.annotations.Nullable;

/**
 * The session's side of a connection: what the wire calls, always on the wire's loop.
 *
 * <p>The wire asks for {@link #array} and {@link #offset}, copies what one read of the socket brought, and calls {@link #received}. It
 * expects no exception: one that escapes closes the connection.
 */
public interface Receiver {
    /**
     * How many bytes one read of the socket may bring now; a wire that can hold bytes back asks before it reads. Who answers 0 has asked for none
     * through {@link Wire#reading}.
     */
    default int mostBytes() {
        return Integer.MAX_VALUE;
    }

    /** An array with room for so many bytes at {@link #offset}; valid until {@link #received} returns. */
    byte[] array(int bytes);

    /** Where in the array of the last call of {@link #array} the bytes go. */
    int offset();

    /** So many bytes were copied in; at least 1. */
    void received(int bytes);

    /**
     * The wire keeps so many bytes more (or less, below 0) for what was sent and the connection has not taken. Called within {@link Wire#send}, too:
     * it only counts.
     */
    default void kept(int changeBytes) {}

    /** What was sent has left: the wire is writable again. Called only after {@link Wire#isWritable} was false. */
    void writable();

    /**
     * The other side has ended its half of the connection, and sends nothing more. True where what is still to be sent may leave, and this closes the
     * wire by itself behind that; otherwise the connection ends at once.
     */
    default boolean inputEnded() {
        return false;
    }

    /**
     * The connection has ended; nothing more is called. Called exactly once, never from inside a method of {@link Wire}.
     *
     * @param cause what failed, or null where one of the two sides closed it
     */
    void closed(@Nullable Throwable cause);
}
