package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The sending half of a connection: a publication, and the bytes that it has not taken yet.
 *
 * <p>Thread-safety: all on the connection's loop, but for {@code sendNow} of any thread, which the session keeps apart from {@code send}, and
 * what says that the client's thread calls it.
 */
final class AeronOutput {
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int ADMIN_TRIES = 8;
    private static final long NOT_BLOCKED = Long.MIN_VALUE;

    private final ExclusivePublication publication;
    private final UnsentBytes unsent;
    private final Consumer<InternalError> faulted;
    private final int chunkBytes;
    private final UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
    private final AtomicBoolean sending = new AtomicBoolean(); // by a caller; stays set behind the end mark
    private volatile long blockedLimit = NOT_BLOCKED; // the position that the publication must get beyond
    private boolean endSent;

    /**
     * {@code kept} is told by how much what is held has grown or shrunk, {@code faulted} of memory that cannot be reached, since its file has
     * no room.
     */
    AeronOutput(ExclusivePublication publication, IntConsumer kept, Consumer<InternalError> faulted) {
        this.publication = publication;
        this.faulted = faulted;
        unsent = new UnsentBytes(kept);
        chunkBytes = Math.min(CHUNK_BYTES, publication.maxMessageLength());
    }

    /** Whether there is room again, or may be. Called by the client's thread. */
    boolean hasRoomAgain() {
        long limit = blockedLimit;
        return limit != NOT_BLOCKED && publication.positionLimit() > limit;
    }

    /** Whether nobody receives what is sent. Called by the client's thread, too. */
    boolean isBroken() {
        return publication.isClosed() || !publication.isConnected();
    }

    /** Tells the other side of the end if that is possible at once. Called by the client's thread, once the loop has ended. */
    void giveUp() {
        if (sending.compareAndSet(false, true)) {
            offerEnd();
        }
    }

    /** Called by the client's thread. */
    void close() {
        publication.close();
    }

    boolean isEmpty() {
        return unsent.isEmpty();
    }

    int heldBytes() {
        return unsent.heldBytes();
    }

    void clear() {
        unsent.clear();
    }

    /** Writes what the publication takes at once; from any thread. */
    int sendNow(byte[] bytes, int offset, int length) {
        if (!sending.compareAndSet(false, true)) {
            return 0;
        }
        try {
            return Math.max(0, write(bytes, offset, length)); // the loop, which is handed the rest, finds the same
        } finally {
            sending.set(false);
        }
    }

    /** Writes what the publication takes, and keeps the rest; false if it is closed. */
    boolean send(byte[] bytes, int offset, int length) {
        int written = unsent.isEmpty() ? write(bytes, offset, length) : 0;
        if (written >= 0 && written < length) {
            unsent.add(bytes, offset + written, length - written);
        }
        return written >= 0;
    }

    /** Writes what was kept, if there may be room; false if the publication is closed. */
    boolean flush() {
        if (blockedLimit == NOT_BLOCKED) {
            return true;
        }
        blockedLimit = NOT_BLOCKED;
        return unsent.flush(this::write);
    }

    /** -1 if the publication is closed, or its memory cannot be reached. */
    private int write(byte[] bytes, int offset, int length) {
        try {
            return offerAll(bytes, offset, length);
        } catch (InternalError memoryFault) {
            faulted.accept(memoryFault);
            return -1;
        }
    }

    private int offerAll(byte[] bytes, int offset, int length) {
        int written = 0;
        while (written < length) {
            int chunk = Math.min(length - written, chunkBytes);
            outgoing.wrap(bytes, offset + written, chunk);
            long limit = publication.positionLimit();
            long outcome = offer(chunk);
            if (outcome == Publication.CLOSED || outcome == Publication.MAX_POSITION_EXCEEDED) {
                return -1;
            }
            if (outcome < 0) {
                blockedLimit = outcome == Publication.ADMIN_ACTION ? limit - 1 : limit;
                break;
            }
            written += chunk;
        }
        return written;
    }

    /** Turning to the next part of the log is no reason to wait. */
    private long offer(int length) {
        long outcome = Publication.ADMIN_ACTION;
        for (int i = 0; i < ADMIN_TRIES && outcome == Publication.ADMIN_ACTION; i++) {
            outcome = publication.offer(outgoing, 0, length);
        }
        return outcome;
    }

    /** Tells the other side that nothing more comes; false if there is no room now, or a caller sends: then it is tried again by a turn. */
    boolean sendEnd() {
        if (endSent) {
            return true;
        }
        long limit = publication.positionLimit();
        if (!sending.compareAndSet(false, true)) {
            blockedLimit = limit - 1; // who sends now is done soon
            return false;
        }
        endSent = offerEnd();
        if (!endSent) {
            blockedLimit = limit;
            sending.set(false);
        }
        return endSent; // and nobody sends from here on
    }

    private boolean offerEnd() {
        UnsafeBuffer mark = new UnsafeBuffer(new byte[1]);
        long outcome = Publication.ADMIN_ACTION;
        try {
            for (int i = 0; i < ADMIN_TRIES && outcome == Publication.ADMIN_ACTION; i++) {
                outcome = publication.offer(mark, 0, 1, (term, at, frameLength) -> Handshake.END);
            }
        } catch (InternalError memoryFault) {
            faulted.accept(memoryFault);
        }
        return outcome > 0;
    }
}
