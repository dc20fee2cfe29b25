package io.tellask.codec.graph;

/**
 * How the body of a built-in type lies on the wire, for readers that build nodes instead of objects.
 *
 * @param ordered the order byte of a sorted collection comes first
 * @param typed the type of the components comes first
 * @param parts how many references {@link Body#PARTS} has, else 0
 */
public record Layout(Body body, boolean ordered, boolean typed, int parts) {
    /** No references inside: the type's own codec reads it, and loads nothing of the message. */
    public static final Layout VALUE = new Layout(Body.VALUE, false, false, 0);

    public static final Layout ELEMENTS = new Layout(Body.ELEMENTS, false, false, 0);
    public static final Layout ENTRIES = new Layout(Body.ENTRIES, false, false, 0);
    public static final Layout REFERENCES = new Layout(Body.REFERENCES, false, false, 0);
    public static final Layout STRINGS = new Layout(Body.STRINGS, false, false, 0);
    public static final Layout ONE_REFERENCE = new Layout(Body.PARTS, false, false, 1);
    public static final Layout TWO_REFERENCES = new Layout(Body.PARTS, false, false, 2);

    public Layout afterOrder() {
        return new Layout(body, true, typed, parts);
    }

    public Layout afterType() {
        return new Layout(body, ordered, true, parts);
    }

    /** What follows the order and the type. */
    public enum Body {
        VALUE,
        /** A fixed number of references. */
        PARTS,
        /** Count, references. */
        REFERENCES,
        /** Count, string slots. */
        STRINGS,
        /** Count, shape, {@code Elements}. */
        ELEMENTS,
        /** Count, shape, entries of a map. */
        ENTRIES
    }
}
