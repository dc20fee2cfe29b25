package io.tellask.remote.session;

import io.tellask.remote.DisconnectedException;
import org.jspecify.annotations.Nullable;

/** What a session tells the server or client that it belongs to; all on the session's loop. */
public interface SessionEvents {
    /** The peer has introduced itself. */
    void opened(Endpoint endpoint);

    /** The connection broke, and the session waits for another. */
    void disconnected(Endpoint endpoint, DisconnectedException cause);

    /** The session goes on over another connection. */
    void resumed(Endpoint endpoint);

    /** What an application can do that calls an actor of a session which has ended. */
    default String remedy() {
        return "connect again";
    }

    /** The session is over, told once; the reason is null for a close that somebody asked for. */
    void ended(Endpoint endpoint, @Nullable RuntimeException reason);
}
