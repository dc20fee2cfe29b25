package io.tellask.aeron;

import io.aeron.Image;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.DirectBuffer;

/**
 * The receiving half of a connection: an image, and whose turn it is to touch it.
 *
 * <p>Thread-safety: the image belongs to who has its turn. The client's thread takes it for a look; the loop has it from when that look found
 * something until it has read, or takes it by {@link #tryTake}.
 */
final class AeronInput implements ControlledFragmentHandler {
    /** What one turn reads, at most. */
    static final int READ_BYTES = 64 * 1024;

    private static final int MOST_FRAGMENTS = 1_024;

    /** What a loop reads into, before it is known how much there is. */
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[READ_BYTES]);

    /** Nobody has it, the client's thread looks, a task of the loop has it or is on its way. */
    private static final int FREE = 0;

    private static final int LOOKED_AT = 1;
    private static final int TAKEN = 2;

    private final Image image;
    private final AtomicInteger turn = new AtomicInteger(TAKEN); // until the connection is open
    private final ControlledFragmentHandler look = this::look;
    private boolean found; // of a look
    private byte[] scratch = new byte[0];
    private int read;
    private int mostRead;
    private int skipped; // bytes of the next fragment that were read before
    private boolean endHeard;

    AeronInput(Image image) {
        this.image = image;
    }

    /** Takes the turn for a look. */
    boolean beginLook() {
        return turn.compareAndSet(FREE, LOOKED_AT);
    }

    /** Takes the turn for the loop, if nobody has it. */
    boolean tryTake() {
        return turn.compareAndSet(FREE, TAKEN);
    }

    /** Hands the turn on to a task of the loop. */
    void take() {
        turn.set(TAKEN);
    }

    void free() {
        turn.set(FREE);
    }

    /** Whether there is something to read. */
    boolean hasBytes() {
        found = false;
        image.controlledPoll(look, 1);
        return found;
    }

    private Action look(DirectBuffer buffer, int offset, int length, Header header) {
        found = true;
        return Action.ABORT;
    }

    /** Whether nothing more can come. */
    boolean isOver() {
        return image.isClosed() || image.isEndOfStream();
    }

    /** Whether the other side has said that it sends nothing more, and all before that was read. */
    boolean endHeard() {
        return endHeard;
    }

    /** Reads so many bytes at most: how many. They are in {@link #bytes}, from the beginning, until the thread reads again. */
    int read(int most) {
        mostRead = most;
        read = 0;
        scratch = SCRATCH.get();
        image.controlledPoll(this, MOST_FRAGMENTS);
        return read;
    }

    byte[] bytes() {
        return scratch;
    }

    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if (header.reservedValue() == Handshake.END) {
            if (read > 0) {
                return Action.ABORT; // the session may have to work before it hears of the end
            }
            endHeard = true;
            return Action.BREAK;
        }
        int left = length - skipped;
        int taken = Math.min(left, mostRead - read);
        buffer.getBytes(offset + skipped, scratch, read, taken);
        read += taken;
        if (taken < left) {
            skipped += taken;
            return Action.ABORT;
        }
        skipped = 0;
        return Action.CONTINUE;
    }

    /** Tells a sender that has not said that it ends to do so. Called by the client's thread. */
    void reject() {
        if (!endHeard && !isOver()) {
            image.reject("connection has ended");
        }
    }
}
