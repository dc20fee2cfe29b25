package io.tellask.codec.graph;

import io.tellask.codec.bytes.Varints;
import org.jspecify.annotations.Nullable;

/**
 * Steps of writing the wide form at a position of an array in which there is room, for generated code and collections: the
 * position is a local of theirs, which no step reads back from memory.
 */
public final class PositionWriter {
    private PositionWriter() {}

    /** Room for so many bytes from a position on, with what a wide store may touch behind it: gives the array of both. */
    public static byte[] room(GraphWriter out, int at, int bytes) {
        return out.out.room(at, bytes);
    }

    /**
     * Begins an object that is not null, where there is room for its head: gives where the caller has to write its body,
     * followed by {@link GraphWriter#end}, or the complement of where it ends, if nothing is left to write.
     */
    public static int beginAt(GraphWriter out, Object value, TypeCodec codec, byte[] array, int at) {
        int head = headByte(out, codec);
        if (head <= HeadNumbers.STRING
                || out.levels.depth >= out.levels.hop
                || InPlace.isHolder(head) && out.isInPlace()) {
            return beginOther(out, value, codec, at);
        }
        if (out.tracking && codec.tracked) {
            int number = out.references.idOf(value);
            if (number >= 0) {
                out.out.advanceTo(at);
                out.writeKnown(number);
                return ~out.out.position();
            }
        }
        out.objects++;
        out.levels.depth++;
        array[at] = (byte) head;
        return at + 1;
    }

    private static int beginOther(GraphWriter out, Object value, TypeCodec codec, int at) {
        out.out.advanceTo(at);
        boolean begun = out.begin(value, codec);
        return begun ? out.out.position() : ~out.out.position();
    }

    /** The head of a class where it takes one byte and was given before, else 0. */
    public static int headByte(GraphWriter out, TypeCodec codec) {
        int head = codec.head;
        return head == TypeCodec.DESCRIBED ? out.heads.byteOf(codec) : head < HeadNumbers.EXTENDED ? head : 0;
    }

    /** Writes a reference whose class is likely the one {@code site} saw last; gives the position behind it. */
    public static int writeRefAt(GraphWriter out, @Nullable Object value, CallSite site, int at) {
        out.out.advanceTo(at);
        out.writeRef(value, site);
        return out.out.position();
    }

    /** Writes null or an enum constant into room for two bytes; gives the position behind it, or -1 where it takes more. */
    public static int putConstant(GraphWriter out, TypeCodec codec, @Nullable Object constant, byte[] array, int at) {
        if (constant == null) {
            array[at] = HeadNumbers.NULL;
            return at + 1;
        }
        int head = out.heads.byteOf(codec);
        int ordinal = ((Enum<?>) constant).ordinal();
        if (head == 0 || ordinal > Byte.MAX_VALUE) {
            return -1;
        }
        out.objects++;
        array[at] = (byte) head;
        array[at + 1] = (byte) ordinal;
        return at + 2;
    }

    /**
     * Refers back to a string of a message with numbers, where there is room for a short one; gives the position behind, or
     * -1 where it was not written before and has a number now.
     */
    public static int putKnown(GraphWriter out, @Nullable String value, byte[] array, int at) {
        int number = value == null ? -1 : out.references.idOfString(value);
        if (number < 0) {
            return -1;
        }
        out.backReferences = true;
        array[at] = HeadNumbers.BACK_REFERENCE;
        return Varints.putVarInt(array, at + 1, number);
    }
}
