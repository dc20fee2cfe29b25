package io.tellask.console;

import io.tellask.actor.Emitter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Those who look, each as often as it asked for. Belongs to the actor of the console. */
final class Viewers {
    /** So many snapshots wait for one who does not take them; further ones it misses. */
    static final int MOST_WAITING = 4;

    private final List<Viewer> viewers = new ArrayList<>();

    /** One who looks. */
    static final class Viewer {
        final Emitter<Snapshot> told = new Emitter<>(MOST_WAITING);
        private final int everyMillis;
        private long dueNanos;

        Viewer(int everyMillis) {
            this.everyMillis = everyMillis;
        }
    }

    /** Adds one, which has just been told. */
    void add(Viewer viewer, long nowNanos) {
        viewer.dueNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(viewer.everyMillis);
        viewers.add(viewer);
    }

    void remove(Viewer viewer) {
        viewers.remove(viewer);
    }

    int size() {
        return viewers.size();
    }

    /** How often must be sampled, for the most impatient; empty where nobody looks. */
    OptionalInt everyMillis() {
        return viewers.stream().mapToInt(each -> each.everyMillis).min();
    }

    /**
     * Tells all to whom that is due, or will be before half of the time to the next sampling is over: each is told as often as it asked for,
     * on the average.
     */
    void tell(Snapshot snapshot, long nowNanos) {
        long halfNanos = TimeUnit.MILLISECONDS.toNanos(everyMillis().orElse(0)) / 2;
        for (Viewer each : List.copyOf(viewers)) { // one that was cut off is taken out meanwhile
            if (each.dueNanos - nowNanos <= halfNanos) {
                long everyNanos = TimeUnit.MILLISECONDS.toNanos(each.everyMillis);
                each.dueNanos = Math.max(each.dueNanos, nowNanos - everyNanos) + everyNanos;
                each.told.offer(snapshot);
            }
        }
    }

    /** Ends the streams of all. */
    void complete() {
        viewers.forEach(each -> each.told.complete());
        viewers.clear();
    }
}
