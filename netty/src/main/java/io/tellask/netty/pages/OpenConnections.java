package io.tellask.netty.pages;

import io.tellask.remote.MemoryHolder;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one listener that serve pages, at most so many. Where one more comes, or connections take nearly all of the memory that
 * they may take, one gives way for it, the first that there is of these:
 *
 * <ol>
 *   <li>the one that has waited longest for its next request;
 *   <li>the one whose peer has taken nothing of its answer for longest, once that is {@code stalledTime};
 *   <li>of the address that has most, the one that came first, if the new one's address has less even with it.
 * </ol>
 *
 * So neither readers that have stopped nor one address keep others out. Thread-safe.
 */
final class OpenConnections {
    /** One of them. Methods are called on any thread. */
    interface Member {
        /** Where it comes from, by which connections are counted. */
        String address();

        /** Closes it if it still waits for a request. */
        void evict();

        /** Closes it whatever it does. */
        void giveWay(String reason);
    }

    /** One that has to make room, and whether it must do so at once. */
    private record Leaving(Member member, @Nullable String reason) {
        void leave() {
            if (reason == null) {
                member.evict();
            } else {
                member.giveWay(reason);
            }
        }
    }

    private final int most;
    private final Duration stalledTime;
    private final Set<Member> idle = new LinkedHashSet<>(); // longest first; the rest is guarded by this
    private final Map<Member, Long> stalled = new LinkedHashMap<>(); // longest first, with when that began
    private final AddressShares shares = new AddressShares();
    private int count;

    OpenConnections(int most, Duration stalledTime) {
        this.most = most;
        this.stalledTime = stalledTime;
    }

    /**
     * Counts one in, which is busy; false if there is no room for it, and nobody gives way. Where there is no memory for it, one gives way all
     * the same, so that the next one finds some.
     */
    boolean add(Member member, MemoryHolder memory, long nowNanos) {
        boolean refused = memory.isClosing();
        boolean added;
        Leaving leaving = null;
        synchronized (this) {
            boolean full = refused || count >= most || memory.connectionsAreMany();
            if (full) {
                leaving = leaving(member.address(), nowNanos);
            }
            added = !refused && (!full || leaving != null);
            if (added) {
                count++;
                shares.add(member);
            }
        }
        if (leaving != null) {
            leaving.leave();
        }
        return added;
    }

    private @Nullable Leaving leaving(String newAddress, long nowNanos) {
        Iterator<Member> longest = idle.iterator();
        if (longest.hasNext()) {
            Member taken = longest.next();
            longest.remove();
            return new Leaving(taken, null);
        }
        Member taken = longestStalled(nowNanos);
        if (taken != null) {
            return leaving(taken, "has taken nothing of its answer for stalledTimeMillis=" + stalledTime.toMillis());
        }
        Member first = shares.firstOfLargest(shares.count(newAddress) + 1);
        return first == null ? null : leaving(first, "is the first of the address that has most connections");
    }

    private @Nullable Member longestStalled(long nowNanos) {
        Iterator<Map.Entry<Member, Long>> longest = stalled.entrySet().iterator();
        if (!longest.hasNext()) {
            return null;
        }
        Map.Entry<Member, Long> first = longest.next();
        return nowNanos - first.getValue() >= stalledTime.toNanos() ? first.getKey() : null;
    }

    private Leaving leaving(Member taken, String why) {
        stalled.remove(taken);
        shares.remove(taken);
        return new Leaving(taken, "gives way to another connection: it " + why);
    }

    synchronized void busy(Member member) {
        idle.remove(member);
    }

    synchronized void idle(Member member) {
        idle.add(member);
    }

    /** Its peer has to take more of its answer from now on, or has just taken some and there is more. */
    synchronized void stalls(Member member, long nowNanos) {
        stalled.remove(member);
        stalled.put(member, nowNanos);
    }

    /** Nothing waits for its peer. */
    synchronized void flows(Member member) {
        stalled.remove(member);
    }

    synchronized void remove(Member member) {
        idle.remove(member);
        stalled.remove(member);
        shares.remove(member);
        count--;
    }

    synchronized int count() {
        return count;
    }
}
