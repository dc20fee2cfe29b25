package io.tellask.actor;

/** An interface cannot serve as a contract; the message names the method or type and the remedy. */
public final class ContractException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public ContractException(String message) {
        super(message);
    }

    /** The same with what led to it. */
    public ContractException(String message, Throwable cause) {
        super(message, cause);
    }
}
