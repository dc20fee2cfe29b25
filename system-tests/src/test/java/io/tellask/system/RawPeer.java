package io.tellask.system;

import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client that speaks bytes, not the protocol: sends what it is given and keeps what comes back. */
final class RawPeer implements Receiver {
    private static final int KEPT_BYTES = 4 * 1024 * 1024;

    private final Wire wire;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> closed = new CompletableFuture<>();
    private byte[] array = new byte[0];

    private RawPeer(Wire wire) {
        this.wire = wire;
    }

    static RawPeer connect(Transport transport, URI address, Dispatcher loop) throws Exception {
        CompletableFuture<RawPeer> opened = new CompletableFuture<>();
        transport.connect(
                address,
                loop,
                wire -> {
                    RawPeer peer = new RawPeer(wire);
                    opened.complete(peer);
                    return peer;
                },
                opened::completeExceptionally);
        return opened.get(30, TimeUnit.SECONDS);
    }

    void send(byte[] bytes) {
        wire.loop().execute(() -> wire.send(bytes, 0, bytes.length));
    }

    /** Closes from this side; what had come back by the end is in the future. */
    CompletableFuture<byte[]> close() {
        wire.loop().execute(wire::close);
        return closed;
    }

    /** Everything that came back, once the connection has ended. */
    CompletableFuture<byte[]> closed() {
        return closed;
    }

    @Override
    public byte[] array(int bytes) {
        array = array.length < bytes ? new byte[bytes] : array;
        return array;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int bytes) {
        if (received.size() < KEPT_BYTES) {
            received.write(array, 0, bytes);
        }
    }

    @Override
    public void writable() {
        // everything was handed to the wire at once
    }

    @Override
    public void closed(Throwable cause) {
        closed.complete(received.toByteArray());
    }
}
