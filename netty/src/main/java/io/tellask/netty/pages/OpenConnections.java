package io.tellask.netty.pages;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

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

    /** Counts one in, which is busy; false if there are too many, and all are busy. */
    boolean add(Member added) {
        Member evicted = null;
        synchronized (this) {
            if (count >= most) {
                Iterator<Member> longest = idle.iterator();
                if (!longest.hasNext()) {
                    return false;
                }
                evicted = longest.next();
                longest.remove();
            }
            count++;
        }
        if (evicted != null) {
            evicted.evict();
        }
        return true;
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
