package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import io.tellask.actor.runtime.RunContext;
import io.tellask.remote.TransportException;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.agrona.concurrent.status.CountersReader;

/**
 * The client of a group's media driver: another one once the driver has ended, as it does where the process stood still for long. Sees to it that what
 * was published is sent before the last one ends. Thread-safe.
 */
final class TopicClient {
    private static final int MOST_CAUSES = 16;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final Logger LOG = System.getLogger("io.tellask.aeron");

    private final URI group;
    private final AeronSettings settings;
    private final ClosedPublications closedPublications = new ClosedPublications(); // the client's thread's
    private AeronClients.Use use; // guarded by this, as the next one
    private boolean closed;

    /** Blocks until the media driver is there. */
    TopicClient(URI group, AeronSettings settings) {
        this.group = group;
        this.settings = settings;
        use = open();
    }

    private AeronClients.Use open() {
        return AeronClients.use(new AeronAddress(group, null, "", 0, true), settings, false);
    }

    /** The client; a new one if the former has ended. */
    private synchronized AeronClient living() {
        if (use.client().hasEnded() && !closed) {
            AeronClients.Use ended = use;
            use = open();
            ended.close();
        }
        return use.client();
    }

    private synchronized AeronClients.Use lastUse() {
        return use;
    }

    private AeronClient last() {
        return lastUse().client();
    }

    /** Runs something on the client's thread, and waits for it. */
    <R> R call(String topic, Function<AeronClient, R> task) {
        try {
            AeronClient client = living();
            return client.call(() -> task.apply(client));
        } catch (TransportException failure) {
            throw new TopicException(
                    TopicException.Problem.BAD_GROUP,
                    "topic: name=" + topic + ", group=" + group + " cannot be used, reason="
                            + SafeLog.describe(root(failure)) + "; check address and network",
                    failure);
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        for (int i = 0; i < MOST_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return root;
    }

    /** Runs something on the client's thread, unless that has ended. */
    void execute(Runnable task) {
        last().execute(task);
    }

    /** Closes a publication, whose driver goes on to send what it has. */
    void close(ExclusivePublication publication) {
        AeronClient client = last();
        client.execute(() -> closedPublications.close(counters(client), publication));
    }

    static CountersReader counters(AeronClient client) {
        return client.aeron().countersReader();
    }

    /** Lets go of the driver once what was published is sent; waits for that, unless the thread serves actors. */
    void close(Duration patience) {
        synchronized (this) {
            closed = true;
        }
        if (RunContext.mayWait()) {
            sendTheRest(patience);
        } else {
            Thread.ofVirtual().name("tellask-topics-close").start(() -> sendTheRest(patience));
        }
    }

    private void sendTheRest(Duration patience) {
        AeronClients.Use last = lastUse();
        AeronClient client = last.client();
        try {
            long end = System.nanoTime() + patience.toNanos();
            while (client.folder().isOurs() && !isSent(client)) { // another driver goes on by itself
                if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                    LOG.log(
                            Level.WARNING,
                            "topics: group=" + group + ", patience=" + patience
                                    + ", closed before subscribers took all that was published");
                    return;
                }
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        } finally {
            last.close();
        }
    }

    private boolean isSent(AeronClient client) {
        try {
            return client.call(() -> closedPublications.areSent(counters(client)));
        } catch (TransportException ended) {
            return true; // with its driver: subscriptions were told
        }
    }
}
