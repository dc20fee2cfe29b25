package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.remote.CallWatcher;
import io.tellask.remote.IncomingCall;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Who watches the calls that come to a server: nobody, as a rule, and then a call asks for that once. Thread-safe. */
public final class Traffic {
    /** So many may watch at a time. */
    public static final int MOST_WATCHERS = 16;

    private static final Logger LOG = System.getLogger("io.tellask.remote");

    private volatile List<CallWatcher> watchers = List.of();
    private volatile boolean watched;

    boolean isWatched() {
        return watched;
    }

    /**
     * Begins to tell a watcher.
     *
     * @throws IllegalStateException if there are as many as may be
     */
    public synchronized void add(CallWatcher watcher) {
        if (watchers.size() >= MOST_WATCHERS) {
            throw new IllegalStateException("traffic: watchers=" + watchers.size() + " >= limit=" + MOST_WATCHERS
                    + "; let one of them end first");
        }
        List<CallWatcher> more = new ArrayList<>(watchers);
        more.add(watcher);
        watchers = List.copyOf(more);
        watched = true;
    }

    /**
     * Begins to tell a watcher, until the answer is cancelled.
     *
     * @throws IllegalStateException if there are as many as may be
     */
    public Cancellable watch(CallWatcher watcher) {
        CallWatcher own = watcher::ended; // an identity of its own: the same may watch twice
        add(own);
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            remove(own);
            return ended.compareAndSet(false, true);
        };
    }

    /** Tells it no more. */
    public synchronized void remove(CallWatcher watcher) {
        watchers = watchers.stream().filter(each -> each != watcher).toList();
        watched = !watchers.isEmpty();
    }

    void ended(IncomingCall call, @Nullable Throwable failure, long items, long sentBytes) {
        for (CallWatcher each : watchers) {
            try {
                each.ended(call, failure, items, sentBytes);
            } catch (Throwable broken) { // the call itself has ended well
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
