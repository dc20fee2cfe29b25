package io.tellask.remote.frame;

import io.tellask.actor.WaitChain;
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
    private final LogLimiter cycles = new LogLimiter();

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
                    describe("failed", callId, method, peer) + ", suppressed before=" + before,
                    null,
                    failure);
        }
    }

    /** A call failed with what its caller sees as it is: declared, granted, or one of the runtime's own. */
    public void asItself(int callId, @Nullable ContractMethod method, String peer, Throwable failure) {
        if (log.isLoggable(Level.DEBUG)) {
            SafeLog.log(log, Level.DEBUG, describe("failed", callId, method, peer), null, failure);
        }
    }

    /** A call was given up by its caller, whose deadline passed: a warning where it waited in a cycle, which no longer deadline helps. */
    public void givenUp(long nowNanos, int callId, @Nullable ContractMethod method, String peer, WaitChain chain) {
        if (!chain.isCycle()) {
            if (log.isLoggable(Level.DEBUG)) {
                log.log(Level.DEBUG, describe("given up", callId, method, peer) + ", " + chain);
            }
            return;
        }
        long before = cycles.admit(nowNanos);
        if (before != LogLimiter.LEFT_OUT) {
            log.log(
                    Level.WARNING,
                    describe("given up", callId, method, peer) + ", " + chain + ", suppressed before=" + before);
        }
    }

    private static String describe(String what, int callId, @Nullable ContractMethod method, String peer) {
        String called = method == null
                ? ""
                : ", method=" + method.method().getDeclaringClass().getSimpleName() + "." + method.name();
        return "call " + what + ": call=" + Integer.toUnsignedString(callId) + called + ", peer=" + peer;
    }
}
