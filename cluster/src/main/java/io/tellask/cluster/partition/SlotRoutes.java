package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.actor.Timers;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.partition.Place.Kind;
import io.tellask.cluster.partition.SlotActor.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which group has which slot, as far as is known. Groups are asked when a slot is needed of which nothing is known, for those around it, too; and one
 * after the other, as each names the next, when a slot has moved. Belongs to the actor.
 */
final class SlotRoutes {
    /** Slots that are asked for at a time. */
    private static final int NEIGHBOURS = 1_024;

    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

    /** For how long a slot may be stopped by the same mover, as seen from here, until its move is ended. */
    private static final long STOPPED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<String, Group> groups;
    private final Timers timers;
    private final long patienceNanos;
    private final @Nullable Route[] routes = new Route[Slots.COUNT];
    private final Map<Integer, Group> lastKnown = new HashMap<>(); // of slots that are not known now: whom to ask first
    private final Map<Integer, Inquiry> inquiries = new HashMap<>(); // by their first slot over NEIGHBOURS

    SlotRoutes(Map<String, Group> groups, Timers timers, Duration patience) {
        this.groups = groups;
        this.timers = timers;
        patienceNanos = patience.toNanos();
    }

    /** Where a slot is, or null. */
    @Nullable
    Route known(int slot) {
        return routes[slot];
    }

    /** A slot is not where it was thought to be. */
    void forget(int slot, Route route) {
        if (route.equals(routes[slot])) {
            routes[slot] = null;
            lastKnown.put(slot, route.group());
        }
    }

    /** Finds out where a slot is. It fails where no group has one, and where that takes too long. */
    Promise<Route> find(int slot) {
        Search search = new Search(slot, timers.nanoTime() + patienceNanos);
        Group first = lastKnown.get(slot);
        if (first == null) {
            search.askAll();
        } else {
            search.ask(first);
        }
        return search.found;
    }

    private Route keep(int slot, Group group, Place place) {
        Route route = new Route(group, place.version());
        routes[slot] = route;
        lastKnown.remove(slot);
        return route;
    }

    /** The way to one slot. */
    private final class Search {
        private final int slot;
        private final long deadline;
        private final Promise<Route> found = new Promise<>();
        private Duration pause = PAUSE;
        private long stoppedVersion; // last seen
        private long stoppedSince;
        private boolean isAnywhere; // some group knows of the slot
        private @Nullable Group named; // by a group that knows of the slot

        Search(int slot, long deadline) {
            this.slot = slot;
            this.deadline = deadline;
        }

        void ask(Group group) {
            group.place(slot).whenComplete((place, failure) -> {
                if (failure != null || place == null) {
                    after(this::askAll);
                } else {
                    follow(group, place);
                }
            });
        }

        private void follow(Group group, Place place) {
            Group other = groups.get(place.other());
            switch (place.kind()) {
                case OWNED -> found.complete(keep(slot, group, place));
                case STOPPED -> stopped(group, place, other);
                default -> {
                    Group next = other;
                    after(next == null ? this::askAll : () -> ask(next));
                }
            }
        }

        /** Goes on a little later, each time more so. */
        private void after(Runnable task) {
            after(pause, task);
            Duration twice = pause.multipliedBy(2);
            pause = twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
        }

        private void after(Duration delay, Runnable task) {
            if (timers.nanoTime() - deadline > 0) {
                found.completeExceptionally(new ClusterException(
                        Problem.MOVED, "cluster: no group was found in time that serves slot=" + slot));
            } else {
                timers.after(delay, task);
            }
        }

        private void stopped(Group group, Place place, @Nullable Group target) {
            long now = timers.nanoTime();
            if (place.version() != stoppedVersion) {
                stoppedVersion = place.version();
                stoppedSince = now;
            }
            if (target != null && now - stoppedSince > STOPPED_NANOS) {
                MoveRecovery.end(slot, group, place, target).whenComplete((done, failure) -> after(() -> ask(group)));
            } else {
                after(PAUSE, () -> ask(group));
            }
        }

        void askAll() {
            isAnywhere = false;
            named = null;
            inquiries
                    .computeIfAbsent(slot / NEIGHBOURS, part -> new Inquiry(part * NEIGHBOURS))
                    .add(this);
        }

        /** What a group says of the slot; null where it did not answer. */
        private void hear(Group group, @Nullable Place place) {
            if (place == null) {
                isAnywhere = true; // who knows
            } else if (place.kind() == Kind.OWNED && !found.isDone()) {
                found.complete(keep(slot, group, place));
            } else if (place.kind() != Kind.NONE) {
                isAnywhere = true;
                named = place.kind() == Kind.STOPPED ? group : groups.getOrDefault(place.other(), named);
            }
        }

        private void allHeard() {
            Group next = named;
            if (found.isDone()) {
                return;
            }
            if (next != null) {
                ask(next);
            } else if (isAnywhere) {
                after(this::askAll);
            } else {
                found.completeExceptionally(nobody());
            }
        }

        private ClusterException nobody() {
            return new ClusterException(
                    Problem.REFUSED,
                    "cluster: slot=" + slot + " belongs to none of groups=" + groups.keySet()
                            + "; give all slots to a first group by found(), or name all groups that have some");
        }
    }

    /** Asks all groups for many slots, once for all that look for one of them. */
    private final class Inquiry {
        private final int first;
        private List<Search> searches = new ArrayList<>();
        private List<Search> late = new ArrayList<>(); // came when some group had answered, perhaps
        private int unanswered; // groups

        Inquiry(int first) {
            this.first = first;
        }

        void add(Search search) {
            late.add(search);
            if (unanswered == 0) {
                begin();
            }
        }

        private void begin() {
            searches = late;
            late = new ArrayList<>();
            unanswered = groups.size();
            BitSet slots = new BitSet();
            slots.set(first, first + NEIGHBOURS);
            for (Group each : groups.values()) {
                each.places(slots).whenComplete((places, failure) -> answered(each, places));
            }
        }

        private void answered(Group group, @Nullable Map<Integer, Place> places) {
            unanswered--;
            if (places != null) {
                places.forEach((slot, place) -> learn(slot, group, place));
            }
            searches.forEach(each -> each.hear(group, places == null ? null : places.get(each.slot)));
            if (unanswered == 0) {
                List<Search> heard = searches;
                searches = new ArrayList<>();
                heard.forEach(Search::allHeard);
                late.removeIf(each -> routes[each.slot] != null && each.found.complete(routes[each.slot]));
                if (!late.isEmpty() && unanswered == 0) {
                    begin();
                }
            }
        }

        private void learn(int slot, Group group, Place place) {
            if (place.kind() == Kind.OWNED && routes[slot] == null && !lastKnown.containsKey(slot)) {
                routes[slot] = new Route(group, place.version());
            }
        }
    }
}
