package io.tellask.actor.runtime;

/** A call of a method that is marked {@link io.tellask.actor.Urgent}. One subclass per method is generated, as for {@link CallMessage}. */
public abstract class UrgentCall extends CallMessage {}
