package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.cluster.partition.Place.Kind;
import java.util.Map;

/**
 * Ends moves that their movers have left, the one way or the other: what the target is decides. If it has taken the slot, the source has given
 * it away. Else it is told to take it no more, and the source serves it again. Whoever does the same meanwhile comes to the same end, since each
 * step is taken only if nothing has changed since it was decided on. Stateless.
 */
final class MoveRecovery {
    private MoveRecovery() {}

    /**
     * Ends the move of a slot that its source has stopped serving.
     *
     * @param stopped what the source said
     * @return whether the slot is served afterwards, as far as is known; if not, somebody else has changed something, and the caller looks again
     */
    static Promise<Boolean> end(int slot, Group source, Place stopped, Group target) {
        return target.place(slot).thenCompose(place -> {
            if (hasTaken(place, stopped)) {
                return given(slot, source, stopped);
            }
            Promise<Boolean> given = place.kind() == Kind.RECEIVING
                    ? target.replace(
                            Map.of(slot, place), its -> its.with(Kind.GIVEN, stopped.epoch(), source.name(), ""))
                    : Promise.of(true);
            return given.thenCompose(done -> done ? serve(slot, source, stopped) : Promise.of(false));
        });
    }

    /** Whether the target has, or has had, the slot by this move: a later epoch than that of the source, unless it only receives it. */
    private static boolean hasTaken(Place place, Place stopped) {
        long received = place.kind() == Kind.RECEIVING ? place.epoch() - 1 : place.epoch();
        return received > stopped.epoch();
    }

    private static Promise<Boolean> given(int slot, Group source, Place stopped) {
        return source.replace(
                Map.of(slot, stopped), its -> its.with(Kind.GIVEN, stopped.epoch() + 1, stopped.other(), ""));
    }

    private static Promise<Boolean> serve(int slot, Group source, Place stopped) {
        return source.replace(Map.of(slot, stopped), its -> Place.owned(stopped.epoch()));
    }
}
