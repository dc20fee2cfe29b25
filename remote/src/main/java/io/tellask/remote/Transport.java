package io.tellask.remote;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import java.net.URI;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Carries bytes between two processes, or two systems of one: the whole of what a new kind of connection has to write.
 *
 * <p>Found by {@link java.util.ServiceLoader} through the scheme of an address, or handed in. A connection lives on one I/O loop of the
 * system that opened it, and everything about it happens there. Thread-safe.
 */
public interface Transport {
    /** The schemes of the addresses served here, such as {@code tellask} for TCP and {@code memory} for one process. */
    Set<String> schemes();

    /**
     * Begins to accept connections, spread over the loops in turn.
     *
     * @param accept gives the session's side of a new connection, on the connection's loop
     * @throws TransportException if the address is in use, unknown, not local, or not allowed; nothing is left open
     */
    Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept);

    /**
     * Opens a connection without blocking. Exactly one of the two functions is called, on the given loop.
     *
     * @param loop the I/O loop that the connection will live on
     * @param opened gives the session's side of the new connection
     * @param failed is told why there is no connection: refused, unknown host, timed out
     */
    void connect(URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed);

    /** An address where connections are accepted. Thread-safe. */
    interface Listener {
        /** Where clients connect: as listened to, with the real port where port 0 was asked for. */
        URI address();

        /** Ends accepting, and frees the address before it returns, unless a loop calls it; connections that are open stay. */
        void close();
    }
}
