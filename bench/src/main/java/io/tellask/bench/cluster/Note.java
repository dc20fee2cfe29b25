package io.tellask.bench.cluster;

import io.tellask.actor.Promise;

/** An actor that answers the value of a {@link Load}. */
public interface Note {
    /** The name under which hosts publish one that has no key. */
    String NAME = "note";

    /** Always the same. */
    Promise<String> text();
}
