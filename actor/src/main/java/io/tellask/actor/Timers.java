package io.tellask.actor;

import io.tellask.actor.runtime.ActorCell;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one actor: what they run is a message of that actor each, and they end with it.
 *
 * <p>Time is that of the actor's dispatcher. A timer never runs before it is due; those that are due run in the order of their instants, and of one
 * instant in the order in which they were started. A task that throws is reported like a tell that fails; a repeated one goes on. Starting a timer after the
 * actor has stopped raises {@link ActorStoppedException}.
 *
 * <p>A timer takes 53 bytes and what its task takes, however many there are: a million are an array and as many small objects. One that is called off is
 * let go of at once, in constant time on average. All timers of an actor take one of its dispatcher. Start timers from the actor's own code; cancelling is
 * thread-safe.
 */
public final class Timers {
    /** A longer delay would leave the range in which instants can be compared; it is more than a century. */
    private static final long LONGEST_DELAY_NANOS = Long.MAX_VALUE / 2;

    private final ActorCell<?> cell;
    private final TimerHeap<Timer> waiting = new TimerHeap<>(); // guarded by this, as all below
    private @Nullable Cancellable alarm; // of the dispatcher; null: none is needed, or the actor has a message to look
    private long alarmNanos;
    private boolean looking; // the actor has that message
    private int underWay; // repeated ones whose task runs now
    private boolean ended;

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

    /** More than 146 years are 146 years. */
    private static long nanos(Duration time) {
        return Math.clamp(TimeUnit.NANOSECONDS.convert(time), 0, LONGEST_DELAY_NANOS);
    }

    /** The time that they count by: nanoseconds from an instant that nothing is known of. Thread-safe. */
    public long nanoTime() {
        return cell.dispatcher().nanoTime();
    }

    /** How many timers will still run. */
    public synchronized int pending() {
        return waiting.size() + underWay;
    }

    /** Calls off every timer; none can be started after that. */
    synchronized void cancelAll() {
        ended = true;
        for (Timer timer = waiting.first(); timer != null; timer = waiting.first()) {
            waiting.remove(timer);
            timer.task = null;
        }
        cancelAlarm();
    }

    private synchronized Timer start(Timer timer, long delayNanos) {
        if (ended) {
            throw new ActorStoppedException("timer: actor=" + cell.name() + " has stopped; start timers before onStop");
        }
        timer.dueNanos = nanoTime() + delayNanos;
        add(timer);
        return timer;
    }

    private void add(Timer timer) {
        waiting.add(timer);
        try {
            setAlarm();
        } catch (Throwable notSet) {
            waiting.remove(timer);
            throw notSet;
        }
    }

    /** Sees to it that the actor looks when the first timer is due. */
    private void setAlarm() {
        Timer first = waiting.first();
        if (first == null || looking || alarm != null && alarmNanos - first.dueNanos <= 0) {
            return;
        }
        cancelAlarm();
        alarmNanos = first.dueNanos;
        alarm = cell.dispatcher().schedule(this::rung, Math.max(0, alarmNanos - nanoTime()));
    }

    private void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    /** Called by the dispatcher; one that was called off too late does no harm. */
    private void rung() {
        boolean looks;
        synchronized (this) {
            alarm = null;
            looks = !looking && !ended;
            looking |= looks;
        }
        if (looks) {
            cell.enqueue(this::runFirst);
        }
    }

    /** Runs the first timer if it is due; another one that is has a message of its own. */
    private void runFirst() {
        Timer timer;
        Runnable task;
        boolean looksAgain;
        synchronized (this) {
            timer = pollDue();
            task = timer == null ? null : timer.begin();
            looksAgain = isDue(waiting.first());
            looking = looksAgain;
            setAlarm();
        }
        if (looksAgain) {
            cell.enqueue(this::runFirst);
        }
        if (timer != null && task != null) {
            timer.run(task);
        }
    }

    private @Nullable Timer pollDue() {
        Timer first = waiting.first();
        if (first == null || !isDue(first)) {
            return null;
        }
        waiting.remove(first);
        return first;
    }

    private boolean isDue(@Nullable Timer timer) {
        return timer != null && timer.dueNanos - nanoTime() <= 0;
    }

    /** Puts a repeated one back whose task has run. */
    private synchronized void repeat(Timer timer) {
        if (timer.task != null) {
            underWay--;
            if (ended) {
                timer.task = null;
            } else {
                timer.dueNanos = timer.nextNanos();
                add(timer);
            }
        }
    }

    private synchronized boolean cancel(Timer timer) {
        if (timer.task == null) {
            return false;
        }
        timer.task = null;
        if (!waiting.remove(timer)) {
            underWay--;
        } else if (waiting.size() == 0) {
            cancelAlarm();
        }
        return true;
    }

    private final class Timer extends TimerHeap.Entry implements Cancellable {
        private @Nullable Runnable task; // guarded by the timers; null: it can no longer run
        private final long periodNanos; // 0: once

        Timer(Runnable task, long periodNanos) {
            this.task = Objects.requireNonNull(task, "task");
            this.periodNanos = periodNanos;
        }

        /** Gives what is to run now: from here on, one that runs once cannot be called off. */
        private @Nullable Runnable begin() {
            Runnable taken = task;
            if (periodNanos == 0) {
                task = null;
            } else {
                underWay++;
            }
            return taken;
        }

        void run(Runnable taken) {
            if (periodNanos == 0) {
                taken.run();
                return;
            }
            try {
                taken.run();
            } finally {
                repeat(this);
            }
        }

        private long nextNanos() {
            long lateNanos = nanoTime() - dueNanos;
            return dueNanos + (lateNanos < 0 ? 1 : lateNanos / periodNanos + 1) * periodNanos;
        }

        @Override
        public boolean cancel() {
            return Timers.this.cancel(this);
        }
    }
}
