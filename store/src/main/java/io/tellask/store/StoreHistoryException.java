package io.tellask.store;

/** Changes were asked for from a sequence number that the log does not go back to any more, or has not come to yet. */
public final class StoreHistoryException extends StoreException {
    private static final long serialVersionUID = 1;

    private final long oldest;
    private final long next;

    /**
     * A sequence number that the log does not have.
     *
     * @param from the number that was asked for
     * @param oldest the first one from which the log has every change
     * @param next the number of the next change
     */
    public StoreHistoryException(long from, long oldest, long next) {
        super(
                "store: changes from sequence=" + from + ", oldest=" + oldest + ", next=" + next
                        + (from < oldest
                                ? "; what was before is compacted, read the map and go on from there"
                                : "; the log ends before, read the map and go on from there"),
                null);
        this.oldest = oldest;
        this.next = next;
    }

    /** From this sequence number on, the log has every change. */
    public long oldest() {
        return oldest;
    }

    /** The sequence number that the next change will have. */
    public long next() {
        return next;
    }
}
