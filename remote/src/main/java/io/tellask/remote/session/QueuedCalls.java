package io.tellask.remote.session;

import io.tellask.remote.MemoryHolder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what one session's calls take of memory while they wait for their actors, in steps: nothing that threads share is touched for
 * each of them.
 *
 * <p>Thread-safety: {@link #queued} on the loop; {@link #handled} by anyone, with what an export has gathered.
 */
final class QueuedCalls {
    /** What an export gathers of handled calls before it tells: 40 calls of 100 bytes. */
    static final int HANDLED_STEP_BYTES = 16 * 1024;

    /** What a decoded call takes, beside twice its bytes on the wire and what its arguments count: message, links. */
    private static final int CALL_BYTES = 96;

    /** What it takes more where it is not decoded: the header of an array, and where its arguments lie in that. */
    private static final int UNDECODED_BYTES = 64;

    private final ReservedDecoder arguments;
    private final MemoryHolder memory;
    private final AtomicLong heldBytes = new AtomicLong();
    private long gatheredBytes;

    QueuedCalls(ReservedDecoder arguments, MemoryHolder memory) {
        this.arguments = arguments;
        this.memory = memory;
    }

    /** Decodes the arguments of calls that will wait; on the loop. */
    ReservedDecoder arguments() {
        return arguments;
    }

    /** What a call of so many bytes on the wire takes whose arguments count {@code heapBytes}. */
    static int bytes(int wireBytes, int heapBytes) {
        return CALL_BYTES + 2 * wireBytes + heapBytes;
    }

    /** What a call takes that keeps so many bytes of arguments as they came. */
    static int undecodedBytes(int argumentBytes) {
        return CALL_BYTES + UNDECODED_BYTES + argumentBytes;
    }

    /** A call waits in a mailbox that takes so many bytes, of which {@code reservedBytes} are counted already. */
    void queued(int bytes, long reservedBytes) {
        if (reservedBytes > 0) {
            heldBytes.addAndGet(reservedBytes);
        }
        gatheredBytes += bytes - reservedBytes;
        if (gatheredBytes >= MemoryHolder.STEP_BYTES) {
            heldBytes.addAndGet(gatheredBytes);
            memory.add(gatheredBytes);
            gatheredBytes = 0;
        }
    }

    /** A call waits that keeps so many bytes as they came; they were counted when it asked for room. */
    void addLarge(int bytes) {
        heldBytes.addAndGet(bytes);
    }

    /** Calls of so many bytes, as {@link #bytes} has them, have been handled. */
    void handled(long bytes) {
        heldBytes.addAndGet(-bytes);
        memory.add(-bytes);
    }

    /** What was told of and not handled, about. */
    long heldBytes() {
        return heldBytes.get();
    }
}
