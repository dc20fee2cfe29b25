package io.tellask.aeron;

import io.aeron.Image;
import java.util.BitSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A publisher that a subscription hears: decides which of its messages are taken. Belongs to the client's thread. */
final class TopicSource implements TopicParts.Sink {
    private static final String NO_HEAP = "the heap has no room for it; give the process a larger one";
    private static final int FRAGMENTS = 256;

    /** Ends of streams that are taken beyond what may wait. */
    private static final int ENDS_BYTES = 64 * 1024;

    /** What is told of messages that the subscriber does not get. */
    interface Losses {
        /** The subscriber is behind. */
        void dropped();

        void refused(int count);

        /** One was refused, and why. */
        void refused(String reason);
    }

    /**
     * How messages are taken.
     *
     * @param drops those that come while there is no room
     * @param fromSnapshot begins with a snapshot, and again wherever something was missed
     */
    record Rules(int messageBytes, boolean drops, boolean fromSnapshot) {}

    private final Image image;
    private final TopicMessages messages;
    private final MessageQueue queue;
    private final Rules rules;
    private final Losses losses;
    private final TopicParts parts;
    private final BitSet began = new BitSet(); // streams that did not end yet
    private boolean waits; // for a snapshot

    TopicSource(Image image, TopicMessages messages, MessageQueue queue, Rules rules, Losses losses) {
        this.image = image;
        this.messages = messages;
        this.queue = queue;
        this.rules = rules;
        this.losses = losses;
        parts = new TopicParts(rules.messageBytes(), ReassemblyMemory.ofProcess(), this);
        waits = rules.fromSnapshot();
    }

    boolean isOf(Image other) {
        return image == other;
    }

    boolean waitsForSnapshot() {
        return waits;
    }

    /** Reads what has come, if there is room for it. */
    int poll() {
        if (!rules.drops() && !queue.hasRoom()) {
            return 0;
        }
        try {
            return image.poll(parts, FRAGMENTS);
        } catch (OutOfMemoryError full) {
            parts.clear();
            refused(NO_HEAP);
            return 1;
        }
    }

    /** Gives up what has come in part. */
    void release() {
        parts.clear();
    }

    /** Something of any publisher was lost here. */
    void missed() {
        waits = rules.fromSnapshot();
    }

    /** The publisher is gone, and so are its streams; and if it was the last one, those that nobody knows the publisher of. */
    void endStreams(boolean isLast) {
        for (int stream : messages.streams()) {
            if (isLast || began.get(stream)) {
                byte[] lost = messages.lost(stream);
                if (queue.hasRoom(ENDS_BYTES)) {
                    queue.add(new UnsafeBuffer(lost), 0, lost.length);
                } else {
                    losses.dropped();
                }
            }
        }
    }

    @Override
    public void whole(DirectBuffer buffer, int offset, int length) {
        if (isTaken(buffer, offset, length)) {
            queue.add(buffer, offset, length);
        }
    }

    @Override
    public void joined(byte[] batch) {
        UnsafeBuffer buffer = new UnsafeBuffer(batch);
        int offset = MessageQueue.LENGTH_BYTES;
        if (isTaken(buffer, offset, batch.length - offset)) {
            queue.add(batch);
        }
    }

    @Override
    public void refused(String reason) {
        missed();
        losses.refused(reason);
    }

    private boolean isTaken(DirectBuffer buffer, int offset, int length) {
        if (!messages.isOurs(buffer, offset, length)) {
            losses.refused(
                    "it is of another topic or of another version of the contract; use the same one on all sides");
            return false;
        }
        if (endsStream(buffer, offset, length) && queue.hasRoom(ENDS_BYTES)) {
            return true;
        }
        byte head = TopicMessages.head(buffer, offset);
        boolean snapshot = TopicMessages.isSnapshot(head);
        boolean gives = TopicMessages.givesSnapshots(head);
        if (waits ? !snapshot && gives : snapshot) {
            return false; // is in the snapshot that will come; or is for others
        }
        if (rules.drops() && !queue.hasRoom()) {
            losses.dropped();
            waits = rules.fromSnapshot() && (snapshot || gives);
            return false;
        }
        waits = false;
        return true;
    }

    /** Notes whose stream goes on, or ends by this. */
    private boolean endsStream(DirectBuffer buffer, int offset, int length) {
        int stream = messages.streamOf(buffer, offset, length);
        boolean ends = stream >= 0 && TopicMessages.endsStream(buffer, offset, length);
        if (stream >= 0) {
            began.set(stream, !ends);
        }
        return ends;
    }

    /** Lets what all sources have read be taken, or counts it where the heap has no room. */
    static void handOver(MessageQueue queue, Iterable<TopicSource> sources, Losses losses) {
        try {
            queue.flush();
        } catch (OutOfMemoryError full) {
            losses.refused(queue.discard() - 1); // and one below
            sources.forEach(TopicSource::missed);
            losses.refused(NO_HEAP);
        }
    }
}
