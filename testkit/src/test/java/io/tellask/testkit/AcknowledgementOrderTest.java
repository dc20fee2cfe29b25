package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.Promise;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Client;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import io.tellask.test.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was received is acknowledged in order, though a caller is just sending. */
@Timeout(60)
class AcknowledgementOrderTest {
    private static final int READ_BYTES = 20_000; // more than is received without an acknowledgement
    private static final int HEADER_BYTES = 4;

    private final Held held = new Held();

    @Test
    void acknowledgementThatWaitsForACallerNeverFollowsALaterOne() throws Exception {
        try (ActorSystem system = ActorSystem.create()) {
            CompletableFuture<Client> connecting =
                    Client.builder(system).transport(held).connectAsync(URI.create("held://server"));
            Await.until("the client connects", () -> held.receiver != null);
            held.deliver(RawPeer.WELCOME, out -> RawPeer.writeResumingHello(out, new byte[48], -1));
            Promise<Office> lookup = connecting.get().lookupAsync("office", Office.class);
            Await.until(
                    "it looks the office up", () -> !held.bodies(RawPeer.LOOKUP).isEmpty());
            int lookupId = held.bodies(RawPeer.LOOKUP).getFirst().readInt32();
            long received = held.deliver(RawPeer.CONTRACT, RawPeer::writeContract)
                    + held.deliver(RawPeer.ANSWER_REFERENCE, out -> {
                        out.writeInt32(lookupId);
                        out.writeVarInt(1);
                        out.writeVarInt(1);
                    });
            Office office = lookup.get();

            held.holdsCallers = true;
            CompletableFuture<Void> called =
                    CompletableFuture.runAsync(() -> office.echo(1), Thread::startVirtualThread);
            held.callerCame.await();
            CompletableFuture<Long> more = new CompletableFuture<>();
            held.loop.execute(() -> {
                long bytes = held.received(RawPeer.PONG, AcknowledgementOrderTest::filled); // must wait
                held.callerMayGoOn.countDown();
                called.join();
                more.complete(bytes + held.received(RawPeer.PONG, AcknowledgementOrderTest::filled)); // need not
            });
            long all = received + more.get();
            Await.until("all is acknowledged", () -> held.acknowledged().contains(all));
            held.awaitLoop();
            assertThat(held.acknowledged()).isSorted().endsWith(all);
        }
    }

    private static void filled(ByteWriter out) {
        out.writeBytes(new byte[READ_BYTES], 0, READ_BYTES);
    }

    /** A transport whose one connection keeps what is sent, and keeps a caller that sends by itself until it is let go. */
    private static final class Held implements Transport, Wire {
        private final List<byte[]> sent = new CopyOnWriteArrayList<>();
        private final CountDownLatch callerCame = new CountDownLatch(1);
        private final CountDownLatch callerMayGoOn = new CountDownLatch(1);
        private volatile Dispatcher loop;
        private volatile Receiver receiver;
        private volatile boolean holdsCallers;

        @Override
        public Set<String> schemes() {
            return Set.of("held");
        }

        @Override
        public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
            throw new UnsupportedOperationException("the test is the server");
        }

        @Override
        public void connect(
                URI address, Dispatcher on, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
            on.execute(() -> {
                loop = on;
                receiver = opened.apply(this);
            });
        }

        /** Brings a frame to the client; its length. */
        long deliver(int kind, Consumer<ByteWriter> body) {
            CompletableFuture<Long> bytes = new CompletableFuture<>();
            loop.execute(() -> bytes.complete(received(kind, body)));
            return bytes.join();
        }

        /** As {@link #deliver}, on the loop. */
        long received(int kind, Consumer<ByteWriter> body) {
            ByteWriter frame = new ByteWriter(64);
            frame.writeInt32(0);
            body.accept(frame);
            frame.patchInt32(0, kind << 24 | frame.position() - HEADER_BYTES);
            byte[] array = receiver.array(frame.position());
            System.arraycopy(frame.array(), 0, array, receiver.offset(), frame.position());
            receiver.received(frame.position());
            return frame.position();
        }

        void awaitLoop() {
            for (int turn = 0; turn < 3; turn++) {
                CompletableFuture<Void> passed = new CompletableFuture<>();
                loop.execute(() -> passed.complete(null));
                passed.join();
            }
        }

        List<Long> acknowledged() {
            return bodies(RawPeer.ACK).stream().map(ByteReader::readVarLong).toList();
        }

        /** The frames of a kind that were sent; each came in one piece. */
        List<ByteReader> bodies(int kind) {
            List<ByteReader> bodies = new ArrayList<>();
            for (byte[] bytes : sent) {
                ByteReader in = new ByteReader(bytes);
                while (in.remaining() > 0) {
                    int header = in.readInt32();
                    byte[] body = in.readBytes(header & 0xFF_FFFF);
                    if (header >>> 24 == kind) {
                        bodies.add(new ByteReader(body));
                    }
                }
            }
            return bodies;
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {
            ByteWriter copy = new ByteWriter(length);
            copy.writeBytes(bytes, offset, length);
            sent.add(copy.toByteArray());
        }

        @Override
        public int sendNow(byte[] bytes, int offset, int length) {
            if (holdsCallers) {
                callerCame.countDown();
                try {
                    callerMayGoOn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            send(bytes, offset, length);
            return length;
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public Dispatcher loop() {
            return loop;
        }

        @Override
        public void close() {
            loop.execute(() -> receiver.closed(null));
        }

        @Override
        public String peer() {
            return "held";
        }
    }
}
