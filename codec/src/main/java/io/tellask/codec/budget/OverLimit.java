package io.tellask.codec.budget;

import io.tellask.codec.EncodeException;

/** What a writer says that passed one of its limits. */
public final class OverLimit {
    private OverLimit() {}

    /**
     * Names what helps.
     *
     * @param excess the value and the limit
     * @param references whether the codec keeps shared references: without, a graph that holds itself passes every limit
     */
    public static EncodeException encoding(String excess, boolean references) {
        return new EncodeException("encode: " + excess + "; split the message or raise the limit on both sides"
                + (references ? "" : "; if the graph holds itself, build both codecs with trackReferences(true)"));
    }
}
