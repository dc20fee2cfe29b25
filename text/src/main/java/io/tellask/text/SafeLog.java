package io.tellask.text;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Logging that cannot fail: for threads that must live on, whatever the exception is that they caught and however little memory is left.
 *
 * <p>An exception may throw from {@code getMessage}, and a log needs memory. Then the line says what it can, or is left out. What is shown is
 * {@linkplain SafeFailure safe}. Stateless and thread-safe.
 */
public final class SafeLog {
    private SafeLog() {}

    /** Logs {@code what}, followed by {@code where} if there is one, with a failure. Never throws. */
    public static void log(Logger log, Level level, String what, @Nullable Object where, Throwable failure) {
        try {
            if (log.isLoggable(level)) {
                log.log(level, where == null ? what : what + SafeText.of(where.toString()), SafeFailure.of(failure));
            }
        } catch (Throwable unwritable) {
            logTypeOnly(log, level, what, failure);
        }
    }

    /** Logs a line that is made only if it is wanted. Never throws. */
    public static void log(Logger log, Level level, Supplier<String> line) {
        try {
            log.log(level, line);
        } catch (Throwable unwritable) {
            // whoever logs goes on
        }
    }

    private static void logTypeOnly(Logger log, Level level, String what, Throwable failure) {
        try {
            log.log(level, what + ", failure=" + failure.getClass().getName() + ", which cannot be shown");
        } catch (Throwable unwritable) {
            // no memory for a line: whoever logs has counted the failure
        }
    }

    /** The message of a failure, bounded and printable; its type where it has none that can be read. Never throws but for want of memory. */
    public static String describe(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? failure.getClass().getName() : SafeText.message(message);
        } catch (Throwable unreadable) {
            return failure.getClass().getName() + ", whose message cannot be read";
        }
    }
}
