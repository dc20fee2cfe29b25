package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.bytes.LongStrings;
import io.tellask.codec.bytes.RepeatedStrings;
import io.tellask.codec.bytes.Strings;
import io.tellask.codec.bytes.Varints;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a reader's messages that are not short and latin, and what stands in their place: null, a back
 * reference, a string written before. Not thread-safe.
 */
public final class StringSlots {
    private final GraphReader graph;
    private final @Nullable List<Object> shared;
    private final LongStrings chars = new LongStrings();

    StringSlots(GraphReader graph, @Nullable List<Object> shared) {
        this.graph = graph;
        this.shared = shared;
    }

    /** Reads a string slot. */
    public @Nullable String readString() {
        ByteReader source = graph.in;
        int at = source.position() + 1;
        byte[] array = source.array();
        int length = Varints.shortLength(array, at - 1, source.limit());
        if (length < 0) {
            return readOther();
        }
        source.advanceTo(at + length);
        graph.countObject();
        String value = Strings.latin1(array, at, length);
        graph.register(value);
        return value;
    }

    /** Reads a slot of another kind than {@link #readString} reads itself. */
    private @Nullable String readOther() {
        int head = graph.in.readVarInt();
        if (head == HeadNumbers.NULL) {
            if (graph.wide) {
                graph.countObject();
            }
            return null;
        }
        if (head == HeadNumbers.BACK_REFERENCE && graph.isTracking()) {
            if (graph.wide) {
                graph.countObject();
            }
            return (String) graph.reach.readBackReference();
        }
        graph.countObject();
        return head == HeadNumbers.BACK_REFERENCE ? RepeatedStrings.read(graph.in, graph.start) : readChars(head);
    }

    /** Reads a list of so many strings of the wide form, the first of which is at a position. */
    public static ArrayList<@Nullable Object> readList(GraphReader in, int count, int from) {
        ByteReader source = in.in;
        byte[] array = source.array();
        int limit = source.limit();
        int at = from;
        ArrayList<@Nullable Object> list = new ArrayList<>(count);
        in.register(list);
        in.addObjects(count);
        for (int i = 0; i < count; i++) {
            int length = Varints.shortLength(array, at, limit);
            if (length >= 0) {
                String value = Strings.latin1(array, at + 1, length);
                in.register(value);
                list.add(value);
                at += 1 + length;
            } else {
                source.advanceTo(at);
                list.add(in.strings.readOtherOf(list));
                at = source.position();
            }
        }
        source.advanceTo(at);
        return list;
    }

    private @Nullable String readOtherOf(ArrayList<?> list) {
        try {
            return readCounted();
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, graph, ArrayList.class, list.size());
        }
    }

    /** Reads a whole message that is one short string; if it is none, gives null and reads nothing. */
    public @Nullable String readMessage(ByteReader source) {
        byte[] array = source.array();
        int at = source.position() + 1;
        int limit = source.limit();
        if (limit - at < 2 || array[at - 1] != (byte) Header.bare(HeadNumbers.STRING)) {
            return null;
        }
        int length = Varints.shortLength(array, at, limit);
        if (length >= 0) {
            source.advanceTo(at + 1 + length);
            return Strings.latin1(array, at + 1, length);
        }
        int count = array[at + 1];
        if (array[at] != Strings.WIDE_HEAD || count < 0 || 2 * count > limit - at - 2) {
            return null;
        }
        source.advanceTo(at + 2 + 2 * count);
        return chars.readWide(array, at + 2, count);
    }

    /** Reads a slot that is counted already. */
    public @Nullable String readCounted() {
        if (graph.isTracking() && !graph.wide) {
            return readString();
        }
        int head = graph.in.readVarInt();
        if (graph.isTracking() && head == HeadNumbers.BACK_REFERENCE) {
            return (String) graph.reach.readBackReference();
        }
        if (head == HeadNumbers.NULL) {
            if (!graph.wide) {
                graph.uncountString();
            }
            return null;
        }
        return head == HeadNumbers.BACK_REFERENCE ? RepeatedStrings.read(graph.in, graph.start) : readChars(head);
    }

    /** What {@link StringSlotWriter#writeShared} put in the list. */
    public Object readShared() {
        return Objects.requireNonNull(shared, "list of a reader that copies").get(graph.in.readVarInt());
    }

    /** Reads characters that are no string of their own. */
    public String readText() {
        return chars.read(graph.in, graph.in.readVarInt());
    }

    /** Reads the body of a string and gives it its number. */
    public String readChars(int head) {
        boolean isShared = head == HeadNumbers.SHARED_STRING && shared != null;
        String value = isShared ? (String) readShared() : chars.read(graph.in, head);
        graph.register(value);
        return value;
    }
}
