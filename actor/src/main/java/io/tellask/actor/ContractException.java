package io.tellask.actor;

/** An interface cannot serve as a contract; the message names the method or type and the remedy. */
public final class ContractException extends ActorException {
    public ContractException(String message) {
        super(message);
    }

    public ContractException(String message, Throwable cause) {
        super(message, cause);
    }
}
