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
    DROP_NEWEST,
    /**
     * A plain or virtual thread waits for room, as long as {@link MailboxOptions#patience} says; then the call fails as with {@link #REFUSE}. A thread that runs
     * actors never waits: there the call fails at once. An interrupted thread gets {@link CallInterruptedException}.
     */
    WAIT
}
