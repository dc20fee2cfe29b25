package io.tellask.remote.session;

import io.tellask.remote.IncomingCall;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who watches the calls that come to a server: nobody, as a rule, and then a call asks for that once. Thread-safe. */
public final class Traffic {
    /** So many may watch at a time. */
    public static final int MOST_WATCHERS = 16;

    private static final Logger LOG = System.getLogger("io.tellask.remote");

    private volatile List<Watcher> watchers = List.of();
    private volatile boolean watched;

    /** Is told of each call that has ended, on whatever thread it ended; must not wait. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * A call has ended.
         *
         * @param failure what its caller was told; null for success
         * @param items what a stream emitted
         * @param sentBytes how long the answer was, or the items
         */
        void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes);
    }

    boolean isWatched() {
        return watched;
    }

    /**
     * Begins to tell a watcher.
     *
     * @throws IllegalStateException if there are as many as may be
     */
    public synchronized void add(Watcher watcher) {
        if (watchers.size() >= MOST_WATCHERS) {
            throw new IllegalStateException("traffic: watchers=" + watchers.size() + " >= limit=" + MOST_WATCHERS
                    + "; let one of them end first");
        }
        List<Watcher> more = new ArrayList<>(watchers);
        more.add(watcher);
        watchers = List.copyOf(more);
        watched = true;
    }

    /** Tells it no more. */
    public synchronized void remove(Watcher watcher) {
        watchers = watchers.stream().filter(each -> each != watcher).toList();
        watched = !watchers.isEmpty();
    }

    void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes) {
        for (Watcher each : watchers) {
            try {
                each.ended(call, failure, items, sentBytes);
            } catch (RuntimeException broken) { // the call itself has ended well
                SafeLog.log(
                        LOG,
                        Level.WARNING,
                        "one who watches traffic failed, and is told no more: peer=",
                        call.peer(),
                        broken);
                remove(each);
            }
        }
    }
}
