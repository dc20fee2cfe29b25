package io.tellask.bench.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tellask.bench.cluster.Calls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code etcd} by its gRPC interface: one channel to the member that leads, messages read and written field by field. */
public final class EtcdCalls implements Calls {
    private static final MethodDescriptor<byte[], byte[]> PUT = method("etcdserverpb.KV/Put");
    private static final MethodDescriptor<byte[], byte[]> RANGE = method("etcdserverpb.KV/Range");
    private static final MethodDescriptor<byte[], byte[]> STATUS = method("etcdserverpb.Maintenance/Status");

    private static final int KEY = 1;
    private static final int PUT_VALUE = 2;
    private static final int SERIALIZABLE = 7; // of a range: not linearizable
    private static final int RANGE_ENTRIES = 2;
    private static final int ENTRY_VALUE = 5;
    private static final int STATUS_HEADER = 1;
    private static final int HEADER_MEMBER = 2;
    private static final int STATUS_LEADER = 4;
    private static final int LOOKS = 200;
    private static final long MILLIS_BETWEEN = 50;
    private static final long PATIENCE_SECONDS = 10;

    private final ManagedChannel channel;

    /** Calls the one of these members, {@code HOST:PORT}, that leads. */
    public EtcdCalls(String... addresses) throws Exception {
        channel = leader(addresses);
    }

    private static ManagedChannel leader(String[] addresses) throws Exception {
        for (int look = 0; look < LOOKS; look++) {
            for (String each : addresses) {
                ManagedChannel channel = NettyChannelBuilder.forTarget(each)
                        .usePlaintext()
                        .directExecutor()
                        .build();
                byte[] status = call(channel, STATUS, new byte[0]).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                long leader = number(status, STATUS_LEADER);
                byte[] header = bytes(status, STATUS_HEADER);
                if (leader != 0 && header != null && leader == number(header, HEADER_MEMBER)) {
                    return channel;
                }
                channel.shutdownNow();
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
        }
        throw new IllegalStateException("no member of etcd leads");
    }

    @Override
    public CompletionStage<?> put(String key, String value) {
        return call(channel, PUT, message(key, value, false));
    }

    @Override
    public CompletionStage<String> get(String key) {
        return call(channel, RANGE, message(key, null, false)).thenApply(EtcdCalls::found);
    }

    @Override
    public CompletionStage<String> stale(String key) {
        return call(channel, RANGE, message(key, null, true)).thenApply(EtcdCalls::found);
    }

    private static String found(byte[] answer) {
        byte[] entry = bytes(answer, RANGE_ENTRIES);
        byte[] value = entry == null ? null : bytes(entry, ENTRY_VALUE);
        return value == null ? "" : ByteString.copyFrom(value).toStringUtf8();
    }

    private static byte[] message(String key, @Nullable String value, boolean isStale) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            out.writeString(KEY, key);
            if (value != null) {
                out.writeString(PUT_VALUE, value);
            }
            if (isStale) {
                out.writeBool(SERIALIZABLE, true);
            }
            out.flush();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte @Nullable [] bytes(byte[] message, int field) {
        return read(message, field, WireFormat.WIRETYPE_LENGTH_DELIMITED, CodedInputStream::readByteArray);
    }

    private static long number(byte[] message, int field) {
        Long number = read(message, field, WireFormat.WIRETYPE_VARINT, CodedInputStream::readUInt64);
        return number == null ? 0 : number;
    }

    private interface Reading<T> {
        T read(CodedInputStream in) throws IOException;
    }

    private static <T> @Nullable T read(byte[] message, int field, int type, Reading<T> reading) {
        CodedInputStream in = CodedInputStream.newInstance(message);
        int wanted = field << 3 | type;
        try {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (tag == wanted) {
                    return reading.read(in);
                }
                in.skipField(tag);
            }
            return null;
        } catch (IOException damaged) {
            throw new UncheckedIOException(damaged);
        }
    }

    private static CompletableFuture<byte[]> call(
            ManagedChannel channel, MethodDescriptor<byte[], byte[]> method, byte[] request) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(channel.newCall(method, CallOptions.DEFAULT), request, new StreamObserver<>() {
            @Override
            public void onNext(byte[] bytes) {
                answer.complete(bytes);
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                // the answer came before
            }
        });
        return answer;
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodType.UNARY)
                .setFullMethodName(name)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
                .build();
    }

    /** Messages as they are. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }
}
