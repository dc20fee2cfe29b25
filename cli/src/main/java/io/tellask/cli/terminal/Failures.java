package io.tellask.cli.terminal;

import io.tellask.remote.RemoteException;
import io.tellask.text.SafeText;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The one line that a user reads when a command fails. */
public final class Failures {
    /** What the process ends with when a command fails. */
    public static final int EXIT_CODE = 1;

    private Failures() {}

    /** What went wrong in one line that a terminal may show, without the wrappers that futures put around it. */
    public static String line(Throwable failure) {
        Throwable cause = unwrapped(failure);
        String message = firstLine(cause instanceof RemoteException remote ? remote.reason() : cause.getMessage());
        String kind = switch (cause) {
            case NoSuchFileException e -> "no such file";
            case AccessDeniedException e -> "access denied";
            case FileAlreadyExistsException e -> "the file exists already";
            default -> message.isEmpty() ? cause.getClass().getSimpleName() : "";
        };
        return kind.isEmpty() || message.isEmpty() ? kind + message : kind + ": " + message;
    }

    /** What does not fit into the heap, with the remedy. */
    public static CommandFailure tooLarge(String what, OutOfMemoryError failure) {
        return new CommandFailure(
                what + " is too large: heapBytes=" + Runtime.getRuntime().maxMemory()
                        + "; give more with TELLASK_JAVA_OPTIONS=-Xmx4g, for example",
                failure);
    }

    private static String firstLine(@Nullable String message) {
        return message == null
                ? ""
                : SafeText.message(message.lines().findFirst().orElse("").strip());
    }

    /** What went wrong, without the wrappers. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof UncheckedIOException;
    }
}
