package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/** Asks the publishers of a topic for a snapshot, again and again until one has come. Belongs to the client's thread. */
final class SnapshotRequest {
    /** From one request to the next; a snapshot that takes longer to come is asked for twice. */
    static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ExclusivePublication publication;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[TopicMessages.DIGEST_BYTES]);
    private long nextNanos = System.nanoTime();

    SnapshotRequest(ExclusivePublication publication, long digest) {
        this.publication = publication;
        message.putLong(0, digest, ByteOrder.LITTLE_ENDIAN);
    }

    void send(long nowNanos) {
        if (nowNanos - nextNanos >= 0 && publication.offer(message) > 0) {
            nextNanos = nowNanos + AGAIN_NANOS;
        }
    }

    void close() {
        publication.close();
    }
}
