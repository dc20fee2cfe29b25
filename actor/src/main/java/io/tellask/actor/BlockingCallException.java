package io.tellask.actor;

/**
 * A blocking call was made on an actor's or an I/O thread, where waiting would stop every actor of that thread; or on the thread that steps a
 * simulation, for what only further steps can bring.
 */
public final class BlockingCallException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public BlockingCallException(String message) {
        super(message);
    }
}
