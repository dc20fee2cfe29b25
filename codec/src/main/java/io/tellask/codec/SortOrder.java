package io.tellask.codec;

/** The orders of sorted collections and of linked maps; the ordinal is the byte on the wire. */
public enum SortOrder {
    NATURAL,
    REVERSE,
    CASE_INSENSITIVE,
    /** That of an object, which follows. */
    COMPARATOR,
    /** Of a linked map that puts what is got last; others are in the order of insertion, which is natural to them. */
    ACCESS;
}
