package io.tellask.codec;

/** The orders of sorted collections that travel by name; the ordinal is the byte on the wire. */
public enum SortOrder {
    NATURAL,
    REVERSE,
    CASE_INSENSITIVE;

    private static final SortOrder[] ALL = values();

    static SortOrder read(GraphReader in) {
        int order = in.in.readByte();
        if (order < 0 || order >= ALL.length) {
            throw in.damaged("order=" + order + " of a sorted collection is unknown");
        }
        return ALL[order];
    }
}
