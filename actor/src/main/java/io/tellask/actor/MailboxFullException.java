package io.tellask.actor;

/** The actor's mailbox held as many messages as its limit allows; the call was not made. */
public final class MailboxFullException extends ActorException {
    /** A failure with its message, which is kept bounded and printable. */
    public MailboxFullException(String message) {
        super(message);
    }
}
