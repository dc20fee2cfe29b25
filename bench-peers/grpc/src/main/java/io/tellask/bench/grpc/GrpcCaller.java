package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Timestamp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.tellask.bench.spi.Caller;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What both gRPC callers share: one plain-text channel whose callbacks run on the event loop. */
abstract class GrpcCaller implements Caller {
    /** Asks in flight. */
    static final int WINDOW = 10_000;

    final ManagedChannel channel;

    GrpcCaller(int port) {
        channel = NettyChannelBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .usePlaintext()
                .directExecutor()
                .build();
    }

    @Override
    public final int askOnce(int first, int second) {
        Timestamp pair = AdderMethods.pair(first, second);
        Int32Value sum = ClientCalls.blockingUnaryCall(channel, AdderMethods.ADD, CallOptions.DEFAULT, pair);
        return sum.getValue();
    }
}
