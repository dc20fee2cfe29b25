package io.tellask.remote.session;

import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A stream that the peer passed as an argument: a publisher that opens a stream at the peer for each of its subscribers, when they ask for
 * items. The peer's publisher decides how many it serves. What it emits is known with the parameter that it is decoded for. Thread-safe.
 */
final class RemoteStream extends RemoteReference implements Flow.Publisher<Object> {
    private static final byte[] NO_ARGUMENTS = {};

    private volatile @Nullable ResultCodec items;

    RemoteStream(RemoteTarget target) {
        super(target);
    }

    /** Says what it emits; false if something else was said before. */
    synchronized boolean emits(ResultCodec declared) {
        ResultCodec known = items;
        if (known == null) {
            items = declared;
            return true;
        }
        return known.type().equals(declared.type());
    }

    /** Whether it may be passed back as what it stands for, where items of a type are declared. */
    boolean isOf(Endpoint session, ResultCodec declared) {
        ResultCodec known = items;
        return target().endpoint() == session && known != null && known.type().equals(declared.type());
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Object> subscriber) {
        ResultCodec known = items;
        if (known == null) {
            throw new IllegalStateException("stream: it is not decoded yet");
        }
        new StreamReceiver(this, PassedStream.SUBSCRIBE, known, NO_ARGUMENTS, null).subscribe(subscriber);
    }

    /** Itself: a stream has no deadline. */
    @Override
    @SuppressWarnings("unchecked")
    public <C> C withDeadline(int millis) {
        return (C) this;
    }
}
