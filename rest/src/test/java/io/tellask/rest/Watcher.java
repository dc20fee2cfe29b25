package io.tellask.rest;

/** An actor of the caller's, which no request can carry. */
public interface Watcher {
    void changed(long id);
}
