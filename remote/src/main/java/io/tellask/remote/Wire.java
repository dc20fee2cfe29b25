package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** One connection as the session sees it: bytes in order, both ways. All methods on {@link #loop()} only, except {@code loop}, {@code peer} and {@code sendNow}. */
public interface Wire {
    /** The I/O loop that the connection lives on: the very object that the actor system knows. */
    Dispatcher loop();

    /**
     * Sends bytes: they are written or copied before this returns, and it never blocks. Taken even while {@link #isWritable} is false,
     * for control messages; ignored once the connection is closed. A failure is told through {@link Receiver#closed}, later.
     */
    void send(byte[] bytes, int offset, int length);

    /**
     * Writes at once what the connection takes without waiting, and keeps nothing: the number of bytes that left, 0 where this wire
     * cannot. From any thread, while the session sees to it that nobody else sends and {@link #isWritable} holds.
     */
    default int sendNow(byte[] bytes, int offset, int length) {
        return 0;
    }

    /** False while earlier bytes have not left: wait for {@link Receiver#writable} before the next batch. */
    boolean isWritable();

    /** Asks for no more bytes, or for bytes again. A wire that cannot hold them back goes on delivering, as this one does. */
    default void reading(boolean wanted) {}

    /**
     * Reads what has come, at most so many bytes, although none were asked for: calls {@link Receiver#received} or {@link Receiver#closed} before it
     * returns, or neither. Not called from inside a method of {@link Receiver}. A wire that cannot hold bytes back does nothing.
     */
    default void readNow(int mostBytes) {}

    /** Closes the connection after what was sent has left; a second call changes nothing. {@link Receiver#closed} follows, later. */
    void close();

    /** Closes the connection without waiting until what was sent has left. {@link Receiver#closed} follows, later. */
    default void abort() {
        close();
    }

    /** How the connections of this loop take turns. The default knows of this one only. */
    default TurnScheduler turns() {
        return new TurnScheduler(loop());
    }

    /** Whether {@link #moveTo} can be called: a session that the other side opened is resumed over such connections only. */
    default boolean canMove() {
        return false;
    }

    /**
     * Moves a connection over which nothing was sent to another loop of the same system; nothing is read meanwhile. {@code moved} is called there, unless
     * the connection ends first.
     *
     * @throws UnsupportedOperationException if this wire {@linkplain #canMove cannot}
     */
    default void moveTo(Dispatcher newLoop, Runnable moved) {
        throw new UnsupportedOperationException("wire: peer=" + peer() + " cannot move to another loop");
    }

    /** The other side's address, for logs and errors. */
    String peer();

    /** The certificate that the other side has proved to hold; null where the transport asked for none. Known before the session begins. */
    default @Nullable X509Certificate certificate() {
        return null;
    }

    /** Whether nobody between the two sides can read what is sent: true for TLS, and for what stays on this machine. */
    default boolean isPrivate() {
        return false;
    }
}
