package io.tellask.cluster;

/**
 * Something that a member has seen of its group.
 *
 * @param kind what it is
 * @param member name of the member that it is about
 * @param term of the member that has seen it
 */
public record GroupEvent(Kind kind, String member, long term) {
    /** What was seen. */
    public enum Kind {
        /** A member is connected. */
        JOINED,
        /** A member is not connected any more. */
        GONE,
        /** A member leads. */
        LEADS,
        /** A member does not lead any more, and nobody is known that does. */
        LEADS_NO_MORE,
        /** A member votes from now on. */
        VOTER_ADDED,
        /** A member votes no more. */
        VOTER_REMOVED
    }
}
