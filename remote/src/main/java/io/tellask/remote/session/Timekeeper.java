package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of a session: the handshake, the silence of the peer, the deadlines of calls.
 *
 * <p>Deadlines are checked every {@value #SWEEP_MILLIS} ms while calls wait, and not at all while none do. The time that a call begins at
 * is read from a clock of that coarseness, so that asking costs no system call. On the loop, except {@link #deadline}.
 */
final class Timekeeper {
    private static final long SWEEP_MILLIS = 100;

    private final Endpoint endpoint;
    private final Limits limits;
    private Cancellable handshake;
    private Cancellable silence;
    private boolean sweeping;
    private long lastReceivedNanos;
    private boolean pinged;
    private boolean ended;
    private volatile long coarseNanos;
    private volatile boolean coarseIsFresh;

    @SuppressWarnings("NullAway.Init") // begin() sets the handshake's clock, which starts that of silence
    Timekeeper(Endpoint endpoint) {
        this.endpoint = endpoint;
        limits = endpoint.limits();
    }

    void begin() {
        lastReceivedNanos = endpoint.loop().nanoTime();
        handshake = endpoint.loop()
                .schedule(
                        () -> endpoint.failNow("hello: nothing heard within handshakeTime=" + limits.handshakeTime()
                                + "; the peer does not speak Tellask or is overloaded"),
                        limits.handshakeTime().toNanos());
    }

    void introduced() {
        handshake.cancel();
        watchSilence(limits.idleTime().toNanos());
    }

    private void watchSilence(long delayNanos) {
        silence = endpoint.loop().schedule(this::checkSilence, Math.max(1, delayNanos));
    }

    private void checkSilence() {
        if (ended) {
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
            endpoint.frames().ping(Kind.PING, 0);
            watchSilence(limits.pingTime().toNanos());
        } else {
            endpoint.failNow("ping: no byte within idleTime=" + limits.idleTime() + " and pingTime=" + limits.pingTime()
                    + "; the peer or the network is gone");
        }
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
        if (!coarseIsFresh) {
            coarseNanos = endpoint.loop().nanoTime();
            coarseIsFresh = true;
            endpoint.runOnLoopLater(this::startSweeping);
        }
        return ownMillis == 0
                ? coarseNanos + limits.callTime().toNanos()
                : endpoint.loop().nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(ownMillis); // may be shorter than the clock is coarse
    }

    private void startSweeping() {
        if (!sweeping && !ended) {
            sweeping = true;
            scheduleSweep();
        }
    }

    private void scheduleSweep() {
        endpoint.loop().schedule(this::sweep, TimeUnit.MILLISECONDS.toNanos(SWEEP_MILLIS));
    }

    private void sweep() {
        if (ended) {
            return;
        }
        long now = endpoint.loop().nanoTime();
        coarseNanos = now;
        for (Object call : endpoint.calls().all()) {
            if (call instanceof RemotePromise promise && !promise.isDone() && now - promise.deadlineNanos > 0) {
                promise.completeExceptionally(new DeadlineExceededException("call: " + promise.describe()
                        + " was not answered in time, " + promise.timeGiven(limits)
                        + "; ask with a later deadline, or see what keeps the actor busy"));
            }
        }
        endpoint.outbound().lock();
        boolean idle = endpoint.calls().isIdle();
        if (idle) {
            sweeping = false;
            coarseIsFresh = false;
        }
        endpoint.outbound().unlock();
        if (!idle) {
            scheduleSweep();
        }
    }

    void end() {
        ended = true;
        if (handshake != null) {
            handshake.cancel();
        }
        if (silence != null) {
            silence.cancel();
        }
    }
}
