package io.tellask.actor;

/** Something scheduled that can be called off. Thread-safe. */
@FunctionalInterface
public interface Cancellable {
    /** Calls it off; false if it already ran or was called off before. */
    boolean cancel();
}
