package io.tellask.codec.hooks;

import io.tellask.codec.graph.GraphReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one class of a hierarchy wrote by itself, in its order: its fields, runs of bytes, and references.
 *
 * <p>Each item has a tag, a varint:
 *
 * <pre>
 * 0       end
 * 1       the fields of the class, as its descriptor lists them
 * 2       a reference
 * 3       a reference to an object that is shared with nobody
 * 4 + n   n + 1 bytes
 * </pre>
 *
 * Adjacent runs of bytes are one to the reader. Not thread-safe.
 */
public abstract class HierarchyPartItems {
    public static final int END = 0;
    public static final int FIELDS = 1;
    public static final int REFERENCE = 2;
    public static final int UNSHARED = 3;
    public static final int BYTES = 4;

    /** The tag of the next item; {@link #BYTES} for any run of bytes, {@link #END} from the end on. */
    public abstract int next();

    /** How many bytes are left in this run; asked only where {@link #next} says bytes. */
    public abstract int bytesLeft();

    /** Takes up to {@code length} bytes of this run. */
    public abstract int read(byte[] target, int offset, int length);

    /** Takes the next item, a reference. */
    public abstract @Nullable Object readReference();

    /** Whether the next item, a reference, refers to an object that was read before. */
    public abstract boolean isAtBackReference();

    /** Takes the next item, the fields, by name. */
    public abstract Map<String, @Nullable Object> readFields();

    /** Takes the next item, the fields, and sets them. */
    public abstract void readFieldsInto(Object object);

    /** Leaves out what is left of this run of bytes. */
    public abstract void skipBytes();

    /** Passes over fields that nobody asked for. */
    public int nextData(GraphReader in) {
        while (next() == FIELDS) {
            readFields().values().forEach(in.patches::take);
        }
        return next();
    }

    /** Reads and drops all that is left. */
    public void skipRest(GraphReader in) {
        while (true) {
            switch (next()) {
                case END -> {
                    return;
                }
                case FIELDS -> readFields().values().forEach(in.patches::take);
                case BYTES -> skipBytes();
                default -> in.patches.take(readReference());
            }
        }
    }
}
