package io.tellask.aeron.calls;

import io.tellask.codec.ByteReader;
import org.jspecify.annotations.Nullable;

/** Reads the arguments that a {@link TopicReference} has written, and makes the call. Subclasses are generated, one per contract. Thread-safe. */
public abstract class TopicSkeleton {
    private final TopicArguments arguments;

    protected TopicSkeleton(TopicArguments arguments) {
        this.arguments = arguments;
    }

    /**
     * What the method throws comes out as it is.
     *
     * @throws IllegalArgumentException if the contract has no method of that number
     */
    public abstract void call(int method, Object target, ByteReader in) throws Throwable;

    protected static IllegalArgumentException unknownMethod(int method) {
        return new IllegalArgumentException("topic: method=" + method + " is none of the contract's");
    }

    protected final @Nullable Object readObject(ByteReader in, int method, int parameter) {
        return arguments.read(method, parameter, in);
    }

    protected static boolean readBoolean(ByteReader in) {
        return in.readBoolean();
    }

    protected static byte readByte(ByteReader in) {
        return in.readByte();
    }

    protected static char readChar(ByteReader in) {
        return (char) in.readInt16();
    }

    protected static short readShort(ByteReader in) {
        return in.readInt16();
    }

    protected static int readInt(ByteReader in) {
        return in.readZigZagInt();
    }

    protected static long readLong(ByteReader in) {
        return in.readZigZagLong();
    }

    protected static float readFloat(ByteReader in) {
        return in.readFloat();
    }

    protected static double readDouble(ByteReader in) {
        return in.readDouble();
    }

    protected static @Nullable String readText(ByteReader in) {
        return in.readUtf8();
    }

    protected static byte @Nullable [] readBytes(ByteReader in) {
        return in.readByteArray();
    }
}
