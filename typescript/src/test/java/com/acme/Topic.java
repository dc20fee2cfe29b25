package com.acme;

import io.tellask.actor.Promise;
import java.util.List;

/** Something to publish on. */
public interface Topic<T> {
    /** Publishes one more. */
    void publish(T item);

    Promise<List<T>> history(int most);
}
