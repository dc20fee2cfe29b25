package io.tellask.cluster.partition;

/**
 * A step in the move of slots from one group to another.
 *
 * @param kind what has been done
 * @param source group that has or had the slots
 * @param target group that gets or got them
 * @param slots how many there are
 * @param entries how many entries and changes have been given to the target so far, or removed at the source after {@code MOVED}
 */
public record MoveEvent(Kind kind, String source, String target, int slots, long entries) {
    /** What has been done, in this order unless something fails. */
    public enum Kind {
        /** The target takes entries. */
        BEGUN,
        /** The target has all entries, and what changes follows. */
        COPIED,
        /** The source serves the slots no more: commands wait. */
        STOPPED,
        /** The target serves the slots. */
        MOVED,
        /** The source has removed its entries; the move has ended. */
        CLEARED,
        /** The move failed and was undone, or somebody else has moved the slots; the move has ended. */
        UNDONE
    }
}
