package io.tellask.store.segment;

/**
 * What code of the caller's threw in the middle of a read, on its way past those who look again where the store itself meets such an exception.
 * Immutable.
 */
public final class CallersFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final RuntimeException thrown;
    private final boolean moved;

    /**
     * Wraps an exception.
     *
     * @param moved whether the value that the caller was reading is not mapped any more, which may be the reason
     */
    public CallersFailure(RuntimeException thrown, boolean moved) {
        super(null, thrown, false, false);
        this.thrown = thrown;
        this.moved = moved;
    }

    public RuntimeException thrown() {
        return thrown;
    }

    public boolean moved() {
        return moved;
    }
}
