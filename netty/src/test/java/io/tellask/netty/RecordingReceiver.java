package io.tellask.netty;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** A session's side that keeps what it is told. Everything on the wire's loop, but for the futures. */
final class RecordingReceiver implements Receiver {
    final Wire wire;
    final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BiConsumer<RecordingReceiver, byte[]> onBytes;
    private byte[] array = new byte[0];
    Runnable onWritable = () -> {};
    int closings;
    int keptBytes;
    int mostKeptBytes;

    RecordingReceiver(Wire wire, BiConsumer<RecordingReceiver, byte[]> onBytes) {
        this.wire = wire;
        this.onBytes = onBytes;
    }

    @Override
    public byte[] array(int wanted) {
        array = new byte[wanted + 3];
        return array;
    }

    @Override
    public void kept(int changeBytes) {
        keptBytes += changeBytes;
        mostKeptBytes = Math.max(mostKeptBytes, keptBytes);
    }

    @Override
    public int offset() {
        return 3;
    }

    @Override
    public void received(int count) {
        byte[] received = java.util.Arrays.copyOfRange(array, 3, 3 + count);
        bytes.writeBytes(received);
        onBytes.accept(this, received);
    }

    @Override
    public void writable() {
        onWritable.run();
    }

    @Override
    public void closed(Throwable cause) {
        closings++;
        closed.complete(Optional.ofNullable(cause));
    }
}
