package io.tellask.remote.session;

import io.tellask.codec.NotInPlaceException;

/**
 * Whether the arguments of a method, or its results, are worth writing straight into the batch: not for the next {@value #PAUSE} of them after
 * some could not be, since those are written twice.
 *
 * <p>Thread-safe: a race costs an attempt more or less.
 */
final class InPlaceTries {
    static final int PAUSE = 1_024;

    /** What one message may take that is encoded within the batch, so that its lock is soon given back. */
    static final int MOST_BYTES = 2 * 1024;

    /** What there is room for at least; so little that a batch which is almost full does not grow for it. */
    static final int LEAST_ROOM = 192;

    private int pause;

    boolean isWorthIt() {
        int left = pause;
        if (left > 0) {
            pause = left - 1;
        }
        return left <= 0;
    }

    /** Something could not be written in place, and is written elsewhere now, where the failure is told if it is one. */
    void failed(Throwable failure) {
        if (!(failure instanceof NotInPlaceException reason && reason.isPassing())) {
            pause = PAUSE;
        }
    }
}
