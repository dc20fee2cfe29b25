package io.tellask.actor;

/** The actor's mailbox held as many messages as its limit allows; the call was not made. */
public final class MailboxFullException extends ActorException {
    public MailboxFullException(String message) {
        super(message);
    }
}
