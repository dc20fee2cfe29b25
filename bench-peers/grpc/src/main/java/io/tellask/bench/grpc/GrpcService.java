package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Timestamp;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.spi.Commands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The receiver of both gRPC contenders; handlers run on the event loop ({@code directExecutor}). */
public final class GrpcService {
    private GrpcService() {}

    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(start()));
    }

    private static int start() throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .directExecutor()
                .addService(ServerServiceDefinition.builder(AdderMethods.SERVICE)
                        .addMethod(AdderMethods.ADD, ServerCalls.asyncUnaryCall(GrpcService::add))
                        .addMethod(AdderMethods.ADD_ALL, ServerCalls.asyncBidiStreamingCall(GrpcService::addAll))
                        .addMethod(AdderMethods.COLLECT, ServerCalls.asyncClientStreamingCall(GrpcService::collect))
                        .build())
                .build()
                .start()
                .getPort();
    }

    private static void add(Timestamp pair, StreamObserver<Int32Value> answer) {
        answer.onNext(Int32Value.of(AdderMethods.sum(pair)));
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
                answers.onNext(Int32Value.of(AdderMethods.sum(pair)));
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
                total += AdderMethods.sum(pair);
            }

            @Override
            public void onCompleted() {
                answer.onNext(Int64Value.of(total));
                answer.onCompleted();
            }
        };
    }
}
