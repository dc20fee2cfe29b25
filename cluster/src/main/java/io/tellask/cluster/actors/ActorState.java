package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The durable state of an actor of a cluster: one value in the map of the group, with the epoch of the activation that wrote it. Belongs to its actor, and is
 * called by it alone.
 *
 * <p>The first operation reads the value and writes the epoch of this activation, if an earlier one wrote it, so that nothing of that is taken from then on. An
 * operation of an activation that has been followed by another fails with {@link Problem#FENCED} and changes nothing. Operations are carried out one
 * after the other in the order of their calls, {@value #MOST_WAITING} at most that are not answered. After one that failed the next reads the value again.
 *
 * <pre>{@code
 * private final ActorState<Lines> lines;
 *
 * CartActor(Activation activation) {
 *     lines = activation.state(Lines.class);
 * }
 *
 * public Promise<Integer> add(String item) {
 *     return lines.update(Lines.NONE, before -> before.with(item)).thenApply(Lines::count);
 * }
 * }</pre>
 *
 * @param <S> of the value, which must not be changed once it was given or taken
 */
public interface ActorState<S> {
    /** Bytes of a value as it is encoded, at most: less than the longest command of a group, unless that was said otherwise. */
    int MOST_BYTES = 1 << 19;

    /** Operations that are not answered, at most. */
    int MOST_WAITING = 1_024;

    /** The value, as the last operation left it; empty before the first. */
    Promise<Optional<S>> load();

    /** Replaces the value; done when a majority of the group has it. */
    Promise<Void> save(S state);

    /**
     * Replaces the value by what is made of it; brings that once a majority of the group has it. A change that fails fails the operation, and changes nothing.
     *
     * @param initial what the change is given where there is no value
     */
    Promise<S> update(S initial, UnaryOperator<S> change);

    /** Removes the value; an entry of 8 bytes stays, by which writes of earlier activations are refused. */
    Promise<Void> clear();
}
