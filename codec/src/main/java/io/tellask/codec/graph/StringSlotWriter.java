package io.tellask.codec.graph;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.bytes.LongStrings;
import io.tellask.codec.bytes.RepeatedStrings;
import io.tellask.codec.bytes.Strings;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a writer's messages and what stands in their place: null, a back reference, the distance to the same
 * string. The counterpart of {@link StringSlots}. Not thread-safe.
 */
public final class StringSlotWriter {
    /** A header, a head of one byte and the characters behind it. */
    public static final int SHORT_MESSAGE_BYTES = 2 + Strings.BYTE_HEAD_CHARS;

    private final GraphWriter graph;
    private final @Nullable List<Object> shared;
    private final RepeatedStrings repeated = new RepeatedStrings();
    private final LongStrings chars = new LongStrings();

    StringSlotWriter(GraphWriter graph, @Nullable List<Object> shared) {
        this.graph = graph;
        this.shared = shared;
    }

    /** Begins a message. */
    void begin(boolean ofSession) {
        repeated.begin(ofSession);
    }

    /** Forgets where strings are that were written; the bytes are gone. */
    void forget() {
        repeated.forget();
    }

    /** Whether strings go into the list that a copy shares. */
    boolean areShared() {
        return shared != null;
    }

    /** Puts an object in the list that a copy shares; the message has its place there. */
    public void writeShared(Object value) {
        List<Object> list = Objects.requireNonNull(shared, "list of a writer that copies");
        graph.out.writeVarInt(list.size());
        list.add(value);
    }

    /** The slot of a field that has the number {@code site} among those that {@link RepeatedStrings} learns about. */
    public void write(@Nullable String value, int site) {
        if (graph.isWide()) {
            graph.addObjects(1);
            writeWide(value);
            return;
        }
        if (value == null) {
            graph.out.writeByte(HeadNumbers.NULL);
            return;
        }
        boolean tracking = graph.isTracking();
        if (tracking && isKnown(value)) {
            return;
        }
        graph.addObjects(1);
        if (!tracking && repeated.suits(value, site) && isRepeated(value, site)) {
            return;
        }
        writeChars(value);
    }

    /**
     * Writes the slot of a string of the wide form that is not short and latin, is counted already and, where strings have
     * numbers, has one; gives the position behind it.
     */
    public int writeOther(String value, int at) {
        ByteWriter target = graph.out;
        target.advanceTo(at);
        writeChars(value);
        return target.position();
    }

    /** Writes a slot of the wide form, which is counted already. */
    private void writeWide(@Nullable String value) {
        if (value == null) {
            graph.out.writeByte(HeadNumbers.NULL);
        } else if (!graph.isTracking() || !isKnown(value)) {
            writeChars(value);
        }
    }

    private boolean isKnown(String value) {
        if (graph.isKnown(value)) {
            return true;
        }
        if (shared != null) {
            graph.addObjects(1);
            graph.out.writeByte(HeadNumbers.SHARED_STRING);
            writeShared(value);
        }
        return shared != null;
    }

    /** Writes a whole message that is one string, if its slot has a head of one byte; if not, nothing is written. */
    public static boolean writeMessage(String root, ByteWriter target) {
        int at = target.position();
        target.reserve(SHORT_MESSAGE_BYTES);
        int end = Strings.putShort(target.array(), at + 1, root);
        if (end < 0) {
            return false;
        }
        target.array()[at] = (byte) Header.bare(HeadNumbers.STRING);
        target.advanceTo(end);
        return true;
    }

    /** The body of a string: a string slot that is neither null nor a back reference. */
    public void writeChars(String value) {
        int length = value.length();
        ByteWriter target = graph.out;
        if (length <= Strings.SHORT && Strings.isShortLatin1(value)) {
            target.reserve(Strings.SHORT + 1);
            int at = target.position();
            target.array()[at] = (byte) (length + Strings.FIRST_LATIN_HEAD);
            Strings.putLatin1(value, target.array(), at + 1);
            target.advanceTo(at + 1 + length);
        } else {
            graph.requireBytes(length);
            chars.write(target, value);
        }
    }

    private boolean isRepeated(String value, int site) {
        ByteWriter target = graph.out;
        target.reserve(Strings.SHORT + 1);
        int at = target.position();
        int known = repeated.find(value, site, target.array(), graph.start(), at);
        if (known >= 0 && graph.parts != null && at - known > RepeatedStrings.MOST_DISTANCE_IN_PARTS) {
            return false;
        }
        if (known >= 0) {
            target.writeByte(HeadNumbers.BACK_REFERENCE);
            target.writeVarInt(at - known);
        }
        return known >= 0;
    }
}
