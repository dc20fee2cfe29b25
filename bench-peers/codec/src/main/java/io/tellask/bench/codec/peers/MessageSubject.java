package io.tellask.bench.codec.peers;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.tellask.bench.codec.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Function;

/** Writes protobuf messages into an array that is kept. */
final class MessageSubject implements Subject {
    private static final int MOST_BYTES = 1 << 18;

    private final Function<Object, MessageLite> toMessage;
    private final Function<byte[], Object> toObject;
    private final byte[] buffer = new byte[MOST_BYTES];
    private int length;

    MessageSubject(Function<Object, MessageLite> toMessage, Function<byte[], Object> toObject) {
        this.toMessage = toMessage;
        this.toObject = toObject;
    }

    @Override
    public int encode(Object value) {
        CodedOutputStream out = CodedOutputStream.newInstance(buffer);
        try {
            toMessage.apply(value).writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        length = out.getTotalBytesWritten();
        return length;
    }

    @Override
    public byte[] encoded() {
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public Object decode(byte[] bytes) {
        return toObject.apply(bytes);
    }
}
