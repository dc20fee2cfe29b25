package io.tellask.remote.session;

import io.tellask.actor.runtime.RefusedStream;
import io.tellask.text.StackHeadroom;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A stream that the peer passed as an argument: a publisher that opens a stream at the peer when its one subscriber asks for items. What it
 * emits is known with the parameter that it is decoded for. Thread-safe.
 *
 * <p>The peer is told that it was let go of when that stream has ended, and not only when the collector finds it: each call brings a
 * stream of its own, so that they would soon be more than a session may hold.
 */
final class RemoteStream extends RemoteReference implements Flow.Publisher<Object> {
    private static final byte[] NO_ARGUMENTS = {};

    private @Nullable ResultCodec items;
    private boolean subscribed;
    private boolean passedBack;

    RemoteStream(RemoteTarget target) {
        super(target);
    }

    /** Says what it emits; false if something else was said before. */
    synchronized boolean emits(ResultCodec declared) {
        if (items == null) {
            items = declared;
        }
        return items.type().equals(declared.type());
    }

    /**
     * Whether it is passed back as what it stands for, in its own session and with the same items. Its number may be on its way from then on,
     * so the peer must not use it for anything else before the collector has found this.
     */
    synchronized boolean passBack(Endpoint session, ResultCodec declared) {
        if (subscribed
                || target().endpoint() != session
                || items == null
                || !items.type().equals(declared.type())) {
            return false;
        }
        passedBack = true;
        return true;
    }

    /** Whether its number is not needed any more once its subscriber's stream has ended. */
    synchronized boolean isForOneStream() {
        return subscribed && !passedBack;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super Object> subscriber) {
        StackHeadroom.forCall();
        Objects.requireNonNull(subscriber, "subscriber");
        ResultCodec emitted = take();
        if (emitted == null) {
            RefusedStream.refuse(
                    subscriber,
                    new IllegalStateException(
                            "stream: it has a subscriber already; a publisher that is an argument serves one"));
        } else {
            new StreamReceiver(this, PassedStream.SUBSCRIBE, emitted, NO_ARGUMENTS, null).subscribe(subscriber);
        }
    }

    /** What the first subscriber gets; null for any other. */
    private synchronized @Nullable ResultCodec take() {
        ResultCodec emitted = subscribed ? null : items;
        subscribed = true;
        return emitted;
    }
}
