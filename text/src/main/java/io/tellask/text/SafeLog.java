package io.tellask.text;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Logging that cannot fail: for threads that must live on, whatever the exception is that they caught and however little memory is left.
 *
 * <p>An exception may throw from {@code getMessage}, and a log needs memory. Then the line says what it can, or is left out. What is shown is
 * {@linkplain SafeFailure safe}. Stateless and thread-safe.
 *
 * <p>Where memory is short a class may be impossible to load, so initialising this one makes a line of each form, which is not shown: initialise it
 * before memory can be short, and give prepared texts rather than functions.
 */
public final class SafeLog {
    static {
        Logger nowhere = new Nowhere();
        Throwable unsafe = new IllegalStateException("\n", new IllegalStateException());
        log(nowhere, Level.DEBUG, "", "", unsafe);
        logReason(nowhere, Level.DEBUG, "", unsafe);
        logTypeOnly(nowhere, Level.DEBUG, "", unsafe);
    }

    /** Takes the lines that are made beforehand. */
    private static final class Nowhere implements Logger {
        @Override
        public String getName() {
            return "nowhere";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {}

        @Override
        public void log(
                Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String format,
                @Nullable Object... parameters) {}
    }

    private SafeLog() {}

    /** Logs {@code what} followed by the message of a failure, as {@link #describe} has it. Never throws. */
    public static void logReason(Logger log, Level level, String what, Throwable reason) {
        try {
            log.log(level, what + describe(reason));
        } catch (Throwable unwritable) {
            logTypeOnly(log, level, what, reason);
        }
    }

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
