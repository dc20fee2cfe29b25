package io.tellask.codec;

/** An object or class that a stock JDK stream describes, as far as keys and names of it matter. Not thread-safe. */
final class StreamNode {
    /** What a key of a table may be. */
    enum Kind {
        /** A string or a box, whose hash is known. */
        PLAIN,
        /** A list of such, whose hash is known too. */
        LIST,
        /** A collection, map or entry of any objects, which may hash to anything. */
        CONTAINER,
        /** Any other object. */
        OTHER
    }

    /** Past every budget, and far from overflowing. */
    private static final long MOST_EXTRA = 1L << 32;

    static final StreamNode NULL = new StreamNode(0);

    final int from;
    Kind kind = Kind.OTHER;
    int hash;
    String className = "";

    /** Bytes of the stream, and what hashing and comparing visit beside: referenced objects, tables within. */
    int bytes;

    private long extra;

    /** How many objects of the stream are complete before this one. */
    int completion = -1;

    /** Where the characters of a string begin. */
    int textAt;

    StreamNode(int from) {
        this.from = from;
    }

    long extra() {
        return extra;
    }

    void addExtra(long more) {
        extra = Math.min(MOST_EXTRA, extra + Math.min(MOST_EXTRA, more));
    }

    long weight() {
        return bytes + extra;
    }
}
