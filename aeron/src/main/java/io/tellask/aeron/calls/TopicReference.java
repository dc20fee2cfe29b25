package io.tellask.aeron.calls;

import io.tellask.codec.ByteWriter;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * What is called to publish. Subclasses are generated, one per contract. {@code int} and {@code long} are written as zigzag varints, other
 * primitives as they are, texts and bytes behind their length, all else by {@link TopicArguments}. What returns a stream asks
 * the target for it. As thread-safe as its target.
 */
public abstract class TopicReference {
    private final TopicTarget target;
    private final TopicArguments arguments;

    /**
     * @param target takes what is told
     * @param arguments writes what this does not
     */
    public record Parts(TopicTarget target, TopicArguments arguments) {}

    protected TopicReference(Parts parts) {
        target = parts.target();
        arguments = parts.arguments();
    }

    protected final ByteWriter beginTell(int method) {
        return target.begin(method);
    }

    protected final void endTell(ByteWriter message) {
        target.end(message);
    }

    protected final Flow.@Nullable Publisher<?> stream(int method) {
        return target.stream(method);
    }

    protected final void write(ByteWriter out, @Nullable Object value, int method, int parameter) {
        arguments.write(value, method, parameter, out);
    }

    protected static void write(ByteWriter out, boolean value) {
        out.writeBoolean(value);
    }

    protected static void write(ByteWriter out, byte value) {
        out.writeByte(value);
    }

    protected static void write(ByteWriter out, char value) {
        out.writeInt16(value);
    }

    protected static void write(ByteWriter out, short value) {
        out.writeInt16(value);
    }

    protected static void write(ByteWriter out, int value) {
        out.writeZigZagInt(value);
    }

    protected static void write(ByteWriter out, long value) {
        out.writeZigZagLong(value);
    }

    protected static void write(ByteWriter out, float value) {
        out.writeFloat(value);
    }

    protected static void write(ByteWriter out, double value) {
        out.writeDouble(value);
    }

    protected static void write(ByteWriter out, @Nullable String value) {
        out.writeUtf8(value);
    }

    protected static void write(ByteWriter out, byte @Nullable [] value) {
        out.writeByteArray(value);
    }

    @Override
    public final String toString() {
        return target.toString();
    }
}
