package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one actor: what they run is a message of that actor, and they end with it.
 *
 * <p>Time is that of the actor's dispatcher. A task that throws is reported like a tell that fails; a repeated one goes on. Starting a
 * timer after the actor has stopped raises {@link ActorStoppedException}. Start timers from the actor's own code; cancelling is
 * thread-safe.
 */
public final class Timers {
    private final ActorCell<?> cell;
    private final Set<Timer> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    Timers(ActorCell<?> cell) {
        this.cell = cell;
    }

    /** Runs a task once, after a delay. */
    public Cancellable after(Duration delay, Runnable task) {
        return start(new Timer(task, 0), nanos(Objects.requireNonNull(delay, "delay")));
    }

    /**
     * Runs a task again and again, at first after one period. Instants that passed while the actor was busy are left out: the task never
     * runs twice to catch up.
     */
    public Cancellable every(Duration period, Runnable task) {
        if (Objects.requireNonNull(period, "period").compareTo(Duration.ZERO) <= 0) {
            throw new IllegalArgumentException("timer: period=" + period + " <= 0; use a positive period");
        }
        return start(new Timer(task, nanos(period)), nanos(period));
    }

    /** More than 292 years are 292 years. */
    private static long nanos(Duration time) {
        return TimeUnit.NANOSECONDS.convert(time);
    }

    /** The time that they count by: nanoseconds from an instant that nothing is known of. Thread-safe. */
    public long nanoTime() {
        return cell.dispatcher().nanoTime();
    }

    /** How many timers will still run. */
    public int pending() {
        return pending.size();
    }

    /** Calls off every timer; none can be started after that. */
    void cancelAll() {
        ended = true;
        pending.forEach(Timer::cancel);
    }

    private Timer start(Timer timer, long delayNanos) {
        if (ended) {
            throw new ActorStoppedException("timer: actor=" + cell.name() + " has stopped; start timers before onStop");
        }
        pending.add(timer);
        timer.dueNanos = cell.dispatcher().nanoTime() + delayNanos;
        timer.schedule(delayNanos);
        return timer;
    }

    /** True once it can no longer run. */
    private final class Timer extends AtomicBoolean implements Cancellable {
        private final transient Runnable task;
        private final long periodNanos; // 0: once
        private long dueNanos;
        private transient volatile @Nullable Cancellable scheduled;

        Timer(Runnable task, long periodNanos) {
            this.task = Objects.requireNonNull(task, "task");
            this.periodNanos = periodNanos;
        }

        void schedule(long delayNanos) {
            scheduled = cell.dispatcher().schedule(() -> cell.enqueue(this::run), delayNanos);
            if (get()) {
                scheduled.cancel();
            }
        }

        private void run() {
            if (periodNanos > 0) {
                runRepeated();
            } else if (compareAndSet(false, true)) {
                pending.remove(this);
                task.run();
            }
        }

        private void runRepeated() {
            if (get()) {
                return;
            }
            try {
                task.run();
            } finally {
                if (!get()) {
                    schedule(nextDelayNanos());
                }
            }
        }

        private long nextDelayNanos() {
            long late = cell.dispatcher().nanoTime() - dueNanos;
            long periods = late < 0 ? 1 : late / periodNanos + 1;
            dueNanos += periods * periodNanos;
            return periods * periodNanos - late;
        }

        @Override
        public boolean cancel() {
            if (!compareAndSet(false, true)) {
                return false;
            }
            pending.remove(this);
            Cancellable current = scheduled;
            if (current != null) {
                current.cancel();
            }
            return true;
        }
    }
}
