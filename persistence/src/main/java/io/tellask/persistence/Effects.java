package io.tellask.persistence;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What events cause outside of their actor: a call, a message, a payment.
 *
 * <p>Effects run as the actor, one after the other in the order of the events, each once its event is as safe as the durability says. One that
 * settles with a value is confirmed. One that fails or throws is run again after a pause, and one that was not confirmed when the process
 * ended is run again when the actor is made again, always with the same number. Whoever receives it drops numbers that it has seen, as
 * {@link EventSourced#persistOnce} does, so that it counts once.
 *
 * @param <E> the events
 */
@FunctionalInterface
public interface Effects<E> {
    /**
     * Begins the effect of an event.
     *
     * @param number of the event: those of one name rise, and none is used for two events
     * @return what settles when the effect is done; null if the event has none
     */
    @Nullable
    CompletionStage<?> run(long number, E event);
}
