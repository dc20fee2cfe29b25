package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code grpc-bidi} and {@code grpc-unary}. The service as gRPC sees it is written by hand; its messages are generated protobuf
 * classes that come with protobuf-java, so that no compiler is needed: a pair travels as a {@link Timestamp}, whose two fields
 * are integers.
 */
public final class GrpcAdder {
    static final String SERVICE = "tellask.bench.Adder";

    /** One call an ask. */
    static final MethodDescriptor<Timestamp, Int32Value> ADD =
            method("Add", MethodType.UNARY, Int32Value.getDefaultInstance());

    /** Asks and answers in order on one stream each way. */
    static final MethodDescriptor<Timestamp, Int32Value> ADD_ALL =
            method("AddAll", MethodType.BIDI_STREAMING, Int32Value.getDefaultInstance());

    /** Tells on a stream; the total comes back when the caller closes it. */
    static final MethodDescriptor<Timestamp, Int64Value> COLLECT =
            method("Collect", MethodType.CLIENT_STREAMING, Int64Value.getDefaultInstance());

    private GrpcAdder() {}

    static Timestamp pair(int first, int second) {
        return Timestamp.newBuilder().setSeconds(first).setNanos(second).build();
    }

    static int sum(Timestamp pair) {
        return (int) pair.getSeconds() + pair.getNanos();
    }

    private static <O extends Message> MethodDescriptor<Timestamp, O> method(String name, MethodType type, O response) {
        return MethodDescriptor.<Timestamp, O>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(ProtoUtils.marshaller(Timestamp.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(response))
                .build();
    }

    /** The receiver of both gRPC contenders; handlers run on the event loop ({@code directExecutor}). */
    public static final class Service {
        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(start()));
        }

        private static int start() throws IOException {
            return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .directExecutor()
                    .addService(ServerServiceDefinition.builder(SERVICE)
                            .addMethod(ADD, ServerCalls.asyncUnaryCall(Service::add))
                            .addMethod(ADD_ALL, ServerCalls.asyncBidiStreamingCall(Service::addAll))
                            .addMethod(COLLECT, ServerCalls.asyncClientStreamingCall(Service::collect))
                            .build())
                    .build()
                    .start()
                    .getPort();
        }

        private static void add(Timestamp pair, StreamObserver<Int32Value> answer) {
            answer.onNext(Int32Value.of(sum(pair)));
            answer.onCompleted();
        }

        /** Pairs of a caller: each is answered with its sum, or all of them with their total at the end. */
        private abstract static class Sums implements StreamObserver<Timestamp> {
            @Override
            public void onError(Throwable cause) {
                System.err.println("grpc service: stream broke: " + cause);
            }
        }

        private static StreamObserver<Timestamp> addAll(StreamObserver<Int32Value> answers) {
            return new Sums() {
                @Override
                public void onNext(Timestamp pair) {
                    answers.onNext(Int32Value.of(sum(pair)));
                }

                @Override
                public void onCompleted() {
                    answers.onCompleted();
                }
            };
        }

        private static StreamObserver<Timestamp> collect(StreamObserver<Int64Value> answer) {
            return new Sums() {
                private long total;

                @Override
                public void onNext(Timestamp pair) {
                    total += sum(pair);
                }

                @Override
                public void onCompleted() {
                    answer.onNext(Int64Value.of(total));
                    answer.onCompleted();
                }
            };
        }
    }

    /**
     * The caller of both gRPC contenders, on one plain-text channel whose callbacks run on the event loop: {@code grpc-bidi} asks on
     * a stream each way and tells on a client stream that obeys {@code isReady}; {@code grpc-unary} makes a call for each ask.
     */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        /** Asks in flight. */
        private static final int WINDOW = 10_000;

        private final ManagedChannel channel;
        private final boolean isUnary;

        private Caller(boolean isUnary, int port) {
            this.isUnary = isUnary;
            channel = NettyChannelBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .usePlaintext()
                    .directExecutor()
                    .build();
        }

        public static void main(String[] args) {
            run(args, (label, port) -> new Caller(args[1].equals("grpc-unary"), port));
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            TotalAnswer answer = new TotalAnswer(Thread.currentThread(), new CompletableFuture<>());
            ClientCallStreamObserver<Timestamp> requests = (ClientCallStreamObserver<Timestamp>)
                    ClientCalls.asyncClientStreamingCall(channel.newCall(COLLECT, CallOptions.DEFAULT), answer);
            long sent = phase.each(first -> {
                while (!requests.isReady() && !answer.total.isDone()) {
                    LockSupport.park(answer);
                }
                requests.onNext(pair(first, first + 1));
            });
            requests.onCompleted();
            return new Tally(sent, answer.total.get());
        }

        @Override
        public Tally ask(Phase phase) {
            Window window = new Window(WINDOW);
            AtomicLong total = new AtomicLong();
            long sent;
            if (isUnary) {
                sent = phase.each(first -> {
                    window.acquire();
                    ClientCalls.asyncUnaryCall(
                            channel.newCall(ADD, CallOptions.DEFAULT),
                            pair(first, first + 1),
                            new SumAnswers(first, window, total));
                });
            } else {
                StreamObserver<Timestamp> requests = ClientCalls.asyncBidiStreamingCall(
                        channel.newCall(ADD_ALL, CallOptions.DEFAULT), new SumAnswers(0, window, total));
                sent = phase.each(first -> {
                    window.acquire();
                    requests.onNext(pair(first, first + 1));
                });
                requests.onCompleted();
            }
            window.awaitAll();
            return new Tally(sent, total.get());
        }

        @Override
        public int askOnce(int first, int second) {
            Timestamp pair = pair(first, second);
            Int32Value sum = ClientCalls.blockingUnaryCall(channel, ADD, CallOptions.DEFAULT, pair);
            return sum.getValue();
        }

        /** Adds up sums on the event loop; those of a stream come in the order of the pairs, so each is checked against the next pair. */
        private static final class SumAnswers implements StreamObserver<Int32Value> {
            private final Window window;
            private final AtomicLong total;
            private int first;

            SumAnswers(int first, Window window, AtomicLong total) {
                this.first = first;
                this.window = window;
                this.total = total;
            }

            @Override
            public void onNext(Int32Value sum) {
                if (sum.getValue() != Pairs.sum(first)) {
                    window.fail(new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum.getValue()));
                }
                total.setPlain(total.getPlain() + sum.getValue());
                first = Pairs.next(first);
                window.settle(1);
            }

            @Override
            public void onError(Throwable cause) {
                window.fail(cause);
            }

            @Override
            public void onCompleted() {}
        }

        /** The total of a stream of tells; wakes the sender whenever the stream takes more. */
        private record TotalAnswer(Thread sender, CompletableFuture<Long> total)
                implements ClientResponseObserver<Timestamp, Int64Value> {
            @Override
            public void beforeStart(ClientCallStreamObserver<Timestamp> requests) {
                requests.setOnReadyHandler(() -> LockSupport.unpark(sender));
            }

            @Override
            public void onNext(Int64Value value) {
                total.complete(value.getValue());
            }

            @Override
            public void onError(Throwable cause) {
                total.completeExceptionally(cause);
                LockSupport.unpark(sender);
            }

            @Override
            public void onCompleted() {}
        }
    }
}
