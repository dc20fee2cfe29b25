package io.tellask.cluster.jgroups;

import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells of changed views on a thread of its own: the protocols find out about changes with their locks held, and whoever is told may look at the
 * view, which needs them. Changes that come while it tells are told together. Thread-safe.
 */
final class ViewTeller implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final Runnable tell;
    private final Thread thread;
    private volatile boolean isChanged;
    private volatile boolean isClosed;

    ViewTeller(Runnable tell) {
        this.tell = tell;
        thread = Thread.ofVirtual().name("tellask-cluster-views").unstarted(this::run);
        thread.start();
    }

    void changed() {
        isChanged = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!isClosed) {
            if (!isChanged) {
                LockSupport.park(this);
                continue;
            }
            isChanged = false;
            try {
                tell.run();
            } catch (Throwable failure) {
                SafeLog.log(LOG, Level.WARNING, "cluster: a change of the view could not be told: ", "", failure);
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }
}
