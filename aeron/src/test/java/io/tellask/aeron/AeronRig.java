package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.IoLoops;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Loops, and connections over them. */
final class AeronRig implements AutoCloseable {
    final IoLoops loops = new NettyLoopProvider().open(1, "rig");
    final CompletableFuture<TestReceiver> accepted = new CompletableFuture<>();

    /** A listener that echoes. */
    Transport.Listener listen(Transport transport, URI address) {
        return transport.listen(address, loops, wire -> {
            TestReceiver receiver = new TestReceiver(wire, wire::send);
            accepted.complete(receiver);
            return receiver;
        });
    }

    CompletableFuture<TestReceiver> begin(Transport transport, URI address) {
        CompletableFuture<TestReceiver> opened = new CompletableFuture<>();
        transport.connect(
                address,
                loops.all().getFirst(),
                wire -> {
                    TestReceiver receiver = new TestReceiver(wire, (bytes, offset, length) -> {});
                    opened.complete(receiver);
                    return receiver;
                },
                opened::completeExceptionally);
        return opened;
    }

    TestReceiver connect(Transport transport, URI address) throws Exception {
        return begin(transport, address).get(30, TimeUnit.SECONDS);
    }

    TransportException refusal(Transport transport, URI address) throws Exception {
        try {
            connect(transport, address);
            throw new AssertionError("it connected to " + address);
        } catch (ExecutionException failure) {
            assertThat(failure).hasCauseInstanceOf(TransportException.class);
            return (TransportException) failure.getCause();
        }
    }

    void close(TestReceiver receiver) throws Exception {
        receiver.wire.loop().execute(receiver.wire::close);
        receiver.closed.get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }
}
