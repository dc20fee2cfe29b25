package io.tellask.remote.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether there is room for more that the peer must read, and who waits for it: exports with calls to answer, and streams with items.
 *
 * <p>Thread-safe.
 */
final class AnswerRoom {
    /** So many bytes may wait for the peer before its further asks wait too. */
    static final int HIGH_WATER_BYTES = 1024 * 1024;

    /** As much while peers hold more than half of what they may. */
    static final int TIGHT_HIGH_WATER_BYTES = 64 * 1024;

    private final Endpoint endpoint;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();

    AnswerRoom(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What has something for the peer, which does not read what it has been sent. */
    interface Waiter {
        /** The peer reads again, or has gone. */
        void roomMade();
    }

    /** Whether so much waits for a peer that does not read that its further asks, and the items of its streams, must wait. */
    boolean isFull() {
        return endpoint.outbound().mayBeAboveHighWater() && isFullNow();
    }

    private boolean isFullNow() {
        int pending = endpoint.outbound().pendingBytes();
        return pending > TIGHT_HIGH_WATER_BYTES
                && !endpoint.isEnded()
                && (pending > HIGH_WATER_BYTES || endpoint.memory().isTight());
    }

    /** Tells the one who waits once there is room. */
    void await(Waiter waiter) {
        waiters.add(waiter);
        Outbound outbound = endpoint.outbound();
        outbound.lock(); // a batch that leaves meanwhile is seen here, or its flush sees who waits
        boolean wait = isFull();
        outbound.unlock();
        if (!wait) {
            tellWaiters();
        }
    }

    /** It has nothing for the peer any more. */
    void forget(Waiter waiter) {
        waiters.remove(waiter);
    }

    /** A batch has left, or the session has ended. */
    void tellWaiters() {
        if (!waiters.isEmpty() && !isFull()) {
            for (Waiter waiter : waiters) {
                if (waiters.remove(waiter)) {
                    waiter.roomMade();
                }
            }
        }
    }
}
