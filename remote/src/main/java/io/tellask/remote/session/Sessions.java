package io.tellask.remote.session;

import io.tellask.actor.runtime.DispatcherThread;
import java.util.Optional;

/** Finds the session that the calling thread is serving. */
public final class Sessions {
    private Sessions() {}

    /** The endpoint whose call is being executed on this thread. */
    public static Optional<Endpoint> current() {
        DispatcherThread thread = DispatcherThread.current();
        return thread != null && thread.caller() instanceof SessionCaller caller
                ? Optional.of(caller.endpoint())
                : Optional.empty();
    }
}
