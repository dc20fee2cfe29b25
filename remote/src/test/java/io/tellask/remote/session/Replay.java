package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The other end of a server, which sends given bytes and takes what comes in pieces. */
final class Replay implements Receiver {
    private final Wire wire;
    private final LinkedBlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private byte[] array = new byte[0];

    private Replay(Wire wire) {
        this.wire = wire;
    }

    static Replay connect(Transcript transcript, URI address, ActorSystem system) throws Exception {
        CompletableFuture<Replay> opened = new CompletableFuture<>();
        transcript.connect(
                address,
                system.ioLoops().all().getFirst(),
                wire -> {
                    Replay replay = new Replay(wire);
                    opened.complete(replay);
                    return replay;
                },
                opened::completeExceptionally);
        return opened.get(30, TimeUnit.SECONDS);
    }

    void send(byte[] bytes) {
        wire.loop().execute(() -> wire.send(bytes, 0, bytes.length));
    }

    /** The next bytes, in hex. */
    String next(int count) throws InterruptedException {
        while (pending.size() < count) {
            byte[] more = received.poll(30, TimeUnit.SECONDS);
            assertThat(more).as("bytes from the server").isNotNull();
            pending.writeBytes(more);
        }
        byte[] all = pending.toByteArray();
        pending.reset();
        pending.write(all, count, all.length - count);
        return HexFormat.of().formatHex(all, 0, count);
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
        received.add(array.clone());
    }

    @Override
    public void writable() {
        // everything was handed to the wire at once
    }

    @Override
    public void closed(Throwable cause) {
        received.add(new byte[0]);
    }
}
