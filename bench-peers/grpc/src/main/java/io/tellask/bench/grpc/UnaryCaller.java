package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.bench.spi.Tally;
import io.tellask.bench.spi.Window;
import java.util.concurrent.atomic.AtomicLong;

/** The caller of {@code grpc-unary}: one call an ask, on one connection. */
public final class UnaryCaller extends GrpcCaller {
    private UnaryCaller(int port) {
        super(port);
    }

    /** Runs the calling process; arguments: the case's label, the port. */
    public static void main(String[] args) throws InterruptedException {
        CallerProcess.run(args, (workload, port) -> new UnaryCaller(port));
    }

    @Override
    public Tally tell(Phase phase) {
        throw new IllegalStateException("a unary call always has an answer");
    }

    @Override
    public Tally ask(Phase phase) {
        Window window = new Window(WINDOW);
        AtomicLong total = new AtomicLong();
        long sent = 0;
        int first = 0;
        while (phase.open(sent)) {
            window.acquire();
            ClientCalls.asyncUnaryCall(
                    channel.newCall(AdderMethods.ADD, CallOptions.DEFAULT),
                    AdderMethods.pair(first, first + 1),
                    new Answer(first, window, total));
            first = Pairs.next(first);
            sent++;
        }
        window.awaitAll();
        return new Tally(sent, total.get());
    }

    /** Checks the answer to the pair that starts with {@code first}. */
    private record Answer(int first, Window window, AtomicLong total) implements StreamObserver<Int32Value> {
        @Override
        public void onNext(Int32Value sum) {
            if (sum.getValue() != Pairs.sum(first)) {
                window.fail(new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum.getValue()));
            }
            total.setPlain(total.getPlain() + sum.getValue());
        }

        @Override
        public void onError(Throwable cause) {
            window.fail(cause);
        }

        @Override
        public void onCompleted() {
            window.settle(1);
        }
    }
}
