package io.tellask.cli.serve;

import io.tellask.cli.terminal.Failures;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process of a member at once where one of its threads has ended for want of memory. What is left of such a member may hold its place in
 * the group and do nothing, for good; one that is begun again reads its log, and gets what it missed. Thread-safe.
 */
final class LostMemory implements UncaughtExceptionHandler {
    private final IntConsumer halt;
    private final @Nullable UncaughtExceptionHandler others;

    /**
     * @param halt ends the process with an exit code
     * @param others what other failures are given to, and are printed by where it is null
     */
    LostMemory(IntConsumer halt, @Nullable UncaughtExceptionHandler others) {
        this.halt = halt;
        this.others = others;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        try {
            tell(thread, failure);
        } finally {
            if (failure instanceof OutOfMemoryError) {
                halt.accept(Failures.EXIT_CODE);
            }
        }
    }

    private void tell(Thread thread, Throwable failure) {
        if (others != null) {
            others.uncaughtException(thread, failure);
            return;
        }
        System.err.println("tellask: a thread has ended: thread=" + thread.getName() + ", failure=" + failure
                + (failure instanceof OutOfMemoryError ? "; the process ends, raise -Xmx" : ""));
        failure.printStackTrace();
    }
}
