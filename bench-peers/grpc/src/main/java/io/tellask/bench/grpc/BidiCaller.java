package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Tally;
import io.tellask.bench.spi.Window;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** The caller of {@code grpc-bidi}: asks on a stream each way, tells on a client stream that obeys {@code isReady}. */
public final class BidiCaller extends GrpcCaller {
    private BidiCaller(int port) {
        super(port);
    }

    /** Runs the calling process; arguments: the case's label, the port. */
    public static void main(String[] args) throws InterruptedException {
        CallerProcess.run(args, (workload, port) -> new BidiCaller(port));
    }

    @Override
    public Tally tell(Phase phase) throws Exception {
        TotalAnswer answer = new TotalAnswer(Thread.currentThread());
        ClientCallStreamObserver<Timestamp> requests =
                (ClientCallStreamObserver<Timestamp>) ClientCalls.asyncClientStreamingCall(
                        channel.newCall(AdderMethods.COLLECT, CallOptions.DEFAULT), answer);
        long sent = 0;
        int first = 0;
        while (phase.open(sent)) {
            while (!requests.isReady() && !answer.total.isDone()) {
                LockSupport.park(answer);
            }
            requests.onNext(AdderMethods.pair(first, first + 1));
            first = Pairs.next(first);
            sent++;
        }
        requests.onCompleted();
        return new Tally(sent, answer.total.get());
    }

    @Override
    public Tally ask(Phase phase) {
        Window window = new Window(WINDOW);
        SumAnswers answers = new SumAnswers(window);
        StreamObserver<Timestamp> requests =
                ClientCalls.asyncBidiStreamingCall(channel.newCall(AdderMethods.ADD_ALL, CallOptions.DEFAULT), answers);
        long sent = 0;
        int first = 0;
        while (phase.open(sent)) {
            window.acquire();
            requests.onNext(AdderMethods.pair(first, first + 1));
            first = Pairs.next(first);
            sent++;
        }
        window.awaitAll();
        requests.onCompleted();
        return new Tally(sent, answers.total);
    }

    /** Sums come in the order of the pairs, so each is checked against the next pair. */
    private static final class SumAnswers implements StreamObserver<Int32Value> {
        private final Window window;
        private long total;
        private int first;

        SumAnswers(Window window) {
            this.window = window;
        }

        @Override
        public void onNext(Int32Value sum) {
            if (sum.getValue() != Pairs.sum(first)) {
                window.fail(new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum.getValue()));
            }
            total += sum.getValue();
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
