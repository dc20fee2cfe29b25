package io.tellask.remote;

import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each call that has ended: who called what, how long it took, what came of it; never arguments or results. Thread-safe.
 *
 * <p>Put it first in {@link Interceptor#all}, so that it sees what others refuse.
 */
public final class CallLog implements Interceptor {
    private final Logger log;
    private final Level level;

    private CallLog(Logger log, Level level) {
        this.log = log;
        this.level = level;
    }

    /** Writes to a logger. */
    public static CallLog to(Logger log, Level level) {
        return new CallLog(Objects.requireNonNull(log, "log"), Objects.requireNonNull(level, "level"));
    }

    @Override
    public void before(IncomingCall call) {}

    @Override
    public void after(IncomingCall call, @Nullable Throwable failure) {
        log.log(
                level,
                () -> "call: principal=" + call.principal() + ", peer=" + call.peer() + ", method="
                        + call.contract().getName() + "." + call.method() + ", bytes=" + call.bytes() + ", micros="
                        + call.elapsed().toNanos() / 1_000 + ", outcome=" + outcome(failure));
    }

    private static String outcome(@Nullable Throwable failure) {
        return switch (failure) {
            case null -> "done";
            case CancellationException _ -> "given up";
            case AccessDeniedException _ -> "denied";
            default -> SafeLog.describe(failure);
        };
    }
}
