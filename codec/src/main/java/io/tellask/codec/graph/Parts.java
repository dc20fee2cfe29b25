package io.tellask.codec.graph;

/**
 * How objects that are nested deeply are read and written: part by part, so that what is begun and not finished waits on
 * the heap. A codec has it beside its {@code read} and {@code write}, which recurse and are faster.
 */
public interface Parts {
    /** Reads what comes before the parts of an object that was begun. */
    PartReader reader(GraphReader in);

    /** Writes what comes before the parts of an object that was begun. */
    PartWriter writer(GraphWriter out, Object value);
}
