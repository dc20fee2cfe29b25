package io.tellask.bench.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.ByteBufPayload;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/** {@code rsocket}: a pair is a request of eight bytes; an empty request asks for the total; an answer is one long. */
public final class RSocketAdder {
    private static final String HOST = "127.0.0.1";

    private RSocketAdder() {}

    private static Payload pair(int first, int second) {
        ByteBuf data = PooledByteBufAllocator.DEFAULT.buffer(2 * Integer.BYTES);
        return ByteBufPayload.create(data.writeInt(first).writeInt(second));
    }

    private static Payload nothing() {
        return ByteBufPayload.create(Unpooled.EMPTY_BUFFER);
    }

    /** The receiving process of {@code rsocket}; requests are handled on the event loop of their connection. */
    public static final class Service implements RSocket {
        private long total;

        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open()));
        }

        private static int open() {
            return RSocketServer.create(SocketAcceptor.with(new Service()))
                    .payloadDecoder(PayloadDecoder.ZERO_COPY)
                    .bindNow(TcpServerTransport.create(HOST, 0))
                    .address()
                    .getPort();
        }

        @Override
        public Mono<Void> fireAndForget(Payload pair) {
            total += sum(pair);
            return Mono.empty();
        }

        @Override
        public Mono<Payload> requestResponse(Payload request) {
            boolean isPair = request.sliceData().isReadable();
            long answer = isPair ? sum(request) : total;
            if (!isPair) {
                request.release();
            }
            ByteBuf data = PooledByteBufAllocator.DEFAULT.buffer(Long.BYTES);
            return Mono.just(ByteBufPayload.create(data.writeLong(answer)));
        }

        private static int sum(Payload pair) {
            ByteBuf data = pair.sliceData();
            int sum = data.readInt() + data.readInt();
            pair.release();
            return sum;
        }
    }

    /** The calling process of {@code rsocket}: an ordinary thread makes a request for each message. */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final int TELLS_PER_BARRIER = 4_096;
        private static final int TELL_WINDOW = 16 * TELLS_PER_BARRIER;
        private static final int ASK_WINDOW = 10_000;
        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private final RSocket adder;

        private Caller(int port) {
            adder = RSocketConnector.create()
                    .payloadDecoder(PayloadDecoder.ZERO_COPY)
                    .connect(TcpClientTransport.create(HOST, port))
                    .block(PATIENCE);
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(port));
        }

        @Override
        public Tally tell(Phase phase) {
            Window window = new Window(TELL_WINDOW);
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                window.acquire();
                adder.fireAndForget(pair(first, first + 1)).subscribe(null, window::fail);
                first = Pairs.next(first);
                if (++sent % TELLS_PER_BARRIER == 0) {
                    adder.requestResponse(nothing())
                            .subscribe(new Answer(window::fail, total -> window.settle(TELLS_PER_BARRIER)));
                }
            }
            return told(sent, answer(nothing()));
        }

        @Override
        public Tally ask(Phase phase) {
            Window window = new Window(ASK_WINDOW);
            AtomicLong total = new AtomicLong();
            long sent = phase.each(first -> {
                window.acquire();
                adder.requestResponse(pair(first, first + 1)).subscribe(new Answer(window::fail, sum -> {
                    Pairs.check(first, (int) sum);
                    total.setPlain(total.getPlain() + sum);
                    window.settle(1);
                }));
            });
            window.awaitAll();
            return new Tally(sent, total.get());
        }

        @Override
        public int askOnce(int first, int second) {
            return (int) answer(pair(first, second));
        }

        @Override
        protected void askLater(int first, int second) {
            adder.requestResponse(pair(first, second))
                    .subscribe(new Answer(this::failed, sum -> answered(first, (int) sum)));
        }

        private long answer(Payload question) {
            return adder.requestResponse(question)
                    .map(payload -> {
                        long value = payload.sliceData().readLong();
                        payload.release();
                        return value;
                    })
                    .block(PATIENCE);
        }

        /** Hands one answer on, on the event loop; a failure, also of who takes the answer, ends the phase. */
        private record Answer(Consumer<Throwable> failure, LongConsumer taker) implements CoreSubscriber<Payload> {
            @Override
            public void onSubscribe(Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Payload answer) {
                long value = answer.sliceData().readLong();
                answer.release();
                try {
                    taker.accept(value);
                } catch (IllegalStateException wrong) {
                    failure.accept(wrong);
                }
            }

            @Override
            public void onError(Throwable cause) {
                failure.accept(cause);
            }

            @Override
            public void onComplete() {}
        }
    }
}
