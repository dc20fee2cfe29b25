package io.tellask.codec;

import io.tellask.codec.bytes.Strings;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.hooks.HierarchyPartItems;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the body of one object from a {@link CustomCodec}: numbers and texts, and references to other objects.
 *
 * <p>On the wire the body is one part as of a class with hooks: runs of bytes and references, each behind its tag, and
 * an end. So it can be skipped and shown without the type. Valid until {@code write} returns. Not thread-safe.
 */
public final class BodyWriter {
    private final GraphWriter graph;
    private final ByteWriter run;
    private @Nullable Throwable failure;
    private boolean ended;

    BodyWriter(GraphWriter graph, ByteWriter run) {
        this.graph = graph;
        this.run = run;
    }

    private ByteWriter run() {
        if (ended) {
            throw new IllegalStateException("body writer: the object is written; do not keep its writer");
        }
        return run;
    }

    public void writeBoolean(boolean value) {
        run().writeBoolean(value);
    }

    public void writeByte(int value) {
        run().writeByte(value);
    }

    public void writeChar(char value) {
        run().writeVarInt(value);
    }

    /** Small numbers of either sign take one byte. */
    public void writeInt(int value) {
        run().writeZigZagInt(value);
    }

    /** Small numbers of either sign take one byte. */
    public void writeLong(long value) {
        run().writeZigZagLong(value);
    }

    public void writeFloat(float value) {
        run().writeFloat(value);
    }

    public void writeDouble(double value) {
        run().writeDouble(value);
    }

    /** Any string or null, by its characters and not as a reference. */
    public void writeString(@Nullable String value) {
        ByteWriter out = run();
        if (value == null) {
            out.writeByte(0);
            return;
        }
        graph.countNumbers(value.length(), 1);
        boolean wide = !Strings.isLatin1(value);
        out.writeVarLong(((long) value.length() << 1 | (wide ? 1 : 0)) + 1);
        for (int i = 0; i < value.length(); i++) {
            if (wide) {
                out.writeInt16(value.charAt(i));
            } else {
                out.writeByte(value.charAt(i));
            }
        }
    }

    /** The length and the bytes, or null. */
    public void writeBytes(byte @Nullable [] value) {
        if (value != null) {
            graph.countNumbers(value.length, 1);
        }
        run().writeByteArray(value);
    }

    /** A reference to any object that the codec takes. */
    public void writeObject(@Nullable Object value) {
        run();
        flushRun();
        graph.out.writeByte(HierarchyPartItems.REFERENCE);
        try {
            graph.writeRef(value);
        } catch (Throwable e) {
            failure = e;
            throw Failures.unchanged(e);
        }
    }

    private void flushRun() {
        int length = run.position();
        if (length > 0) {
            graph.countNumbers(length, 1);
            graph.out.writeVarInt(HierarchyPartItems.BYTES + length - 1);
            graph.out.writeBytes(run.array(), 0, length);
            run.clear();
        }
    }

    /** Ends the body; a failure below it that the codec caught fails the message all the same. */
    void end() {
        if (failure != null) {
            throw Failures.unchanged(Objects.requireNonNull(failure));
        }
        flushRun();
        graph.out.writeByte(HierarchyPartItems.END);
        ended = true;
    }

    /** The first failure of a nested object, else {@code thrown}. */
    Throwable cause(Throwable thrown) {
        ended = true;
        return failure == null ? thrown : failure;
    }
}
