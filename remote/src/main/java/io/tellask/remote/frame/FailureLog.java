package io.tellask.remote.frame;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Writes down why calls of peers failed, with the stack traces that do not travel, under the call ids that the callers see.
 *
 * <p>A failure whose caller learns no more than its name is a warning, one a second at most over all sessions of a server or client; the
 * next line counts those left out. Failures that arrive as themselves are logged at level DEBUG, each of them. Arguments and results are never
 * written. Thread-safe.
 */
public final class FailureLog {
    private final Logger log;
    private final LogLimiter limiter = new LogLimiter();

    public FailureLog() {
        this(System.getLogger("io.tellask.remote"));
    }

    public FailureLog(Logger log) {
        this.log = log;
    }

    /** A call failed with what its caller sees as a {@link io.tellask.remote.RemoteException}, if that. */
    public void byName(long nowNanos, int callId, @Nullable ContractMethod method, String peer, Throwable failure) {
        long before = limiter.admit(nowNanos);
        if (before != LogLimiter.LEFT_OUT) {
            SafeLog.log(
                    log,
                    Level.WARNING,
                    describe(callId, method, peer) + ", suppressed before=" + before,
                    null,
                    failure);
        }
    }

    /** A call failed with what its caller sees as it is: declared, granted, or one of the runtime's own. */
    public void asItself(int callId, @Nullable ContractMethod method, String peer, Throwable failure) {
        if (log.isLoggable(Level.DEBUG)) {
            SafeLog.log(log, Level.DEBUG, describe(callId, method, peer), null, failure);
        }
    }

    private static String describe(int callId, @Nullable ContractMethod method, String peer) {
        String called = method == null
                ? ""
                : ", method=" + method.method().getDeclaringClass().getSimpleName() + "." + method.name();
        return "call failed: call=" + Integer.toUnsignedString(callId) + called + ", peer=" + peer;
    }
}
