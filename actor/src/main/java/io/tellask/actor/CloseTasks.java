package io.tellask.actor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to be done when a system closes, by who asked for it. Each is taken once, or called off. Thread-safe. */
final class CloseTasks {
    /** So many may wait at a time. */
    static final int MOST_TASKS = 100_000;

    private final Map<Owner, NamedTask> waiting = new LinkedHashMap<>(); // guarded by this
    private int begun; // guarded by this: so many phases have been

    /** Who asked, by identity: resources may equal one another. */
    private record Owner(Object of) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Owner owner && owner.of == of;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(of);
        }
    }

    /**
     * Adds a task, in place of the one that the same owner had. If its phase is over it is done in the next one.
     *
     * @return false if no phase is left: whoever adds it does it
     * @throws IllegalStateException if there are as many as may be
     */
    synchronized boolean add(Object owner, NamedTask task) {
        if (begun == Phase.values().length) {
            return false;
        }
        if (waiting.size() >= MOST_TASKS) {
            throw new IllegalStateException("close: tasks=" + waiting.size() + " >= limit=" + MOST_TASKS
                    + "; detach what is closed already, or let one task close many things");
        }
        waiting.put(new Owner(owner), task);
        return true;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Takes back a task; false if there is none, because its phase has begun or it was taken back before. */
    synchronized boolean remove(Object owner) {
        return waiting.remove(new Owner(owner)) != null;
    }

    /** Begins a phase, in their order: takes out its tasks and those that came too late for an earlier one. */
    synchronized List<NamedTask> begin(Phase phase) {
        begun = phase.ordinal() + 1;
        List<NamedTask> taken = new ArrayList<>();
        Iterator<NamedTask> all = waiting.values().iterator();
        while (all.hasNext()) {
            NamedTask task = all.next();
            if (task.phase().compareTo(phase) <= 0) {
                taken.add(task);
                all.remove();
            }
        }
        return taken;
    }
}
