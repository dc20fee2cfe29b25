package io.tellask.aeron;

import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteOrder;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Hears who asks a publisher for a snapshot, and has one taken for all that asked: one at a time, and a pause between two, however many ask.
 * Belongs to the client's thread, but for the task that takes it.
 */
final class SnapshotRequests implements Polled, FragmentHandler {
    /** From the end of a snapshot to the next one. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Logger LOG = System.getLogger("io.tellask.aeron");
    private static final int FRAGMENTS = 64;

    private final String topic;
    private final long digest;
    private final Executor executor;
    private final BooleanSupplier send;
    private final LogLimiter failures = new LogLimiter();
    private @Nullable Subscription subscription;
    private boolean asked;
    private boolean over;
    private volatile boolean running;
    private volatile boolean again; // the last one was in vain
    private volatile long nextNanos = System.nanoTime();

    SnapshotRequests(String topic, long digest, Executor executor, BooleanSupplier send) {
        this.topic = topic;
        this.digest = digest;
        this.executor = executor;
        this.send = send;
    }

    void open(AeronClient client, String channel, int stream) {
        subscription = client.aeron().addSubscription(channel, stream);
        client.add(this);
    }

    @Override
    public int poll(long nowNanos) {
        Subscription open = subscription;
        int count = open == null ? 0 : open.poll(this, FRAGMENTS);
        if (!running && (asked || again) && nowNanos - nextNanos >= 0) {
            asked = false;
            again = false;
            running = true;
            try {
                executor.execute(this::take);
            } catch (RejectedExecutionException ended) {
                stop(); // and stays running: who publishes has ended
            }
        }
        return count;
    }

    private void take() {
        try {
            again = !send.getAsBoolean();
        } catch (Throwable failure) {
            failures.log(
                    LOG,
                    Level.WARNING,
                    () -> "no snapshot was sent: topic=" + topic + ", " + SafeLog.describe(failure));
        }
        nextNanos = System.nanoTime() + PAUSE_NANOS;
        running = false;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        asked |= length == TopicMessages.DIGEST_BYTES && buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN) == digest;
    }

    void stop() {
        over = true;
        Subscription open = subscription;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public @Nullable Dispatcher loop() {
        return executor instanceof Dispatcher loop ? loop : null;
    }

    @Override
    public void abandon(@Nullable Throwable cause) {
        stop();
    }

    @Override
    public void clientEnded(Throwable cause) {
        over = true;
    }
}
