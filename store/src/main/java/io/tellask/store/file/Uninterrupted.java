package io.tellask.store.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Work on files that an interrupt does not fail. A channel is closed when its thread is interrupted, so the interrupt is put off: it is taken before the
 * work, work that one has ended is done again from its beginning, and the thread is interrupted again at the end.
 */
public final class Uninterrupted {
    /** A thread that is interrupted more often during one piece of work gets the exception. */
    static final int MOST_INTERRUPTS = 100;

    private Uninterrupted() {}

    /** What can be done again after it failed halfway. */
    public interface Work<R> {
        R run() throws IOException;
    }

    /** As {@link Work}, without a result. */
    public interface Step {
        void run() throws IOException;
    }

    /** Does work and returns its result. */
    public static <R> R get(Work<R> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (int interrupts = 1; ; interrupts++) {
                try {
                    return work.run();
                } catch (IOException | RuntimeException e) {
                    if (!isByInterrupt(e) || interrupts == MOST_INTERRUPTS) {
                        throw e;
                    }
                    interrupted = true;
                    boolean _ = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does work without a result. */
    public static void run(Step step) throws IOException {
        Boolean _ = get(() -> {
            step.run();
            return true;
        });
    }

    private static boolean isByInterrupt(Throwable failure) {
        for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof ClosedByInterruptException) {
                return true;
            }
        }
        return false;
    }
}
