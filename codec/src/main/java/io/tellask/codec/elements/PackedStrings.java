package io.tellask.codec.elements;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.bytes.Strings;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import java.util.ArrayList;

/**
 * Short latin strings of a collection: their lengths together, then their characters back to back.
 *
 * <p>The varint of {@code least << 2 | width} comes first, where {@code least} is the least length, at least 1; then
 * what each length is above it: nothing where the width is 0 and all are equal, four bits where it is 1, two to a byte,
 * the first the lower, and a byte where it is 2. Not thread-safe.
 */
public final class PackedStrings {
    /** Strings that do not suit. */
    static final int NONE = -1;

    private static final int EQUAL = 0;
    private static final int NIBBLES = 1;
    private static final int BYTES = 2;

    private final int least;
    private final int width;
    /** The array that has the lengths: a stream goes on to others. */
    private final byte[] lengths;

    private final int lengthsAt;
    private int index;

    private PackedStrings(int least, int width, byte[] lengths, int lengthsAt) {
        this.least = least;
        this.width = width;
        this.lengths = lengths;
        this.lengthsAt = lengthsAt;
    }

    /** The least and, eight bits higher, the greatest length of the strings, or {@link #NONE}. */
    static int lengthsOf(ArrayList<?> strings) {
        int least = Strings.SHORT;
        int greatest = 0;
        for (int i = 0; i < strings.size(); i++) {
            String string = (String) strings.get(i);
            int length = string.length();
            if (length > Strings.SHORT || !Strings.isShortLatin1(string)) {
                return NONE;
            }
            least = Math.min(least, length);
            greatest = Math.max(greatest, length);
        }
        return least == 0 ? NONE : least | greatest << Byte.SIZE;
    }

    static void write(GraphWriter graph, ArrayList<?> strings, int lengths) {
        int least = lengths & 0xFF;
        int spread = (lengths >> Byte.SIZE) - least;
        int width = spread == 0 ? EQUAL : spread < 16 ? NIBBLES : BYTES;
        ByteWriter out = graph.out;
        out.writeVarInt(least << 2 | width);
        if (width != EQUAL) {
            writeLengths(out, strings, least, width);
        }
        graph.addObjects(strings.size());
        writeChars(out, strings);
    }

    /** All characters back to back, with room for several strings at a time. */
    private static void writeChars(ByteWriter out, ArrayList<?> strings) {
        int at = out.position();
        for (int i = 0; i < strings.size(); i++) {
            String string = (String) strings.get(i);
            Strings.putLatin1(string, out.room(at, Strings.SHORT), at);
            at += string.length();
        }
        out.advanceTo(at);
    }

    private static void writeLengths(ByteWriter out, ArrayList<?> strings, int least, int width) {
        int low = 0;
        for (int i = 0; i < strings.size(); i++) {
            int above = ((String) strings.get(i)).length() - least;
            if (width == BYTES) {
                out.writeByte(above);
            } else if ((i & 1) == 0) {
                low = above;
            } else {
                out.writeByte(low | above << 4);
            }
        }
        if (width == NIBBLES && (strings.size() & 1) != 0) {
            out.writeByte(low);
        }
    }

    /** Reads the lengths and moves behind them. */
    public static PackedStrings open(GraphReader graph, int count) {
        ByteReader in = graph.in;
        int head = in.readVarInt();
        int least = head >>> 2;
        int width = head & 3;
        if (least == 0 || width > BYTES) {
            throw graph.damaged("lengths of packed strings, least=" + least + ", width=" + width);
        }
        int bytes = width == EQUAL ? 0 : width == NIBBLES ? (count >>> 1) + (count & 1) : count;
        in.skip(bytes);
        byte[] lengths = in.array();
        int lengthsAt = in.position() - bytes;
        if (!in.holds((long) count * least)) {
            throw graph.damaged(
                    "packed strings, count=" + count + ", least length=" + least + " > remaining=" + in.remaining());
        }
        return new PackedStrings(least, width, lengths, lengthsAt);
    }

    public String next(GraphReader graph) {
        ByteReader in = graph.in;
        int length = least;
        if (width == NIBBLES) {
            length += lengths[lengthsAt + (index >> 1)] >> ((index & 1) << 2) & 15;
        } else if (width == BYTES) {
            length += lengths[lengthsAt + index] & 0xFF;
        }
        index++;
        in.require(length);
        int at = in.position();
        String value = Strings.latin1(in.array(), at, length);
        in.advanceTo(at + length);
        graph.addString(value);
        return value;
    }
}
