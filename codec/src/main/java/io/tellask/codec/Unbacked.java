package io.tellask.codec;

/**
 * Slots that a message makes the reader allocate without a byte of its own for each: tables that a hook of the JDK makes
 * by a count, the places of an enum map for constants that it does not hold. Not thread-safe.
 */
final class Unbacked {
    /** Slots for each byte of the message. */
    static final int SLOTS_PER_BYTE = 16;

    /** Slots that any message may have. */
    static final int FREE_SLOTS = 1 << 14;

    private long slots;

    void take(int more, GraphReader in) {
        slots += more;
        long limit = FREE_SLOTS + (long) SLOTS_PER_BYTE * in.messageBytes();
        if (slots > limit) {
            throw new DecodeException("decode: unbacked slots=" + slots + " > limit=" + limit + ", offset="
                    + in.in.position() + "; the message claims tables that it does not fill");
        }
    }

    void clear() {
        slots = 0;
    }
}
