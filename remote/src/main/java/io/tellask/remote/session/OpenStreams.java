package io.tellask.remote.session;

import io.tellask.actor.runtime.ActorCell;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.frame.OwnFailure;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The streams that this side's actors send to the session's peer. Thread-safe. */
final class OpenStreams {
    /** What an open stream takes, about, besides its items. */
    static final int STREAM_BYTES = 1_024;

    private final Endpoint endpoint;
    private final Map<Integer, StreamSender> senders = new ConcurrentHashMap<>();

    OpenStreams(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** A stream is asked for; false, with the peer told, if it has too many open. */
    boolean open(int callId, ActorCell<?> cell, int firstItems, int firstBytes) {
        int most = endpoint.limits().streams();
        if (senders.size() >= most) {
            endpoint.frames()
                    .failure(
                            callId,
                            new OwnFailure(new CallRefusedException("stream: open streams=" + senders.size()
                                    + " >= streams=" + most + "; cancel one, or raise Limits.streams")),
                            null);
            return false;
        }
        StreamSender sender = new StreamSender(endpoint, callId, cell, firstItems, firstBytes);
        senders.put(callId, sender);
        sender.hold(STREAM_BYTES);
        return true;
    }

    /** Counts what the arguments take that opened a stream: whoever makes its items may keep them until it ends, as a spore is kept. */
    void hold(int callId, long argumentBytes) {
        StreamSender sender = senders.get(callId);
        if (sender != null) {
            sender.hold(argumentBytes);
        }
    }

    @Nullable
    StreamSender sender(int callId) {
        return senders.get(callId);
    }

    /** Ends a stream for the peer: true for the one caller who now has to tell it so. */
    boolean forget(int callId) {
        StreamSender known = senders.remove(callId);
        if (known == null) {
            return false;
        }
        known.letGo();
        return true;
    }

    int count() {
        return senders.size();
    }

    void cancelAll() {
        Each.of(
                senders.values().toArray(new StreamSender[0]),
                sender -> sender.cancelled(false),
                endpoint::endFailedPartly);
    }
}
