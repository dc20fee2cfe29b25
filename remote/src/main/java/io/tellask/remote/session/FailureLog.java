package io.tellask.remote.session;

import io.tellask.actor.runtime.ContractMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes down why calls of peers failed, with the stack traces that do not travel, under the call ids that the callers see.
 *
 * <p>A failure whose caller learns no more than its name is a warning, one a second at most over all sessions of a server or client; the
 * next line counts those left out. Failures that arrive as themselves are logged at level DEBUG, each of them. Arguments and results are never
 * written. Thread-safe.
 */
public final class FailureLog {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LEFT_OUT = -1;

    private final Logger log;
    private long lastNanos; // the rest is guarded by this
    private boolean begun;
    private long suppressed;

    public FailureLog() {
        this(System.getLogger("io.tellask.remote"));
    }

    FailureLog(Logger log) {
        this.log = log;
    }

    /** A call failed with what its caller sees as a {@link io.tellask.remote.RemoteException}, if that. */
    void byName(long nowNanos, int callId, @Nullable ContractMethod method, String peer, Throwable failure) {
        long before = suppressedBefore(nowNanos);
        if (before != LEFT_OUT) {
            log.log(Level.WARNING, describe(callId, method, peer) + ", suppressed before=" + before, failure);
        }
    }

    /** A call failed with what its caller sees as it is: declared, granted, or one of the runtime's own. */
    void asItself(int callId, @Nullable ContractMethod method, String peer, Throwable failure) {
        if (log.isLoggable(Level.DEBUG)) {
            log.log(Level.DEBUG, describe(callId, method, peer), failure);
        }
    }

    private synchronized long suppressedBefore(long nowNanos) {
        if (begun && nowNanos - lastNanos < INTERVAL_NANOS) {
            suppressed++;
            return LEFT_OUT;
        }
        begun = true;
        lastNanos = nowNanos;
        long before = suppressed;
        suppressed = 0;
        return before;
    }

    private static String describe(int callId, @Nullable ContractMethod method, String peer) {
        String called = method == null
                ? ""
                : ", method=" + method.method().getDeclaringClass().getSimpleName() + "." + method.name();
        return "call failed: call=" + Integer.toUnsignedString(callId) + called + ", peer=" + peer;
    }
}
