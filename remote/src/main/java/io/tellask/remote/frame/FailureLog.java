package io.tellask.remote.frame;

import io.tellask.actor.WaitChain;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes down why calls of peers failed, with the stack traces that do not travel, under the ids that the callers see: that of the call, and
 * of a failure whose caller learns no more than its name one of its own, such as {@code 5f0c9e21-0000002a}: the process, and a number.
 *
 * <p>Such a failure is a warning, with its stack trace one a second at most over all sessions of a server or client. Up to {@value #MOST_BRIEF}
 * more of that second are a line each without a trace, so that their ids are found; the next warning with a trace counts those left out. With
 * their traces all are logged at level DEBUG, and failures that arrive as themselves are there alone. Arguments and results are never written.
 * Thread-safe.
 */
public final class FailureLog {
    private static final String PROCESS =
            HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()) + "-";
    private static final AtomicInteger LAST_ID = new AtomicInteger();

    private static final int MOST_BRIEF = 16;

    private final Logger log;
    private final AtomicInteger briefLeft = new AtomicInteger(MOST_BRIEF);
    private final LogLimiter limiter = new LogLimiter();
    private final LogLimiter cycles = new LogLimiter();

    public FailureLog() {
        this(System.getLogger("io.tellask.remote"));
    }

    public FailureLog(Logger log) {
        this.log = log;
    }

    /** An id for one failure; no other one of this process has it, but for one four thousand million failures ago. */
    static String newId() {
        return PROCESS + HexFormat.of().toHexDigits(LAST_ID.incrementAndGet());
    }

    /** A call failed with what its caller sees as a {@link io.tellask.remote.RemoteException}, if that. */
    public void byName(
            long nowNanos,
            int callId,
            @Nullable ContractMethod method,
            String peer,
            String failureId,
            Throwable failure) {
        long before = limiter.admit(nowNanos);
        String line = describe("failed", callId, method, peer) + ", failure=" + failureId;
        if (before != LogLimiter.LEFT_OUT) {
            int brief = MOST_BRIEF - briefLeft.getAndSet(MOST_BRIEF);
            SafeLog.log(log, Level.WARNING, line + ", suppressed before=" + Math.max(0, before - brief), null, failure);
            return;
        }
        if (briefLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            log.log(Level.WARNING, line + ", " + failure.getClass().getName() + ": " + SafeLog.describe(failure));
        }
        if (log.isLoggable(Level.DEBUG)) {
            SafeLog.log(log, Level.DEBUG, line, null, failure);
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
