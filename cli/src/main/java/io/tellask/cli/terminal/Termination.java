package io.tellask.cli.terminal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The orderly end of a long-running command: a signal asks for it, the command then has {@value #PATIENCE_SECONDS} seconds to close what
 * is open, and the process exits with code 0 if it did. Thread-safe.
 */
public final class Termination {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    private Termination() {}

    /** From here on SIGTERM and SIGINT ask for the end instead of ending the process at once. */
    public static Termination install() {
        Termination termination = new Termination();
        Runtime.getRuntime().addShutdownHook(new Thread(termination::onShutdown, "tellask-termination"));
        return termination;
    }

    private void onShutdown() {
        if (exitCode.isDone()) {
            return;
        }
        request();
        exitCode.completeOnTimeout(Failures.EXIT_CODE, PATIENCE_SECONDS, TimeUnit.SECONDS);
        // the virtual machine's own exit code after a signal is 143; an orderly end is a success
        Runtime.getRuntime().halt(exitCode.join());
    }

    /** Asks for the end. */
    public void request() {
        requested.countDown();
    }

    /** Waits until somebody asks for the end. */
    public void await() throws InterruptedException {
        requested.await();
    }

    /** Says that everything is closed, and how it went; only the first call counts. */
    public void ended(int code) {
        exitCode.complete(code);
    }
}
