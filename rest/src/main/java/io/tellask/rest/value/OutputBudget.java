package io.tellask.rest.value;

/** Counts the heap that JSON takes while it is written. Not thread-safe, as the writer is. */
public interface OutputBudget {
    /** For short values. */
    OutputBudget NONE = new OutputBudget() {
        @Override
        public void take(int bytes) {
            // nobody counts them
        }

        @Override
        public void give(int bytes) {
            // nobody counted them
        }
    };

    /** So many bytes are about to be allocated; throws whatever the caller of the writer wants to get where there is no room. */
    void take(int bytes);

    /** So many bytes are used no more. */
    void give(int bytes);
}
