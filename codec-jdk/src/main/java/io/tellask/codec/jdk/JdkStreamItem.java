package io.tellask.codec.jdk;

/** What one class of a stock JDK stream wrote at one place: an object, or a reference to an earlier one. */
sealed interface JdkStreamItem permits JdkStreamNode, JdkStreamItem.Back {
    /** The object that is meant. */
    JdkStreamNode node();

    /**
     * A reference.
     *
     * @param ordinal the number of the reference among all of the stream, those to classes and names too, from 1
     * @param weight what its object held when the reference was met
     */
    record Back(JdkStreamNode node, int ordinal, long weight) implements JdkStreamItem {}
}
