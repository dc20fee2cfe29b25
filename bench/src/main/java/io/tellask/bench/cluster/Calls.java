package io.tellask.bench.cluster;

import java.util.concurrent.CompletionStage;

/** A group of three members as a load calls it, from one thread. */
public interface Calls {
    /** Sets the value of a key; completes once a majority has it. */
    CompletionStage<?> put(String key, String value);

    /** The value of a key as all that was answered before has made it, or null. */
    default CompletionStage<String> get(String key) {
        throw new UnsupportedOperationException("no reads");
    }

    /** The value of a key that the asked member has, which may be old; or null. */
    default CompletionStage<String> stale(String key) {
        throw new UnsupportedOperationException("no stale reads");
    }
}
