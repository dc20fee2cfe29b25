package io.tellask.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An exception as a log may show it: its text, that of its causes and of those suppressed, and the names in its stack
 * traces are {@linkplain SafeText#message safe}, whatever a peer put into them. Give {@link #of} to the log in place of
 * the exception.
 *
 * <p>It has the stack trace and the text of the exception that it stands for, and another class.
 */
public final class SafeFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The most causes below each other, and exceptions suppressed by one, that are shown. */
    static final int MAX_CAUSES = 16;

    private static final int MAX_SUPPRESSED = 4;

    private final String text;

    private SafeFailure(String text, StackTraceElement[] trace, @Nullable Throwable cause) {
        super(text, cause);
        this.text = text;
        setStackTrace(trace);
    }

    /** The exception itself where all of its texts are safe, else what stands for it. Never fails, whatever the exception does. */
    public static Throwable of(Throwable failure) {
        try {
            if (isSafe(failure, 0)) {
                return failure;
            }
        } catch (Throwable unreadable) {
            return safe(failure, 0); // a log would fail as this did
        }
        return safe(failure, 0);
    }

    @Override
    public String toString() {
        return text;
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }

    @SuppressWarnings("StringEquality") // safe text is the same string
    private static boolean isSafe(Throwable failure, int depth) {
        String text = String.valueOf(failure.toString());
        if (depth > MAX_CAUSES
                || SafeText.message(text) != text
                || failure.getSuppressed().length > MAX_SUPPRESSED
                || Arrays.stream(failure.getStackTrace()).anyMatch(frame -> safe(frame) != frame)) {
            return false;
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!isSafe(suppressed, depth + MAX_CAUSES / MAX_SUPPRESSED)) {
                return false;
            }
        }
        Throwable cause = failure.getCause();
        return cause == null || isSafe(cause, depth + 1);
    }

    private static Throwable safe(Throwable failure, int depth) {
        StackTraceElement[] trace =
                Arrays.stream(traceOf(failure)).map(SafeFailure::safe).toArray(StackTraceElement[]::new);
        Throwable cause = depth < MAX_CAUSES ? causeOf(failure) : null;
        SafeFailure made = new SafeFailure(
                SafeText.message(textOf(failure)), trace, cause == null ? null : safe(cause, depth + 1));
        if (depth < MAX_CAUSES) {
            Arrays.stream(failure.getSuppressed())
                    .limit(MAX_SUPPRESSED)
                    .forEach(each -> made.addSuppressed(safe(each, depth + MAX_CAUSES / MAX_SUPPRESSED)));
        }
        return made;
    }

    private static StackTraceElement safe(StackTraceElement frame) {
        String shown = frame.toString();
        return SafeText.message(shown).equals(shown)
                ? frame
                : new StackTraceElement(
                        SafeText.of(frame.getClassName()),
                        SafeText.of(frame.getMethodName()),
                        SafeText.of(frame.getFileName()),
                        frame.getLineNumber());
    }

    private static String textOf(Throwable failure) {
        try {
            return String.valueOf(failure.toString());
        } catch (Throwable broken) {
            return failure.getClass().getName() + ", which has no text: "
                    + broken.getClass().getName();
        }
    }

    private static StackTraceElement[] traceOf(Throwable failure) {
        try {
            return failure.getStackTrace();
        } catch (Throwable broken) {
            return new StackTraceElement[0];
        }
    }

    private static @Nullable Throwable causeOf(Throwable failure) {
        try {
            return failure.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }
}
