package io.tellask.codec.graph;

import org.jspecify.annotations.Nullable;

/**
 * Steps of reading at a position of an array, for generated code and collections of the wide form: the counterpart of
 * {@link PositionWriter}. Never in a message that is read with weights: then nothing reads at a position.
 */
public final class PositionReader {
    private PositionReader() {}

    /**
     * Whether an object of the class that is expected is at a position, whose body is then the caller's to read behind a
     * head of one byte, followed by {@link GraphReader#end}; if not, nothing is read.
     */
    public static boolean beginAt(GraphReader in, TypeCodec expected, byte[] array, int at, int limit) {
        if (at < limit) {
            int head = array[at];
            if (head >= 0 && in.byHead[head] == expected && in.levels.depth < in.levels.hop) {
                in.objects++;
                int depth = ++in.levels.depth;
                if (in.tracking) {
                    in.open.enter(depth, expected.tracked, in.numbered.count());
                }
                return true;
            }
        }
        return false;
    }

    /**
     * The codec of the object at a position, whose body is then the caller's to read behind a head of one byte, followed by
     * {@link GraphReader#end}; null where another reference is there or its codec is not known yet, and then nothing is
     * read.
     */
    public static @Nullable TypeCodec beginAny(GraphReader in, byte[] array, int at, int limit) {
        int head = at < limit ? array[at] : -1;
        TypeCodec codec = head < 0 ? null : in.byHead[head];
        return codec != null && beginAt(in, codec, array, at, limit) ? codec : null;
    }

    /** The constant of the enum that is expected, where head and ordinal take a byte each; else null. */
    public static @Nullable Object constantAt(GraphReader in, TypeCodec expected, byte[] array, int at, int limit) {
        if (at + 1 < limit) {
            int head = array[at];
            if (head >= 0 && in.byHead[head] == expected) {
                Object constant = expected.constant(array[at + 1]);
                if (constant != null) {
                    in.objects++;
                    return constant;
                }
            }
        }
        return null;
    }

    /** Whether a head of one byte names the class of a codec. */
    public static boolean isHeadOf(GraphReader in, TypeCodec codec, byte head) {
        return head >= 0 && in.byHead[head] == codec;
    }

    /** Counts the elements of a collection, whose bytes are known to be there. */
    public static void takeElements(GraphReader in, int count) {
        if (!in.plain) {
            in.countSlots(count);
        }
        in.unbacked.takeReferences(count, in);
    }
}
