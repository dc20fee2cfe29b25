package io.tellask.codec;

/** The heads that are known by number wherever messages are read and written; {@code docs/CODEC_FORMAT.md} lists all. */
final class HeadNumbers {
    static final int NULL = 0;
    static final int BACK_REFERENCE = 1;
    static final int STRING = 2;
    static final int ARRAY = 3;

    /** Only in the memory of a copy: the place of a string in the list that original and copy share. */
    static final int SHARED_STRING = 3;

    /** The head before a varint with the number of a rarer type. */
    static final int EXTENDED = 79;

    /** The first head of a class that the scope describes; built-in types have lower ones. */
    static final int FIRST_DESCRIBED = 80;

    /** What {@link TypeCodec#head} adds to the number of a rarer type. */
    static final int EXTENDED_BASE = 256;

    private HeadNumbers() {}

    /** The {@link TypeCodec#head} of a rarer type. */
    static int extended(int number) {
        return EXTENDED_BASE + number;
    }
}
