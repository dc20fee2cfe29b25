package io.tellask.remote;

import io.tellask.actor.BlockingCallException;
import io.tellask.remote.session.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How the sessions of a server that closes come to their end. */
final class Draining {
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Duration LONGEST = Duration.ofDays(1);

    private Draining() {}

    /** Refuses a time that is no bound for who waits. */
    static void require(Duration time) {
        if (time.isNegative() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "server: drainFor=" + time + " is not within " + Duration.ZERO + " to " + LONGEST);
        }
    }

    /** Closes sessions once their asks are answered, or after that time, and waits for that unless the thread runs actors; the task runs when all have ended. */
    static void closeAll(List<Endpoint> open, long drainNanos, Runnable whenEnded) {
        CountDownLatch closed = new CountDownLatch(open.size());
        if (open.isEmpty()) {
            whenEnded.run();
        }
        open.forEach(endpoint -> {
            endpoint.onEnd(reason -> {
                closed.countDown();
                if (closed.getCount() == 0) {
                    whenEnded.run();
                }
            });
            begin(endpoint, endpoint.loop().nanoTime() + drainNanos);
        });
        if (!Endpoint.onActorThread()) {
            await(closed, Math.min(drainNanos, Long.MAX_VALUE - GRACE_NANOS) + GRACE_NANOS);
        }
    }

    /** Closes a session once its asks are answered, or at that instant. */
    private static void begin(Endpoint endpoint, long untilNanos) {
        endpoint.onLoop(() -> {
            if (endpoint.unanswered() == 0 || endpoint.loop().nanoTime() - untilNanos >= 0) {
                endpoint.closeForNow("server is closing");
            } else {
                endpoint.loop().schedule(() -> begin(endpoint, untilNanos), CHECK_NANOS);
            }
        });
    }

    /** Waits until all have closed, or says in the log that some have not. */
    private static void await(CountDownLatch closed, long patienceNanos) {
        try {
            if (!closed.await(patienceNanos, TimeUnit.NANOSECONDS)) {
                System.getLogger("io.tellask.remote")
                        .log(
                                System.Logger.Level.WARNING,
                                "server closed while " + closed.getCount() + " sessions had not ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Refuses to have a thread wait that runs actors. */
    static void requirePlainThread() {
        if (Endpoint.onActorThread()) {
            throw new BlockingCallException("awaitTermination: thread="
                    + Thread.currentThread().getName() + " runs actors and must not wait; call it on a plain thread");
        }
    }
}
