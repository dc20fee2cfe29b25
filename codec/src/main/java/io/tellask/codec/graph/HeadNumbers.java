package io.tellask.codec.graph;

/** The heads that are known by number wherever messages are read and written; {@code docs/CODEC_FORMAT.md} lists all. */
public final class HeadNumbers {
    public static final int NULL = 0;
    public static final int BACK_REFERENCE = 1;
    public static final int STRING = 2;
    public static final int ARRAY = 3;

    /** Only in the memory of a copy: the place of a string in the list that original and copy share. */
    static final int SHARED_STRING = 3;

    /** The head before a varint with the number of a rarer type. */
    public static final int EXTENDED = 79;

    /** The first head of a class that the scope describes; built-in types have lower ones. */
    public static final int FIRST_DESCRIBED = 80;

    /** What {@link TypeCodec#head} adds to the number of a rarer type. */
    public static final int EXTENDED_BASE = 256;

    private HeadNumbers() {}

    /** The {@link TypeCodec#head} of a rarer type. */
    public static int extended(int number) {
        return EXTENDED_BASE + number;
    }
}
