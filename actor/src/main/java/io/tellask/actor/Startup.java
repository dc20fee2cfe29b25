package io.tellask.actor;

import io.tellask.actor.SideBySide.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Starts what a system needs, phase by phase: from {@link Phase#THREADS} to {@link Phase#CONNECTIONS}, so that a store is open before an actor uses it, and
 * an actor is there before somebody connects. Tasks of one phase run side by side.
 *
 * <p>If one fails or hangs, no further phase begins and the system is closed: what was started and {@linkplain ActorSystem#attach attached} ends in
 * order. Not thread-safe; tasks run on threads of their own, and what they have done is seen by the next phase and by who called {@link #run}.
 */
public final class Startup {
    /** So many tasks may be added. */
    public static final int MOST_TASKS = 1_024;

    private final ActorSystem system;
    private final List<NamedTask> tasks = new ArrayList<>();
    private boolean begun;

    private Startup(ActorSystem system) {
        this.system = system;
    }

    /** Begins with no task. */
    public static Startup of(ActorSystem system) {
        return new Startup(Objects.requireNonNull(system, "system"));
    }

    /** Adds a task that may take {@link ActorSystem#USUAL_TASK_LIMIT}. */
    public Startup task(Phase phase, String name, PhaseTask task) {
        return task(phase, name, NamedTask.USUAL_LIMIT, task);
    }

    /**
     * Adds a task.
     *
     * @param name for logs and failures
     * @param limit how long it may take, over 0
     * @throws IllegalStateException if there are {@value #MOST_TASKS}, or it has begun
     */
    public Startup task(Phase phase, String name, Duration limit, PhaseTask task) {
        NamedTask added = new NamedTask(phase, name, limit, task);
        requireNotBegun();
        if (tasks.size() >= MOST_TASKS) {
            throw new IllegalStateException("start: tasks=" + tasks.size() + " >= MOST_TASKS=" + MOST_TASKS
                    + "; let one task start many things");
        }
        tasks.add(added);
        return this;
    }

    private void requireNotBegun() {
        if (begun) {
            throw new IllegalStateException("start: system=" + system.name() + " is being started; add tasks before");
        }
    }

    /**
     * Runs the tasks, and returns once all are done. An interrupt is heard when the phase that runs is over.
     *
     * @throws StartupException if a task failed or took longer than it may, or the system closes; it has closed then
     * @throws InterruptedException if the thread was interrupted; the system has closed then
     * @throws IllegalStateException if it has run before
     * @throws BlockingCallException on a thread that runs actors
     */
    public void run() throws InterruptedException {
        system.requirePlainThread("start");
        requireNotBegun();
        begun = true;
        for (Phase phase : List.of(Phase.values()).reversed()) {
            List<NamedTask> due =
                    tasks.stream().filter(each -> each.phase() == phase).toList();
            List<Fault> faults = system.sideBySide("start").run(due);
            if (Thread.interrupted()) {
                system.close();
                throw new InterruptedException("start: interrupted in phase=" + phase);
            }
            if (!faults.isEmpty() || system.isClosing()) {
                system.close();
                throw StartupException.of(system.name(), phase, faults);
            }
        }
    }
}
