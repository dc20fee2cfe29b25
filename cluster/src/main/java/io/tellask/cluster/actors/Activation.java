package io.tellask.cluster.actors;

/** What an actor of a cluster is told when it is made. Immutable; thread-safe. */
public interface Activation {
    /** The key that it is called by. */
    String key();

    /**
     * Grows whenever another process may run the actor: whoever stores something for it elsewhere keeps the greatest and refuses smaller ones, as
     * those come from a process that has lost the right to run it.
     */
    long epoch();

    /**
     * The durable state of the actor, which follows it to whatever host runs it; one for each activation.
     *
     * @param type of its value, whose closure a codec lets in: the same for all activations
     */
    <S> ActorState<S> state(Class<S> type);
}
