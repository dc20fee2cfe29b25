package io.tellask.testkit;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection over which a client's hello comes a second time, as from a proxy that tries again: it says nothing else, reads all, and ends when the server
 * ends it. Belongs to the loop of the connection.
 */
final class RepeatedHello implements Receiver {
    /** The server ended the connection without a frame. */
    static final int NO_ANSWER = 0;

    private final IntConsumer answered;
    private final FrameCursor answer = new FrameCursor();
    private int kind = NO_ANSWER;
    private byte[] array = {};

    RepeatedHello(Wire wire, byte[] hello, IntConsumer answered) {
        this.answered = answered;
        wire.send(hello, 0, hello.length);
    }

    @Override
    public byte[] array(int bytes) {
        array = new byte[bytes];
        return array;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int bytes) {
        for (int at = 0; at < bytes && kind == NO_ANSWER; at++) {
            answer.pass(array[at]);
            kind = answer.kind();
        }
    }

    @Override
    public void writable() {}

    @Override
    public void closed(@Nullable Throwable cause) {
        answered.accept(kind);
    }
}
