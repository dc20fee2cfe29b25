package io.tellask.aeron;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A session's side that hands on what comes. */
final class TestReceiver implements Receiver {
    /** Takes bytes. */
    interface Bytes {
        void received(byte[] bytes, int offset, int length);
    }

    final Wire wire;
    final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private final Bytes bytes;
    private byte[] array = new byte[0];

    TestReceiver(Wire wire, Bytes bytes) {
        this.wire = wire;
        this.bytes = bytes;
    }

    @Override
    public byte[] array(int count) {
        array = new byte[count];
        return array;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int count) {
        bytes.received(array, 0, count);
    }

    @Override
    public void writable() {
        // sends little
    }

    @Override
    public void closed(Throwable cause) {
        closed.complete(Optional.ofNullable(cause));
    }
}
