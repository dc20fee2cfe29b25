package io.tellask.actor.runtime;

import java.util.function.BiConsumer;

/**
 * A function of ours that hands the outcome of an actor's promise on to who called that actor, and touches nothing of the actor's. Unlike others it also runs
 * after the actor has stopped, or been made again: its caller would wait for ever.
 */
public interface OutcomeRelay extends BiConsumer<Object, Throwable> {}
