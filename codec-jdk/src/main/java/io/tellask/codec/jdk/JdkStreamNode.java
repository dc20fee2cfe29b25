package io.tellask.codec.jdk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object or class that a stock JDK stream describes, as far as keys and names of it matter. Not thread-safe. */
final class JdkStreamNode implements JdkStreamItem {
    private static final int UNFINISHED = -1;

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

    static final JdkStreamNode NULL = new JdkStreamNode(0);

    final int from;
    Kind kind = Kind.OTHER;
    int hash;
    String className = "";

    /** Bytes of the stream, and what hashing and comparing visit beside: referenced objects, tables within. */
    int bytes;

    private long extra;

    /** How many objects of the stream are complete before this one. */
    int completion = UNFINISHED;

    /** What the stream visited beside its bytes before this object. */
    private long before;

    /** What an object that is not finished holds already. */
    private long settled;

    /** Where the characters of a string begin. */
    int textAt;

    /** Elements of a copy-on-write list. */
    List<JdkStreamItem> elements = List.of();

    /** Whether a set was made of {@link #elements}. */
    boolean isCompared;

    /** The last object that a field of the class read last leads to. */
    @Nullable
    JdkStreamNode part;

    JdkStreamNode(int from) {
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

    @Override
    public JdkStreamNode node() {
        return this;
    }

    /** Begins an object; {@code beside} is what the stream visits beside its bytes so far, here and below. */
    void begin(long beside) {
        before = beside;
    }

    /** Ends it; gives what the stream visits beside its bytes, with what tables within it cost. */
    long end(long beside) {
        addExtra(beside - before);
        return before + extra;
    }

    /** Notes that the object has got what was read so far. */
    void settle(int position, long beside) {
        settled = position - from + beside - before;
    }

    boolean isFinished() {
        return completion != UNFINISHED;
    }

    /** What one visits who reaches the object now: of one that is not finished what it holds already. */
    long weightAt(int position, long beside) {
        long held = kind == Kind.CONTAINER ? position - from + beside - before : settled;
        return isFinished() ? weight() : Math.min(MOST_EXTRA, held);
    }
}
