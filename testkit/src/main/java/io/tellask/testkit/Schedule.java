package io.tellask.testkit;

import io.tellask.actor.Cancellable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do in a simulation: queued tasks by dispatcher, timers by virtual time. Which dispatcher goes next is what an
 * {@link Order} says; within one dispatcher the order of submission is kept.
 *
 * <p>Thread-safe; a run repeats exactly as long as one thread at a time adds to it.
 */
final class Schedule {
    /** A task and where it runs. */
    record Step(SimulatedDispatcher dispatcher, Runnable task) {
        /** The task by its class, the same in each run. */
        String title() {
            return task instanceof Timer timer ? "timer of " + classOf(timer.task) : classOf(task);
        }

        private static String classOf(Runnable task) {
            String name = task.getClass().getName();
            int lambda = name.indexOf("$$Lambda");
            return name.substring(
                            name.lastIndexOf('.', lambda < 0 ? name.length() : lambda) + 1,
                            lambda < 0 ? name.length() : lambda)
                    .replace('$', '.');
        }
    }

    /** The number of the first loop; other dispatchers count from 1. */
    static final int FIRST_LOOP = 1_000;

    private final Order order;
    private final Map<SimulatedDispatcher, ArrayDeque<Runnable>> queues = new HashMap<>();
    private final List<SimulatedDispatcher> ready = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Set<SimulatedDispatcher> ended = new HashSet<>();
    private volatile Thread stepping = Thread.currentThread();
    private long nowNanos;
    private long sequence;
    private int dispatchers;
    private int loops;

    Schedule(Order order) {
        this.order = order;
    }

    /** Says who has the tasks run from here on; until then it is the thread that made this. */
    void steppedBy(Thread thread) {
        stepping = thread;
    }

    boolean isSteppedByCurrentThread() {
        return stepping == Thread.currentThread();
    }

    /** A dispatcher whose tasks are left to do here. */
    synchronized SimulatedDispatcher newDispatcher(String name, boolean servesIo) {
        int number = servesIo ? FIRST_LOOP + loops++ : ++dispatchers;
        return new SimulatedDispatcher(this, name, servesIo, number);
    }

    /** Queues a task; false if the dispatcher has ended. */
    synchronized boolean add(SimulatedDispatcher dispatcher, Runnable task) {
        if (ended.contains(dispatcher)) {
            return false;
        }
        if (!order.admitsCurrentThread()) {
            return true;
        }
        ArrayDeque<Runnable> queue = queues.computeIfAbsent(dispatcher, unknown -> new ArrayDeque<>());
        if (queue.isEmpty()) {
            ready.add(dispatcher);
        }
        queue.add(task);
        order.added(dispatcher, task);
        return true;
    }

    synchronized Cancellable addTimer(SimulatedDispatcher dispatcher, Runnable task, long delayNanos) {
        if (!order.admitsCurrentThread()) {
            return () -> false;
        }
        Timer timer = new Timer(
                dispatcher, task, nowNanos + Math.clamp(delayNanos, 0, Long.MAX_VALUE - nowNanos), sequence++);
        timers.add(timer);
        order.timersTouched(dispatcher);
        return () -> cancel(timer);
    }

    private synchronized boolean cancel(Timer timer) {
        boolean pending = !timer.over;
        timer.over = true;
        timers.remove(timer);
        order.timersTouched(timer.dispatcher);
        return pending;
    }

    synchronized long nanoTime() {
        return nowNanos;
    }

    /** Takes the next task, or null when nothing is ready at this instant, or time is to pass first. */
    synchronized @Nullable Step next() {
        fireDueTimers();
        if (ready.isEmpty()) {
            return null;
        }
        int drawn = order.next(ready, timers.isEmpty() ? Long.MAX_VALUE : timers.peek().dueNanos);
        if (drawn == Order.TIME) {
            return null;
        }
        SimulatedDispatcher dispatcher = ready.get(drawn);
        ArrayDeque<Runnable> queue = queues.get(dispatcher);
        if (queue == null || queue.isEmpty()) {
            throw new IllegalStateException("schedule: dispatcher=" + dispatcher + " is ready without a task");
        }
        Runnable task = queue.remove();
        if (queue.isEmpty()) {
            ready.set(drawn, ready.getLast());
            ready.removeLast();
            queues.remove(dispatcher);
        }
        return new Step(dispatcher, task);
    }

    private void fireDueTimers() {
        while (!timers.isEmpty() && timers.peek().dueNanos <= nowNanos) {
            Timer timer = timers.remove();
            add(timer.dispatcher, timer);
        }
    }

    /** Drops what was left to do. */
    synchronized void clear() {
        queues.clear();
        ready.clear();
        timers.clear();
    }

    /** Moves time to the next timer; false, and time stands still, if none is due by the given instant. */
    synchronized boolean moveToTimer(long untilNanos) {
        Timer timer = timers.peek();
        if (timer == null || timer.dueNanos > untilNanos) {
            return false;
        }
        nowNanos = Math.max(nowNanos, timer.dueNanos);
        return true;
    }

    /** Moves time forward to an instant by which no timer is due. */
    synchronized void moveTo(long nanos) {
        nowNanos = Math.max(nowNanos, nanos);
    }

    synchronized boolean isIdle(SimulatedDispatcher dispatcher) {
        ArrayDeque<Runnable> queue = queues.get(dispatcher);
        return queue == null || queue.isEmpty();
    }

    /** Refuses tasks for the dispatcher from here on, and drops its timers. */
    synchronized void end(SimulatedDispatcher dispatcher) {
        ended.add(dispatcher);
        timers.removeIf(timer -> timer.dispatcher == dispatcher);
    }

    /** As {@link #end}, and drops the tasks that wait. */
    synchronized void drop(SimulatedDispatcher dispatcher) {
        end(dispatcher);
        queues.remove(dispatcher);
        ready.remove(dispatcher);
    }

    final class Timer implements Runnable, Comparable<Timer> {
        private final SimulatedDispatcher dispatcher;
        private final Runnable task;
        private final long dueNanos;
        private final long place;
        private boolean over;

        Timer(SimulatedDispatcher dispatcher, Runnable task, long dueNanos, long place) {
            this.dispatcher = dispatcher;
            this.task = task;
            this.dueNanos = dueNanos;
            this.place = place;
        }

        @Override
        public void run() {
            synchronized (Schedule.this) {
                if (over) {
                    return;
                }
                over = true;
                order.timersTouched(dispatcher);
            }
            task.run();
        }

        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(place, other.place);
        }
    }
}
