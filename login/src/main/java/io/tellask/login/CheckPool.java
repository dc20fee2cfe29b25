package io.tellask.login;

import io.tellask.actor.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that check passwords, which wait or compute: few, that end when there is nothing to do, with a bounded queue. Thread-safe.
 */
final class CheckPool {
    private static final Logger LOG = System.getLogger("io.tellask.login");
    private static final long KEEP_SECONDS = 10;

    private final Executor executor;

    /** Its own threads, or {@code given}. */
    CheckPool(LoginOptions options) {
        executor = options.executor().orElseGet(() -> {
            ThreadPoolExecutor own = new ThreadPoolExecutor(
                    options.checksAtOnce(),
                    options.checksAtOnce(),
                    KEEP_SECONDS,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(options.checksWaiting()),
                    Thread.ofPlatform().daemon().name("tellask-login-", 0).factory());
            own.allowCoreThreadTimeOut(true);
            return own;
        });
    }

    /** Has a check made, unless its promise settles before; false where too many wait. */
    <T> boolean run(Promise<T> verdict, Callable<T> check) {
        try {
            executor.execute(() -> {
                if (!verdict.isDone()) {
                    settle(verdict, check);
                }
            });
            return true;
        } catch (RejectedExecutionException full) {
            LOG.log(Level.DEBUG, "more checks of passwords wait than may", full);
            return false;
        }
    }

    private static <T> void settle(Promise<T> verdict, Callable<T> check) {
        try {
            verdict.complete(check.call());
        } catch (Throwable failure) { // the application's own
            LOG.log(Level.WARNING, "a check of passwords failed", failure);
            verdict.completeExceptionally(new LoginException(
                    LoginException.Problem.CHECK_FAILED,
                    "the check failed with " + failure.getClass().getName() + ", see the log there; try again later"));
        }
    }

    void close() {
        if (executor instanceof ThreadPoolExecutor own) {
            own.shutdown();
        }
    }
}
