package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;

/**
 * How a graph that arrives in parts is read: nothing can be read a second time, so it is read in the most careful way
 * from its start, with weights for keys, holes for objects that are not built, and hooks that wait.
 */
public final class StreamedReading {
    private StreamedReading() {}

    /** Begins a graph. */
    public static void begin(GraphReader in) {
        in.keys.startWeighing();
        in.patches.makeCareful();
        in.levels.stream();
    }

    /**
     * Refuses what would need the graph from its start once more: it has keys whose class hashes and compares a part of
     * their fields, and others that compare whatever they lead to.
     */
    static void requireFromStart(ByteReader in) {
        if (in.isStreamed()) {
            throw new DecodeException(
                    "decode: a graph in parts has keys that compare whatever others lead to beside keys that leave out"
                            + " fields, offset=" + in.offset()
                            + "; let their equals and hashCode compare fields only, or write smaller graphs");
        }
    }
}
