package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.Caller;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The caller of both gRPC contenders, on one plain-text channel whose callbacks run on the event loop: {@code grpc-bidi} asks on
 * a stream each way and tells on a client stream that obeys {@code isReady}; {@code grpc-unary} makes a call for each ask.
 */
public final class GrpcCaller extends Caller {
    /** Asks in flight. */
    private static final int WINDOW = 10_000;

    private final ManagedChannel channel;
    private final boolean isUnary;

    private GrpcCaller(boolean isUnary, int port) {
        this.isUnary = isUnary;
        channel = NettyChannelBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .usePlaintext()
                .directExecutor()
                .build();
    }

    public static void main(String[] args) {
        run(args, (label, port) -> new GrpcCaller(args[1].equals("grpc-unary"), port));
    }

    @Override
    public Tally tell(Phase phase) throws Exception {
        TotalAnswer answer = new TotalAnswer(Thread.currentThread(), new CompletableFuture<>());
        ClientCallStreamObserver<Timestamp> requests =
                (ClientCallStreamObserver<Timestamp>) ClientCalls.asyncClientStreamingCall(
                        channel.newCall(AdderMethods.COLLECT, CallOptions.DEFAULT), answer);
        long sent = phase.each(first -> {
            while (!requests.isReady() && !answer.total.isDone()) {
                LockSupport.park(answer);
            }
            requests.onNext(AdderMethods.pair(first, first + 1));
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
                        channel.newCall(AdderMethods.ADD, CallOptions.DEFAULT),
                        AdderMethods.pair(first, first + 1),
                        new SumAnswers(first, window, total));
            });
        } else {
            StreamObserver<Timestamp> requests = ClientCalls.asyncBidiStreamingCall(
                    channel.newCall(AdderMethods.ADD_ALL, CallOptions.DEFAULT), new SumAnswers(0, window, total));
            sent = phase.each(first -> {
                window.acquire();
                requests.onNext(AdderMethods.pair(first, first + 1));
            });
            requests.onCompleted();
        }
        window.awaitAll();
        return new Tally(sent, total.get());
    }

    @Override
    public int askOnce(int first, int second) {
        Timestamp pair = AdderMethods.pair(first, second);
        Int32Value sum = ClientCalls.blockingUnaryCall(channel, AdderMethods.ADD, CallOptions.DEFAULT, pair);
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
