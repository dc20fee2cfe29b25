package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The receiver of both gRPC contenders; handlers run on the event loop ({@code directExecutor}). */
public final class GrpcService {
    private GrpcService() {}

    /** Runs the receiving process. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, label -> start());
    }

    private static int start() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .addService(ServerServiceDefinition.builder(AdderMethods.SERVICE)
                        .addMethod(AdderMethods.ADD, ServerCalls.asyncUnaryCall(GrpcService::add))
                        .addMethod(AdderMethods.ADD_ALL, ServerCalls.asyncBidiStreamingCall(AddingStream::new))
                        .addMethod(AdderMethods.COLLECT, ServerCalls.asyncClientStreamingCall(CollectingStream::new))
                        .build())
                .build()
                .start()
                .getPort();
    }

    private static void add(Timestamp pair, StreamObserver<Int32Value> answer) {
        answer.onNext(Int32Value.of(AdderMethods.sum(pair)));
        answer.onCompleted();
    }

    /** Pairs of a caller, and where answers to it go. */
    private abstract static class Pairs<A> implements StreamObserver<Timestamp> {
        final StreamObserver<A> answers;

        Pairs(StreamObserver<A> answers) {
            this.answers = answers;
        }

        @Override
        public void onError(Throwable cause) {
            System.err.println("grpc service: stream broke: " + cause);
        }

        @Override
        public void onCompleted() {
            answers.onCompleted();
        }
    }

    /** Answers each pair with its sum. */
    private static final class AddingStream extends Pairs<Int32Value> {
        AddingStream(StreamObserver<Int32Value> answers) {
            super(answers);
        }

        @Override
        public void onNext(Timestamp pair) {
            answers.onNext(Int32Value.of(AdderMethods.sum(pair)));
        }
    }

    /** Adds up all pairs and answers the total at the end. */
    private static final class CollectingStream extends Pairs<Int64Value> {
        private long total;

        CollectingStream(StreamObserver<Int64Value> answer) {
            super(answer);
        }

        @Override
        public void onNext(Timestamp pair) {
            total += AdderMethods.sum(pair);
        }

        @Override
        public void onCompleted() {
            answers.onNext(Int64Value.of(total));
            super.onCompleted();
        }
    }
}
