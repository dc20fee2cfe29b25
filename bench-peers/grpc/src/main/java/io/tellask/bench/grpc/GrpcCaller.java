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
import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Window;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The caller of both gRPC contenders, on one plain-text channel whose callbacks run on the event loop: {@code grpc-bidi} asks on
 * a stream each way and tells on a client stream that obeys {@code isReady}; {@code grpc-unary} makes a call for each ask.
 */
public final class GrpcCaller implements Caller {
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

    /** Runs the calling process. */
    public static void main(String[] args) throws InterruptedException {
        CallerProcess.run(args, (label, port) -> new GrpcCaller(args[1].equals("grpc-unary"), port));
    }

    @Override
    public Tally tell(Phase phase) throws Exception {
        TotalAnswer answer = new TotalAnswer(Thread.currentThread());
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
        SumAnswers answers = new SumAnswers(new Window(WINDOW));
        if (isUnary) {
            return answers.tally(phase.each(first -> {
                answers.window.acquire();
                ClientCalls.asyncUnaryCall(
                        channel.newCall(AdderMethods.ADD, CallOptions.DEFAULT),
                        AdderMethods.pair(first, first + 1),
                        new SumAnswer(first, answers));
            }));
        }
        StreamObserver<Timestamp> requests =
                ClientCalls.asyncBidiStreamingCall(channel.newCall(AdderMethods.ADD_ALL, CallOptions.DEFAULT), answers);
        Tally tally = answers.tally(phase.each(first -> {
            answers.window.acquire();
            requests.onNext(AdderMethods.pair(first, first + 1));
        }));
        requests.onCompleted();
        return tally;
    }

    /** Checks the answer to a call of its own. */
    private record SumAnswer(int first, SumAnswers all) implements StreamObserver<Int32Value> {
        @Override
        public void onNext(Int32Value sum) {
            all.add(first, sum.getValue());
        }

        @Override
        public void onError(Throwable cause) {
            all.onError(cause);
        }

        @Override
        public void onCompleted() {
            all.window.settle(1);
        }
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
        private long total;
        private int first;

        SumAnswers(Window window) {
            this.window = window;
        }

        Tally tally(long sent) {
            window.awaitAll();
            return new Tally(sent, total);
        }

        void add(int number, int sum) {
            if (sum != Pairs.sum(number)) {
                window.fail(new IllegalStateException("wrong sum: first=" + number + ", sum=" + sum));
            }
            total += sum;
        }

        @Override
        public void onNext(Int32Value sum) {
            add(first, sum.getValue());
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
    private static final class TotalAnswer implements ClientResponseObserver<Timestamp, Int64Value> {
        private final CompletableFuture<Long> total = new CompletableFuture<>();
        private final Thread sender;

        TotalAnswer(Thread sender) {
            this.sender = sender;
        }

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
