package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.BodyReader;
import io.tellask.codec.BodyWriter;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CustomCodec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.budget.NestingDepth;
import io.tellask.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The stacks of deep messages are bounded for all threads together; whoever may wait for one gets it. */
@Isolated
@Timeout(60)
class DeepStacksTest {
    /** Deeper than the caller's stack serves, and than one further stack serves. */
    private static final int DEEP = 200;

    private static final int VERY_DEEP = NestingDepth.LEVELS + 200;

    private static final class Link extends Exception {
        Object value;

        Link(Throwable cause, Object value) {
            super(null, cause, false, false);
            this.value = value;
        }
    }

    /** Stays where it is when it is read, until it may go on. */
    private record Gate(int number) {}

    private final Semaphore arrived = new Semaphore(0);
    private final CountDownLatch opened = new CountDownLatch(1);
    private volatile boolean closed;

    private final Codec codec = Codec.builder()
            .allow(Link.class)
            .custom(Gate.class, new CustomCodec<>() {
                @Override
                public void write(Gate gate, BodyWriter out) {
                    out.writeInt(gate.number);
                }

                @Override
                public Gate read(BodyReader in) {
                    int number = in.readInt();
                    arrived.release();
                    try {
                        if (closed && !opened.await(30, TimeUnit.SECONDS)) {
                            throw new IllegalStateException("nobody opened the gate");
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return new Gate(number);
                }
            })
            .build();

    private static Link chain(int depth, Object last) {
        Link link = new Link(null, last);
        for (int i = 1; i < depth; i++) {
            link = new Link(link, null);
        }
        return link;
    }

    private Object inSession(Link value) {
        ScopedDecoder decoder = codec.newScopedDecoder();
        ByteWriter out = new ByteWriter(64);
        codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)))
                .encode(value, Link.class, out);
        return decoder.decode(new ByteReader(out.toByteArray()), Link.class);
    }

    private void refusesSessionsAndLetsOthersWait(int depth, int held, String refusal) throws Exception {
        byte[] gated = codec.encode(chain(depth, new Gate(1)));
        byte[] open = codec.encode(chain(depth, "end"));
        closed = true;
        try (var threads = Executors.newCachedThreadPool()) {
            List<CompletableFuture<Object>> messages = new ArrayList<>();
            for (int i = 0; i < held; i++) {
                messages.add(CompletableFuture.supplyAsync(() -> codec.decode(gated, Link.class), threads));
            }
            arrived.acquire(held);

            assertThatThrownBy(() -> inSession(chain(depth, "end")))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining(refusal);
            Thread waiting =
                    new Thread(() -> messages.add(CompletableFuture.completedFuture(codec.decode(open, Link.class))));
            waiting.start();
            Await.until("a thread waits for a stack", () -> DeepStacks.waiting() > 0 || !waiting.isAlive());
            opened.countDown();
            waiting.join();

            assertThat(messages).hasSize(held + 1);
            for (var message : messages) {
                assertThat(message.get(30, TimeUnit.SECONDS)).isInstanceOf(Link.class);
            }
            assertThat(inSession(chain(depth, "end"))).isInstanceOf(Link.class);
        }
    }

    @Test
    void messagesBeyondTheLimitWaitOrAreRefused() throws Exception {
        refusesSessionsAndLetsOthersWait(DEEP, DeepStacks.MAX_MESSAGES, "under way=8 >= MAX_MESSAGES=8");
    }

    @Test
    void oneMessageAtATimeHasMoreStacksThanOne() throws Exception {
        refusesSessionsAndLetsOthersWait(VERY_DEEP, 1, "deeper than LEVELS=8000 under way=1");
    }

    @Test
    void sessionIsRefusedWhileItReads() throws Exception {
        byte[] gated = codec.encode(chain(DEEP, new Gate(1)));
        ScopedDecoder decoder = codec.newScopedDecoder();
        ByteWriter out = new ByteWriter(gated.length);
        codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)))
                .encode(chain(DEEP, null), Link.class, out);
        closed = true;
        try (var threads = Executors.newCachedThreadPool()) {
            for (int i = 0; i < DeepStacks.MAX_MESSAGES; i++) {
                threads.submit(() -> codec.decode(gated, Link.class));
            }
            arrived.acquire(DeepStacks.MAX_MESSAGES);

            assertThatThrownBy(() -> decoder.decode(new ByteReader(out.toByteArray()), Link.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("under way=8 >= MAX_MESSAGES=8");
            opened.countDown();
        }
        assertThat(decoder.decode(new ByteReader(out.toByteArray()), Link.class))
                .isInstanceOf(Link.class);
    }

    @Test
    void failedMessageGivesItsStacksBack() {
        byte[] whole = codec.encode(chain(VERY_DEEP, "end"));
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 5);

        for (int i = 0; i < 3 * DeepStacks.MAX_MESSAGES; i++) {
            assertThatThrownBy(() -> codec.decode(cut, Link.class)).isInstanceOf(DecodeException.class);
        }
        assertThat(codec.decode(whole, Link.class)).isInstanceOf(Link.class);
    }

    @Test
    void manyThreadsWithVeryDeepMessagesAllEnd() throws Exception {
        byte[] whole = codec.encode(chain(3 * NestingDepth.LEVELS, "end"));
        try (var threads = Executors.newFixedThreadPool(2 * DeepStacks.MAX_MESSAGES)) {
            List<CompletableFuture<Object>> messages = new ArrayList<>();
            for (int i = 0; i < 2 * DeepStacks.MAX_MESSAGES; i++) {
                messages.add(CompletableFuture.supplyAsync(() -> codec.decode(whole, Link.class), threads));
            }
            for (var message : messages) {
                assertThat(message.get(30, TimeUnit.SECONDS)).isInstanceOf(Link.class);
            }
        }
    }
}
