package io.tellask.codec;

import java.util.Collections;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The orders of sorted collections and of linked maps; the ordinal is the byte on the wire. */
public enum SortOrder {
    NATURAL,
    REVERSE,
    CASE_INSENSITIVE,
    /** That of an object, which follows. */
    COMPARATOR,
    /** Of a linked map that puts what is got last; others are in the order of insertion, which is natural to them. */
    ACCESS;

    private static final SortOrder[] ALL = values();

    static SortOrder of(@Nullable Comparator<?> comparator) {
        if (comparator == null) {
            return NATURAL;
        }
        if (comparator == Collections.reverseOrder()) {
            return REVERSE;
        }
        return comparator == String.CASE_INSENSITIVE_ORDER ? CASE_INSENSITIVE : COMPARATOR;
    }

    static SortOrder read(GraphReader in) {
        int order = in.in.readByte();
        if (order < 0 || order >= ALL.length) {
            throw in.damaged("order=" + order + " of a sorted collection is unknown");
        }
        return ALL[order];
    }
}
