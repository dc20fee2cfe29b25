package io.tellask.cluster.actors;

/** The contract of a {@link Coordinator}. */
interface CoordinatorCalls {
    void look();
}
