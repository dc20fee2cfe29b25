package io.tellask.kv;

import io.tellask.store.StoreHistoryException;

/**
 * Changes were asked for from a sequence number that the map's log does not go back to any more, or has not come to yet, as after a power cut took
 * its end; or the map was cleared, which is no change of a key. {@link KeyValueMap#follow} begins anew with the records that there are.
 */
public final class ChangesMissedException extends KeyValueException {
    private static final long serialVersionUID = 1;

    private final long oldest;
    private final long next;

    ChangesMissedException(String map, long from, StoreHistoryException reason) {
        super("changes refused: map=" + map + ", from=" + from + ", oldest=" + reason.oldest() + ", next="
                + reason.next() + "; follow the map anew, beginning with its records");
        oldest = reason.oldest();
        next = reason.next();
    }

    /** Ends a stream at the change that removed all keys. */
    ChangesMissedException(String map, long clearedSequence, long next) {
        super("changes ended: map=" + map + ", it was cleared at sequence=" + clearedSequence
                + "; follow the map anew, beginning with its records");
        oldest = clearedSequence + 1;
        this.next = next;
    }

    /** From this sequence number on, the map has every change. */
    public long oldest() {
        return oldest;
    }

    /** The sequence number that the next change will have. */
    public long next() {
        return next;
    }
}
