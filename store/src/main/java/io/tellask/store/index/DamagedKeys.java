package io.tellask.store.index;

import io.tellask.store.segment.RecordAddress;
import io.tellask.store.segment.RecordCopies;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Tells damage from absence where the index leads to a record with another key than the one that is looked for.
 *
 * <p>A record that was damaged when a table was moved has no place in the next one, since its key says where. Its slot word is kept here, and keys
 * with its tag are damaged, not absent, until they are put. One writer at a time; readers need no lock.
 */
final class DamagedKeys implements IndexTable.OtherKey {
    private static final long[] NONE = {};

    private final RecordCopies copies;
    private final long seed;
    private volatile long[] words = NONE;

    DamagedKeys(RecordCopies copies, long seed) {
        this.copies = copies;
        this.seed = seed;
    }

    /** Whether a slot word has the tag of a hash. */
    static boolean hasTag(long word, long hash) {
        return word >>> RecordAddress.BITS == hash >>> RecordAddress.BITS;
    }

    @Override
    public void met(MemorySegment[] views, long word) {
        copies.requireOtherKey(views, word, seed);
    }

    boolean isEmpty() {
        return words.length == 0;
    }

    /** Throws if a key that no table has may be one of these. */
    void requireNone(long hash) {
        for (long word : words) {
            if (hasTag(word, hash)) {
                throw copies.damaged(word, "its key is not the one that the index was made with");
            }
        }
    }

    void add(long word) {
        long[] more = Arrays.copyOf(words, words.length + 1);
        more[words.length] = word;
        words = more;
    }

    /** Takes a key off that was put; returns the address of its damaged record, or 0 if it was not among these. */
    long forget(long hash) {
        for (long word : words) {
            if (hasTag(word, hash)) {
                words = Arrays.stream(words).filter(other -> other != word).toArray();
                return RecordAddress.of(word);
            }
        }
        return 0;
    }

    void clear() {
        words = NONE;
    }
}
