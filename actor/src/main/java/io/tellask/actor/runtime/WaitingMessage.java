package io.tellask.actor.runtime;

/**
 * A message that waits in a mailbox, as somebody saw it.
 *
 * @param method what it calls
 * @param sender who sent it; empty where that is not known
 * @param waitedNanos how long it has waited; negative where that is not known
 */
public record WaitingMessage(String method, String sender, long waitedNanos) {}
