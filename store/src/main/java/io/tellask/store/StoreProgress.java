package io.tellask.store;

/**
 * Told how far a long operation on a store is. What it throws ends the operation, which then leaves no half-made result behind. Called by the
 * thread that runs the operation.
 */
@FunctionalInterface
public interface StoreProgress {
    /** For operations that nobody watches. */
    StoreProgress NONE = (doneBytes, totalBytes) -> {};

    /**
     * Called now and then while the operation goes on, and at its end.
     *
     * @param doneBytes bytes that are done
     * @param totalBytes bytes that there are, as far as is known: it may grow
     */
    void at(long doneBytes, long totalBytes);
}
