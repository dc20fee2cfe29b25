package io.tellask.netty.pages;

import io.tellask.remote.MemoryHolder;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one listener that serve pages, at most so many: where one more comes, the one gives way that has waited longest for
 * its next request. Thread-safe.
 */
final class OpenConnections {
    /** One of them. */
    interface Member {
        /** Closes it if it still waits for a request; from any thread. */
        void evict();
    }

    private final int most;
    private final Set<Member> idle = new LinkedHashSet<>(); // longest first; the rest is guarded by this
    private int count;

    OpenConnections(int most) {
        this.most = most;
    }

    /**
     * Counts one in, which is busy; false if there are too many, and all are busy, or if there is no memory for it. Where there is none, one
     * that waits gives way all the same, so that the next one finds some.
     */
    boolean add(MemoryHolder memory) {
        boolean room = !memory.isClosing();
        Member evicted = null;
        synchronized (this) {
            if (!room || count >= most) {
                evicted = takeLongest();
                room &= evicted != null;
            }
            count += room ? 1 : 0;
        }
        if (evicted != null) {
            evicted.evict();
        }
        return room;
    }

    private @Nullable Member takeLongest() {
        Iterator<Member> longest = idle.iterator();
        if (!longest.hasNext()) {
            return null;
        }
        Member taken = longest.next();
        longest.remove();
        return taken;
    }

    synchronized void busy(Member member) {
        idle.remove(member);
    }

    synchronized void idle(Member member) {
        idle.add(member);
    }

    synchronized void remove(Member member) {
        idle.remove(member);
        count--;
    }

    synchronized int count() {
        return count;
    }
}
