package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import io.grpc.Server;
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

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, workload -> start()::getPort);
    }

    private static Server start() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .addService(ServerServiceDefinition.builder(AdderMethods.SERVICE)
                        .addMethod(AdderMethods.ADD, ServerCalls.asyncUnaryCall(GrpcService::add))
                        .addMethod(AdderMethods.ADD_ALL, ServerCalls.asyncBidiStreamingCall(AddingStream::new))
                        .addMethod(AdderMethods.COLLECT, ServerCalls.asyncClientStreamingCall(CollectingStream::new))
                        .build())
                .build()
                .start();
    }

    private static void add(Timestamp pair, StreamObserver<Int32Value> answer) {
        answer.onNext(Int32Value.of(AdderMethods.sum(pair)));
        answer.onCompleted();
    }

    /** Answers each pair with its sum. */
    private static final class AddingStream implements StreamObserver<Timestamp> {
        private final StreamObserver<Int32Value> answers;

        AddingStream(StreamObserver<Int32Value> answers) {
            this.answers = answers;
        }

        @Override
        public void onNext(Timestamp pair) {
            answers.onNext(Int32Value.of(AdderMethods.sum(pair)));
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

    /** Adds up all pairs and answers the total at the end. */
    private static final class CollectingStream implements StreamObserver<Timestamp> {
        private final StreamObserver<Int64Value> answer;
        private long total;

        CollectingStream(StreamObserver<Int64Value> answer) {
            this.answer = answer;
        }

        @Override
        public void onNext(Timestamp pair) {
            total += AdderMethods.sum(pair);
        }

        @Override
        public void onError(Throwable cause) {
            System.err.println("grpc service: stream broke: " + cause);
        }

        @Override
        public void onCompleted() {
            answer.onNext(Int64Value.of(total));
            answer.onCompleted();
        }
    }
}
