package io.tellask.actor;

/**
 * What happens to a message that finds the mailbox full. Dropped messages are counted in {@link ActorSystem#droppedMessages}; a dropped ask
 * fails with {@link MailboxFullException}.
 */
public enum MailboxPolicy {
    /** The call itself fails: a tell throws, an ask's promise fails. The default. */
    REFUSE,
    /** The oldest waiting message makes room. */
    DROP_OLDEST,
    /** The new message is dropped. */
    DROP_NEWEST
}
