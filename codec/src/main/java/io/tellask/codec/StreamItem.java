package io.tellask.codec;

/** What one class of a stock JDK stream wrote at one place: an object, or a reference to an earlier one. */
sealed interface StreamItem permits StreamNode, StreamItem.Back {
    /** The object that is meant. */
    StreamNode node();

    /**
     * A reference.
     *
     * @param ordinal the number of the reference among all of the stream, those to classes and names too, from 1
     * @param weight what its object held when the reference was met
     */
    record Back(StreamNode node, int ordinal, long weight) implements StreamItem {}
}
