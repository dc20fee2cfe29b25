package io.tellask.netty;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the handshakes that one listener has under way: where one more begins, the one that has taken longest gives way, so that
 * connections which say nothing keep nobody out. Thread-safe.
 */
final class HandshakeLimit {
    /** One that is counted. */
    interface Handshake {
        /** Ends it, because too many others have begun after it; from any thread. */
        void evict(LoopChannel channel, Throwable reason);
    }

    private final IntSupplier mostNow;
    private final Map<Handshake, LoopChannel> underWay = new LinkedHashMap<>(); // oldest first

    HandshakeLimit(int most) {
        this(() -> most);
    }

    /** Of as many as the function says at the time. */
    HandshakeLimit(IntSupplier mostNow) {
        this.mostNow = mostNow;
    }

    /** Counts one in until {@link #ended}; the one that has to give way for it is ended. */
    void begin(Handshake handshake, LoopChannel channel) {
        int most = mostNow.getAsInt();
        Map.Entry<Handshake, LoopChannel> oldest = add(handshake, channel, most);
        if (oldest != null) {
            oldest.getKey()
                    .evict(
                            oldest.getValue(),
                            new IllegalStateException("too many handshakes: handshakes=" + (most + 1) + " > handshakes="
                                    + most + ", the oldest gives way; raise the transport's handshakes"));
        }
    }

    private synchronized Map.@Nullable Entry<Handshake, LoopChannel> add(
            Handshake handshake, LoopChannel channel, int most) {
        Map.Entry<Handshake, LoopChannel> oldest = null;
        if (underWay.size() >= most) {
            Iterator<Map.Entry<Handshake, LoopChannel>> entries =
                    underWay.entrySet().iterator();
            oldest = Map.Entry.copyOf(entries.next());
            entries.remove();
        }
        underWay.put(handshake, channel);
        return oldest;
    }

    /** It has ended, in whatever way. */
    synchronized void ended(Handshake handshake) {
        underWay.remove(handshake);
    }

    synchronized int underWay() {
        return underWay.size();
    }
}
