package com.acme;

/** One of two. */
public sealed interface Result<V, F> {
    /** It went well. */
    record Ok<T, X>(T value) implements Result<T, X> {}

    /** It did not. */
    record Failed<X, T>(T failure) implements Result<X, T> {}
}
