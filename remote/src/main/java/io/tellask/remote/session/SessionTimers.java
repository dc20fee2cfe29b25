package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.frame.FrameType;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of a session: the handshake, the silence of the peer, the deadlines of calls.
 *
 * <p>Deadlines are checked every {@value #SWEEP_MILLIS} ms while calls wait for an answer or to be sent, and not at all while none do. The time that a call begins at
 * is read from a clock of that coarseness, so that asking costs no system call. On the loop, except {@link #deadline}.
 */
final class SessionTimers {
    private static final long SWEEP_MILLIS = 100;
    private static final long SEARCH_MILLIS = 10;
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** A timer that runs so much later than it was due says that the loop was blocked, and nothing of the peer. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Endpoint endpoint;
    private final Limits limits;
    private final long callNanos;
    private final CredentialTimer credential;
    private Cancellable handshake;
    private Cancellable silence;
    private boolean sweeping;
    private long beganNanos;
    private long lastReceivedNanos;
    private boolean pinged;
    private boolean ended;
    private boolean hasSearched;
    private long searchedNanos;
    private volatile long coarseNanos;
    private volatile boolean coarseIsFresh;

    @SuppressWarnings("NullAway.Init") // begin() sets the handshake's clock, which starts that of silence
    SessionTimers(Endpoint endpoint) {
        this.endpoint = endpoint;
        limits = endpoint.limits();
        callNanos = limits.callTime().toNanos();
        credential = new CredentialTimer(endpoint);
    }

    void begin() {
        beganNanos = endpoint.loop().nanoTime();
        lastReceivedNanos = beganNanos;
        awaitHello();
    }

    private void awaitHello() {
        long nanos = limits.handshakeTime().toNanos();
        long dueNanos = endpoint.loop().nanoTime() + nanos;
        handshake = endpoint.schedule(() -> helloMissing(dueNanos), nanos);
    }

    private void helloMissing(long dueNanos) {
        if (isLate(dueNanos)) {
            awaitHello();
        } else {
            endpoint.failNow(endpoint.introduction().missing());
        }
    }

    /** Whether this loop was kept from its work meanwhile: then what the peer sent in time has not been read yet. */
    private boolean isLate(long dueNanos) {
        return endpoint.loop().nanoTime() - dueNanos > LATE_NANOS;
    }

    void introduced() {
        handshake.cancel();
        watchSilence(limits.idleTime().toNanos());
        credential.begin();
    }

    /** There is no connection that could be silent. */
    void detached() {
        silence.cancel();
        credential.end();
    }

    /** There is a connection again. */
    void attached() {
        lastReceivedNanos = endpoint.loop().nanoTime();
        pinged = false;
        silence.cancel();
        watchSilence(limits.idleTime().toNanos());
        credential.begin();
    }

    private void watchSilence(long delayNanos) {
        long dueNanos = endpoint.loop().nanoTime() + delayNanos;
        silence = endpoint.schedule(() -> checkSilence(dueNanos), Math.max(1, delayNanos));
    }

    private void checkSilence(long dueNanos) {
        if (ended) {
            return;
        }
        if (isLate(dueNanos)) {
            watchSilence(limits.pingTime().toNanos());
            return;
        }
        long silentNanos = endpoint.loop().nanoTime() - lastReceivedNanos;
        long idleNanos = limits.idleTime().toNanos();
        if (silentNanos < idleNanos) {
            pinged = false;
            watchSilence(idleNanos - silentNanos);
        } else if (!pinged) {
            pinged = true;
            endpoint.shrink();
            endpoint.frames().ping(FrameType.PING, 0);
            watchSilence(limits.pingTime().toNanos());
        } else {
            endpoint.continuity()
                    .fallSilent("ping: no byte within idleTime=" + limits.idleTime() + " and pingTime="
                            + limits.pingTime() + "; the peer or the network is gone");
        }
    }

    /** When bytes came last; on the loop. */
    long lastReceivedNanos() {
        return lastReceivedNanos;
    }

    /** How long nothing has come; from other threads an estimate, as the next. */
    long idleNanos() {
        return Math.max(0, endpoint.loop().nanoTime() - lastReceivedNanos);
    }

    long ageNanos() {
        return Math.max(0, endpoint.loop().nanoTime() - beganNanos);
    }

    /** Bytes came. */
    void received() {
        lastReceivedNanos = endpoint.loop().nanoTime();
        if (sweeping) {
            coarseNanos = lastReceivedNanos;
        }
        pinged = false;
    }

    /** When a call that begins now is given up: after its own time, or the session's {@code callTime}. With the outbound's lock held. */
    long deadline(int ownMillis) {
        watchDeadlines();
        return ownMillis == 0
                ? coarseNanos + callNanos
                : endpoint.loop().nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(ownMillis); // may be shorter than the clock is coarse
    }

    /** Gives an ask its deadline: after its own time, or the session's, or the one that it inherits where that is earlier. As {@link #deadline}. */
    void giveDeadline(RemotePromise promise, int ownMillis) {
        long own = deadline(ownMillis);
        if (!promise.inheritsDeadline || own - promise.deadlineNanos < 0) {
            promise.deadlineNanos = own;
        }
    }

    /** Why an ask is not sent whose inherited deadline has passed; null for any other. */
    @Nullable
    DeadlineExceededException lateAlready(RemotePromise promise) {
        return promise.inheritsDeadline && isLate(promise)
                ? new DeadlineExceededException("call: " + promise.describe()
                        + " was not sent, the deadline of the call that its actor executes has passed")
                : null;
    }

    /** Whether the time of an ask is over. */
    boolean isLate(RemotePromise promise) {
        return endpoint.loop().nanoTime() - promise.deadlineNanos >= 0;
    }

    /** What an ask fails with whose time is over. */
    DeadlineExceededException late(RemotePromise promise) {
        String inherited = promise.inheritsDeadline ? "deadline of the call that its actor executes, or " : "";
        return new DeadlineExceededException("call: " + promise.describe() + " was not answered in time, " + inherited
                + timeGiven(promise.deadlineMillis())
                + "; ask with a later deadline, or see what keeps the actor busy"
                + (maySearch() ? endpoint.frames().peersWait(promise) : ""));
    }

    /** Whether to look for what waits for what: not for each of many calls that are given up at once. On the loop. */
    boolean maySearch() {
        long now = endpoint.loop().nanoTime();
        if (hasSearched && now - searchedNanos < TimeUnit.MILLISECONDS.toNanos(SEARCH_MILLIS)) {
            return false;
        }
        hasSearched = true;
        searchedNanos = now;
        return true;
    }

    /** Has deadlines checked until no call waits; whoever is about to wait asks again, with the outbound's lock held: meanwhile that may have ended. */
    void watchDeadlines() {
        if (!coarseIsFresh) {
            coarseNanos = endpoint.loop().nanoTime();
            endpoint.runOnLoopLater(this::startSweeping);
            coarseIsFresh = true; // not before the sweep is sure to begin
        }
    }

    /** The time of a call, for errors. */
    String timeGiven(int ownMillis) {
        return ownMillis == 0 ? "callTime=" + limits.callTime() : "deadline=" + Duration.ofMillis(ownMillis);
    }

    /** What is left of a deadline, at least 1: rounded up, so that nobody further on gives up before who waits for it. */
    int millisUntil(long deadlineNanos) {
        long left = Math.max(1, deadlineNanos - endpoint.loop().nanoTime());
        return (int) Math.min(Integer.MAX_VALUE, (left - 1) / NANOS_PER_MILLI + 1);
    }

    private void startSweeping() {
        if (!sweeping && !ended) {
            sweeping = true;
            scheduleSweep();
        }
    }

    private void scheduleSweep() {
        endpoint.schedule(this::sweep, TimeUnit.MILLISECONDS.toNanos(SWEEP_MILLIS));
    }

    private void sweep() {
        if (ended) {
            return;
        }
        long now = endpoint.loop().nanoTime();
        coarseNanos = now;
        for (PendingCall call : endpoint.calls().all()) {
            if (call instanceof RemotePromise promise) {
                check(promise, now);
            }
        }
        endpoint.outbound().endLate(now);
        endpoint.outbound().lock();
        boolean idle =
                endpoint.calls().isIdle() && endpoint.outbound().waiting().isEmpty();
        if (idle) {
            sweeping = false;
            coarseIsFresh = false;
        }
        endpoint.outbound().unlock();
        if (!idle) {
            scheduleSweep();
        }
    }

    /** Fails a promise whose time is over, and gives up a call whose promise has settled without an answer. */
    private void check(RemotePromise promise, long now) {
        if (!promise.isDone() && now - promise.deadlineNanos > 0) {
            promise.completeExceptionally(late(promise));
        }
        if (promise.isDone() && hasRoomForGivingUp()) {
            endpoint.giveUp(promise);
        }
    }

    /** The rest waits for the next sweep: a peer that does not read must not be sent more and more. */
    private boolean hasRoomForGivingUp() {
        Outbound outbound = endpoint.outbound();
        if (outbound.isFull()) {
            outbound.flush();
        }
        return !outbound.isFull();
    }

    void end() {
        ended = true;
        credential.end();
        if (handshake != null) {
            handshake.cancel();
        }
        if (silence != null) {
            silence.cancel();
        }
    }
}
