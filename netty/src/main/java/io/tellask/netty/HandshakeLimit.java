package io.tellask.netty;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the handshakes that one listener has under way: where one more begins, the one that has taken longest gives way, so that
 * connections which say nothing keep nobody out. Thread-safe.
 */
final class HandshakeLimit {
    private final int most;
    private final Map<TlsHandshake, LoopChannel> underWay = new LinkedHashMap<>(); // oldest first

    HandshakeLimit(int most) {
        this.most = most;
    }

    /** Counts one in; the one that has to give way for it is ended. */
    void begin(TlsHandshake handshake, LoopChannel channel) {
        Map.Entry<TlsHandshake, LoopChannel> oldest = add(handshake, channel);
        if (oldest != null) {
            oldest.getKey()
                    .evict(
                            oldest.getValue(),
                            new IllegalStateException("too many handshakes: handshakes=" + (most + 1) + " > handshakes="
                                    + most + ", the oldest gives way; raise TlsTransport.Builder.handshakes"));
        }
    }

    private synchronized Map.@Nullable Entry<TlsHandshake, LoopChannel> add(
            TlsHandshake handshake, LoopChannel channel) {
        Map.Entry<TlsHandshake, LoopChannel> oldest = null;
        if (underWay.size() >= most) {
            Iterator<Map.Entry<TlsHandshake, LoopChannel>> entries =
                    underWay.entrySet().iterator();
            oldest = Map.Entry.copyOf(entries.next());
            entries.remove();
        }
        underWay.put(handshake, channel);
        return oldest;
    }

    /** It has ended, in whatever way. */
    synchronized void ended(TlsHandshake handshake) {
        underWay.remove(handshake);
    }

    synchronized int underWay() {
        return underWay.size();
    }
}
