package io.tellask.netty;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.tellask.actor.Dispatcher;
import java.util.concurrent.RejectedExecutionException;

/** A request that a wire answers when it can: the connection and the wire may live on two loops. Thread-safe. */
final class PollingExchange {
    static final byte[] NOTHING = {};

    private final Dispatcher loop;
    private final PollingRequest request;
    private final PollingServerWire wire;

    PollingExchange(Dispatcher loop, PollingRequest request, PollingServerWire wire) {
        this.loop = loop;
        this.request = request;
        this.wire = wire;
    }

    PollingServerWire wire() {
        return wire;
    }

    /** Answers, once: with bytes that begin at the position, or with the position up to which bytes have been taken. */
    void answer(HttpResponseStatus status, byte[] bytes, long position) {
        later(() -> request.answer(this, status, bytes, position));
    }

    /** Asks for the next bytes of the request. */
    void readMore() {
        later(() -> request.handMore(this));
    }

    /** Closes the connection, whose answer nobody waits for any more. */
    void cut() {
        later(() -> request.cut(this));
    }

    private void later(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException loopEnded) {
            wire.released(this); // with its connection
        }
    }
}
