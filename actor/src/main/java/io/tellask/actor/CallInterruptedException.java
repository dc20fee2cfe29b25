package io.tellask.actor;

/**
 * The thread of a call was interrupted while it waited: to send the call, or for its answer. The thread's interrupt flag is set. A call
 * that was sent is cancelled, and may have been executed.
 */
public final class CallInterruptedException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public CallInterruptedException(String message) {
        super(message);
    }
}
