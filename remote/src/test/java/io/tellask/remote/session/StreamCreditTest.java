package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Emitter;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.codec.ByteReader;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.remote.frame.FrameType;
import java.net.URI;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How far a stream's producer goes beyond the bytes that it was granted. */
@Timeout(60)
class StreamCreditTest {
    private static final URI ADDRESS = URI.create("memory://stream-credit");
    private static final int CREDIT_BYTES = 1_024;
    private static final int COUNT = 500;

    private final Transcript transcript = new Transcript(MemoryTransport.isolated());
    private final ActorSystem there = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem here = ActorSystem.builder().ioLoops(1).build();
    private Blocks blocks;

    /** Streams bytes. */
    public interface Blocks {
        Flow.Publisher<byte[]> blocks(int count, int bytes);

        Flow.Publisher<byte[]> broken(int count, int bytes);

        Flow.Publisher<byte[]> unasked(int count);
    }

    private static final class Source implements Blocks {
        @Override
        public Flow.Publisher<byte[]> blocks(int count, int bytes) {
            Emitter<byte[]> emitter = emitter(count, bytes);
            emitter.complete();
            return emitter;
        }

        @Override
        public Flow.Publisher<byte[]> broken(int count, int bytes) {
            Emitter<byte[]> emitter = emitter(count, bytes);
            emitter.fail(new IllegalStateException("out of bytes"));
            return emitter;
        }

        @Override
        public Flow.Publisher<byte[]> unasked(int count) {
            return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long items) {
                    for (int i = 0; i < count; i++) {
                        subscriber.onNext(new byte[1]);
                    }
                }

                @Override
                public void cancel() {}
            });
        }

        private static Emitter<byte[]> emitter(int count, int bytes) {
            Emitter<byte[]> emitter = new Emitter<>(count);
            for (int i = 0; i < count; i++) {
                emitter.emit(new byte[bytes]);
            }
            return emitter;
        }
    }

    @BeforeEach
    void connect() {
        Blocks source = there.spawn(Blocks.class, Source::new, SpawnOptions.ioLoop());
        Server.builder(there)
                .transport(transcript)
                .publish("blocks", Blocks.class, source)
                .listen(ADDRESS)
                .start();
        blocks = Client.builder(here)
                .transport(transcript)
                .limits(Limits.builder().creditBytes(CREDIT_BYTES).build())
                .connect(ADDRESS)
                .lookup("blocks", Blocks.class);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void producerOverdrawsItsBytesByNoMoreThanAnItem() throws Exception {
        List<byte[]> taken = Streams.collect(blocks.blocks(COUNT, 300)).get(30, TimeUnit.SECONDS);

        assertThat(taken).hasSize(COUNT);
        int granted = CREDIT_BYTES;
        int items = 0;
        for (String line : transcript.lines()) {
            byte[] frame = HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1));
            if (line.startsWith("> REQUEST ")) {
                int from = FrameType.HEADER_BYTES + FrameType.CALL_ID_BYTES;
                ByteReader body = new ByteReader(Arrays.copyOfRange(frame, from, frame.length));
                body.readVarInt(); // items
                granted += body.readVarInt();
            } else if (line.startsWith("< ITEM ")) {
                assertThat(granted).as("granted before item %d", items).isPositive();
                granted -= frame.length - FrameType.HEADER_BYTES;
                items++;
            }
        }
        assertThat(items).isEqualTo(COUNT);
    }

    @Test
    void failureComesBehindTheItemsThatWaitedForBytes() {
        int[] taken = {0};
        assertThatThrownBy(() -> Streams.forEach(blocks.broken(COUNT, 2_000), 64, item -> taken[0]++)
                        .get(30, TimeUnit.SECONDS))
                .hasMessageContaining("out of bytes");
        assertThat(taken[0]).isEqualTo(COUNT);
    }

    @Test
    void publisherThatEmitsMoreThanItWasAskedForEndsItsStreamAndNotTheSession() throws Exception {
        int[] taken = {0};
        assertThatThrownBy(() -> Streams.forEach(blocks.unasked(65), 64, item -> taken[0]++)
                        .get(30, TimeUnit.SECONDS))
                .hasMessageContaining(
                        "stream: method=unasked returned a publisher that emits more than it was asked for");
        assertThat(taken[0]).isEqualTo(64);
        assertThat(Streams.collect(blocks.blocks(1, 1)).get(30, TimeUnit.SECONDS))
                .hasSize(1);
    }
}
