package io.tellask.codec;

import io.tellask.codec.bytes.Strings;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.hooks.HierarchyPartItems;
import io.tellask.codec.references.Placeholder;
import org.jspecify.annotations.Nullable;

/**
 * Gives the body of one object to a {@link CustomCodec}, in the order in which {@link BodyWriter} took it.
 *
 * <p>Asking for something else than was written raises {@link DecodeException} where it is noticed: beyond the end, or
 * an object where bytes are, or the reverse. Valid until {@code read} returns. Not thread-safe.
 */
public final class BodyReader {
    private static final int UNREAD = -1;

    private final GraphReader graph;
    private final Class<?> type;
    private final int number;
    private @Nullable Object announced;
    private @Nullable Throwable failure;
    private int tag = UNREAD;
    private long runEnd;
    private boolean ended;

    BodyReader(GraphReader graph, Class<?> type, int number) {
        this.graph = graph;
        this.type = type;
        this.number = number;
    }

    /**
     * Makes the object known before its parts are read, so that they may refer to it. {@code read} must return it.
     *
     * @throws IllegalStateException if another was announced
     */
    public <T> T announce(T object) {
        if (announced != null || ended) {
            throw new IllegalStateException("body reader: class=" + type.getName() + " was announced or is read");
        }
        announced = object;
        graph.fill(number, object);
        return object;
    }

    /** Whether anything of the body is left. */
    public boolean hasMore() {
        return runEnd > graph.in.offset() || nextTag() != HierarchyPartItems.END;
    }

    public boolean readBoolean() {
        return bytes().readBoolean();
    }

    public byte readByte() {
        return bytes().readByte();
    }

    public char readChar() {
        return checked(bytes().readChar());
    }

    public int readInt() {
        return checked(bytes().readZigZagInt());
    }

    public long readLong() {
        return checked(bytes().readZigZagLong());
    }

    public float readFloat() {
        return bytes(Float.BYTES).readFloat();
    }

    public double readDouble() {
        return bytes(Double.BYTES).readDouble();
    }

    public @Nullable String readString() {
        ByteReader in = bytes();
        long head = in.readVarLong() - 1;
        if (head < 0) {
            return null;
        }
        boolean wide = (head & 1) != 0;
        long bytes = (head >>> 1) * (wide ? 2 : 1);
        if (bytes > runEnd - in.offset()) {
            throw misread("text bytes=" + bytes + " > left in the body=" + (runEnd - in.offset()));
        }
        int length = (int) (head >>> 1);
        in.skip((int) bytes);
        int at = in.position() - (int) bytes;
        return wide ? Strings.utf16(in.array(), at, length, new char[length]) : Strings.latin1(in.array(), at, length);
    }

    public byte @Nullable [] readBytes() {
        ByteReader in = bytes();
        int length = in.readVarInt() - 1;
        if (length == -1) {
            return null;
        }
        if (length < 0 || length > runEnd - in.offset()) {
            throw misread(
                    "bytes=" + Integer.toUnsignedString(length) + " > left in the body=" + (runEnd - in.offset()));
        }
        return in.readBytes(length);
    }

    public @Nullable Object readObject() {
        if (runEnd > graph.in.offset() || nextTag() != HierarchyPartItems.REFERENCE) {
            throw misread("it reads an object where none was written");
        }
        tag = UNREAD;
        try {
            Object value = graph.readRef();
            if (value instanceof Placeholder) {
                throw misread("a part refers to the object before it is there; announce it before its parts are read");
            }
            return value;
        } catch (Throwable e) {
            failure = e;
            throw Failures.unchanged(e);
        }
    }

    /** An object of a known type, or null. */
    public <T> @Nullable T readObject(Class<T> expected) {
        Object value = readObject();
        if (value != null && !expected.isInstance(value)) {
            throw misread("it expects class=" + expected.getName() + " and was sent class="
                    + value.getClass().getName());
        }
        return expected.cast(value);
    }

    private ByteReader bytes() {
        if (runEnd <= graph.in.offset()) {
            int next = nextTag();
            if (next < HierarchyPartItems.BYTES) {
                throw misread("it reads bytes where none were written");
            }
            tag = UNREAD;
            graph.in.require(next - HierarchyPartItems.BYTES + 1);
            runEnd = graph.in.offset() + next - HierarchyPartItems.BYTES + 1;
        }
        return graph.in;
    }

    private ByteReader bytes(int count) {
        ByteReader in = bytes();
        if (count > runEnd - in.offset()) {
            throw misread("it reads beyond what was written");
        }
        return in;
    }

    /** A value is taken only where all its bytes belong to the body. */
    private <T> T checked(T value) {
        if (graph.in.offset() > runEnd) {
            throw misread("it reads beyond what was written");
        }
        return value;
    }

    /** More often than by damaged bytes this comes from a codec that reads otherwise than it writes. */
    private DecodeException misread(String what) {
        return new DecodeException("decode: custom codec of class=" + type.getName() + ": " + what + ", offset="
                + graph.in.offset()
                + "; its read must ask for what its write gave, in that order, or the stream is damaged");
    }

    private int nextTag() {
        if (ended) {
            throw new IllegalStateException("body reader: the object is read; do not keep its reader");
        }
        if (tag == UNREAD) {
            int next = graph.in.readVarInt();
            if (next < HierarchyPartItems.END
                    || next == HierarchyPartItems.FIELDS
                    || next == HierarchyPartItems.UNSHARED) {
                throw graph.damaged("tag=" + Integer.toUnsignedString(next) + " of a custom body is unknown");
            }
            tag = next;
        }
        return tag;
    }

    /** Skips what is left, and checks what was read. */
    void end(@Nullable Object value) {
        if (failure != null) {
            throw Failures.unchanged(failure);
        }
        if (!type.isInstance(value) || announced != null && announced != value) {
            throw new DecodeException("decode: custom codec of class=" + type.getName() + " gave "
                    + (value == null ? "null" : "class=" + value.getClass().getName())
                    + (announced == null ? "" : " and announced another object") + "; return the object that was read");
        }
        while (hasMore()) {
            if (runEnd > graph.in.offset() || tag >= HierarchyPartItems.BYTES) {
                bytes();
                graph.in.skip((int) (runEnd - graph.in.offset()));
            } else {
                readObject();
            }
        }
        ended = true;
        if (announced == null) {
            graph.fill(number, value);
        }
    }

    /** The first failure of a nested object, else {@code thrown}. */
    Throwable cause(Throwable thrown) {
        ended = true;
        return failure == null ? thrown : failure;
    }
}
