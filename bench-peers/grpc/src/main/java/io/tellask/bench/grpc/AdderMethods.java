package io.tellask.bench.grpc;

import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/**
 * The service as gRPC sees it, written by hand. Its messages are generated protobuf classes that come with
 * protobuf-java, so that no compiler is needed: a pair travels as a {@link Timestamp}, whose two fields are integers.
 */
final class AdderMethods {
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

    private AdderMethods() {}

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
}
