package io.tellask.aeron;

import io.tellask.codec.ByteReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for one subscriber, in batches: what one round of polling reads is one array, so that short messages cost neither an
 * array nor a node each. A batch is messages one after the other:
 *
 * <pre>
 *   0  length of the message: int32, little-endian
 *   4  message
 * </pre>
 *
 * <p>Its bytes count with what they take of the heap. One thread adds and {@linkplain #flush flushes}, one task at a time takes;
 * {@link #hasRoom} is for the first of them.
 */
final class MessageQueue {
    /** What stands before a message. */
    static final int LENGTH_BYTES = 4;

    /** What a batch takes beside its bytes: 16 of the array's header, 24 of the queue's node, up to 7 of rounding; more above 32 GiB of heap. */
    static final int BATCH_OVERHEAD_BYTES = 64;

    private static final int FIRST_BYTES = 1024;
    private static final int MOST_BATCH_BYTES = 64 * 1024;
    private static final VarHandle LENGTH = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final long limitBytes;
    private final Queue<byte[]> batches = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private byte[] filling = new byte[FIRST_BYTES]; // is kept, and copied to a batch
    private int filledBytes;
    private int filledCount;
    private byte @Nullable [] current; // taken from, by the task
    private int next; // message in it

    MessageQueue(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Whether less waits than may; the message that exceeds the limit is still taken. */
    boolean hasRoom() {
        return queuedBytes.get() + filledBytes < limitBytes;
    }

    /** Whether so many bytes more than may wait do not wait yet. */
    boolean hasRoom(long moreBytes) {
        return queuedBytes.get() + filledBytes < limitBytes + moreBytes;
    }

    /** Counts what was taken and still waits elsewhere; negative where it waits no longer. By the task that takes. */
    void count(long heldBytes) {
        queuedBytes.addAndGet(heldBytes);
    }

    /** Adds a message to the batch that is filled. */
    void add(DirectBuffer buffer, int offset, int length) {
        int end = filledBytes + LENGTH_BYTES + length;
        if (end > MOST_BATCH_BYTES && filledBytes > 0) {
            flush();
            end = LENGTH_BYTES + length;
        }
        if (end > filling.length) {
            filling = Arrays.copyOf(filling, Math.max(end, 2 * filling.length));
        }
        putLength(filling, filledBytes, length);
        buffer.getBytes(offset, filling, filledBytes + LENGTH_BYTES, length);
        filledBytes = end;
        filledCount++;
    }

    /** Adds a message that is a batch by itself. */
    void add(byte[] batch) {
        flush();
        queuedBytes.addAndGet(batch.length + (long) BATCH_OVERHEAD_BYTES);
        batches.add(batch);
    }

    /** Lets what was added be taken. Where memory is out it is still to be {@linkplain #discard discarded}. */
    void flush() {
        if (filledBytes > 0) {
            byte[] batch = Arrays.copyOf(filling, filledBytes);
            batches.add(batch);
            queuedBytes.addAndGet(batch.length + (long) BATCH_OVERHEAD_BYTES);
            filledBytes = 0;
            filledCount = 0;
        }
    }

    /** Forgets what was not flushed: how many messages that was. */
    int discard() {
        int count = filledCount;
        filledBytes = 0;
        filledCount = 0;
        return count;
    }

    /** A message as a batch by itself. */
    static byte[] batchOf(byte[] message) {
        byte[] batch = new byte[LENGTH_BYTES + message.length];
        putLength(batch, 0, message.length);
        System.arraycopy(message, 0, batch, LENGTH_BYTES, message.length);
        return batch;
    }

    static void putLength(byte[] batch, int offset, int length) {
        LENGTH.set(batch, offset, length);
    }

    // --- below by the task that takes

    /** Has the reader stand at the next message, and end behind it; false if there is none. */
    boolean take(ByteReader message) {
        byte[] batch = current;
        if (batch == null) {
            batch = batches.poll();
            if (batch == null) {
                return false;
            }
            current = batch;
            next = 0;
        }
        int length = (int) LENGTH.get(batch, next);
        message.wrap(batch, next + LENGTH_BYTES, length);
        next += LENGTH_BYTES + length;
        return true;
    }

    /** The message that was taken last was handled: a batch counts until all of it was. */
    void handled() {
        byte[] batch = current;
        if (batch != null && next == batch.length) {
            current = null;
            queuedBytes.addAndGet(-batch.length - (long) BATCH_OVERHEAD_BYTES);
        }
    }

    /** Whether a batch was taken in part. */
    boolean isAmidBatch() {
        return current != null;
    }

    /** Whether a whole batch waits. */
    boolean hasBatches() {
        return !batches.isEmpty();
    }
}
