package io.tellask.cluster.partition;

import io.tellask.actor.Emitter;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.partition.Place.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is done to many slots of many groups, one step after the other. Its methods wait, so they are not for actors. Thread-safe. */
final class SlotKeeping {
    static final int EVENTS_AHEAD = 64;

    /** Rounds in which no slot moves until a plan is given up. */
    private static final int ATTEMPTS = 5;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<String, Group> groups;

    SlotKeeping(Map<String, Group> groups) {
        this.groups = groups;
    }

    @Nullable
    Void found(Group first) {
        BitSet left = SlotPlan.all();
        for (Group each : groups.values()) {
            each.places(SlotPlan.all()).join().forEach((slot, place) -> {
                if (each == first && place.equals(Place.owned(1).at(place.version()))) {
                    left.clear(slot);
                } else if (place.kind() != Kind.NONE) {
                    throw new ClusterException(
                            Problem.REFUSED,
                            "cluster: group=" + each.name() + " knows of slot=" + slot
                                    + " already; spread them by rebalance()");
                }
            });
        }
        while (!left.isEmpty()) {
            Map<Integer, Place> some = new TreeMap<>();
            left.stream().limit(SlotPlan.MOST_SLOTS).forEach(slot -> some.put(slot, Place.owned(1)));
            if (!first.replace(some, place -> place).join()) {
                throw new ClusterException(
                        Problem.REFUSED,
                        "cluster: group=" + first.name() + " was given slots meanwhile; call found() once");
            }
            some.keySet().forEach(left::clear);
        }
        return null;
    }

    /** Which slots each group serves. */
    Map<String, BitSet> owners() {
        Map<String, BitSet> named = new TreeMap<>();
        groups.keySet().forEach(name -> named.put(name, new BitSet()));
        owners(SlotPlan.all()).forEach((group, slots) -> named.put(group.name(), slots));
        return named;
    }

    /** Which of these slots each group serves; those that are served by none, as they are on their way, are missing. */
    Map<Group, BitSet> owners(BitSet wanted) {
        Map<Integer, Group> owners = new TreeMap<>();
        Map<Integer, Long> epochs = new TreeMap<>();
        for (Group each : groups.values()) {
            each.places(wanted).join().forEach((slot, place) -> {
                if (place.kind() == Kind.OWNED && place.epoch() > epochs.getOrDefault(slot, 0L)) {
                    owners.put(slot, each);
                    epochs.put(slot, place.epoch());
                }
            });
        }
        Map<Group, BitSet> found = new HashMap<>();
        owners.forEach((slot, group) ->
                found.computeIfAbsent(group, its -> new BitSet()).set(slot));
        return found;
    }

    /** Makes plans and carries them out until one is empty. */
    void moveAll(
            Function<Map<String, BitSet>, List<SlotPlan.Step>> plan,
            Emitter<MoveEvent> emitter,
            Consumer<MoveEvent> events) {
        int attempts = 0;
        List<SlotPlan.Step> steps = plan.apply(owners());
        while (!steps.isEmpty() && !emitter.isCancelled()) {
            boolean isFurther = false;
            RuntimeException last = null;
            for (SlotPlan.Step each : steps) {
                try {
                    isFurther |= !emitter.isCancelled() && move(each, events);
                } catch (RuntimeException failure) {
                    last = failure;
                }
            }
            attempts = isFurther ? 0 : attempts + 1;
            if (attempts == ATTEMPTS) {
                throw last != null ? last : standing();
            }
            if (!isFurther) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            steps = plan.apply(owners());
        }
    }

    private static ClusterException standing() {
        return new ClusterException(
                Problem.MOVED,
                "cluster: no slot could be moved, since others move them; let one process do it at a time");
    }

    private boolean move(SlotPlan.Step step, Consumer<MoveEvent> events) {
        return new SlotMove(group(step.source()), group(step.target()), step.slots(), events).run();
    }

    private Group group(String name) {
        return Objects.requireNonNull(groups.get(name));
    }

    /** Ends what movers have left; how many entries were removed. */
    long recover() {
        long removed = 0;
        for (Group each : groups.values()) {
            each.places(SlotPlan.all()).join().forEach((slot, place) -> {
                Group other = groups.get(place.other());
                if (place.kind() == Kind.STOPPED && other != null) {
                    MoveRecovery.end(slot, each, place, other).join();
                }
            });
        }
        for (Group each : groups.values()) {
            removed += clear(each);
        }
        return removed;
    }

    /** Takes no more of what is on its way to a group, and removes what it has no use for. */
    private static long clear(Group group) {
        Map<Integer, Place> received = group.places(SlotPlan.all()).join();
        received.values().removeIf(place -> place.kind() != Kind.RECEIVING);
        for (Map<Integer, Place> some : parts(received)) {
            group.replace(some, was -> was.with(Kind.GIVEN, was.epoch() - 1, was.other(), ""))
                    .join();
        }
        Map<Integer, Place> given = group.places(SlotPlan.all()).join();
        given.values().removeIf(place -> place.kind() != Kind.GIVEN);
        long removed = 0;
        for (Map<Integer, Place> some : parts(given)) {
            BitSet slots = new BitSet();
            some.keySet().forEach(slots::set);
            removed += new SlotClearing(group, slots, some).run();
        }
        return removed;
    }

    private static List<Map<Integer, Place>> parts(Map<Integer, Place> places) {
        List<Map<Integer, Place>> parts = new ArrayList<>();
        places.forEach((slot, place) -> {
            if (parts.isEmpty() || parts.getLast().size() == SlotPlan.MOST_SLOTS) {
                parts.add(new TreeMap<>());
            }
            parts.getLast().put(slot, place);
        });
        return parts;
    }
}
