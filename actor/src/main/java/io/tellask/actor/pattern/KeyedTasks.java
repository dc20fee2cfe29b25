package io.tellask.actor.pattern;

import io.tellask.actor.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous work of an actor: that of one key one after the other, in the order in which it was given; that of different keys side by side, as far as there
 * is room. A key that has nothing to do takes no memory.
 *
 * <p>It belongs to the actor that makes it. What waits when that stops or is made again fails with {@link io.tellask.actor.ActorStoppedException}; what runs
 * then goes on, and nobody is told.
 *
 * @param <K> keys, with {@code equals} and {@code hashCode}
 */
public final class KeyedTasks<K> extends OwnedByActor {
    /** Tasks that may wait, unless something else is said. */
    public static final int DEFAULT_WAITING = 1_024;

    private final int sideBySide;
    private final int mostWaiting;
    private final Map<K, Queue<Task<?>>> keys = new HashMap<>(); // those that run or wait
    private final Queue<K> ready = new ArrayDeque<>(); // keys of which nothing runs
    private int running;
    private int waiting;

    /**
     * Work of this actor.
     *
     * @param sideBySide how many keys may be worked on at one time, at least 1
     * @param mostWaiting how many tasks may wait, of all keys together, at least 1
     */
    public KeyedTasks(int sideBySide, int mostWaiting) {
        super("keyed tasks");
        this.sideBySide = positive("keyed tasks: sideBySide", sideBySide);
        this.mostWaiting = positive("keyed tasks: mostWaiting", mostWaiting);
    }

    /** Work of this actor, of which {@link #DEFAULT_WAITING} tasks may wait. */
    public KeyedTasks(int sideBySide) {
        this(sideBySide, DEFAULT_WAITING);
    }

    private record Task<T>(Supplier<? extends CompletionStage<? extends T>> work, Promise<T> result) {}

    /**
     * Begins a task when all that was given before for the same key is over, whatever came of it, and there is room. It runs as the actor; it is over when its
     * stage is. A task whose promise was cancelled before is not begun.
     *
     * @return what becomes of it; fails with {@link TooManyWaitingException} if too many wait already
     */
    public <T> Promise<T> submit(K key, Supplier<? extends CompletionStage<? extends T>> task) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(task, "task");
        requireOwner();
        if (waiting == mostWaiting && (running == sideBySide || keys.containsKey(key))) {
            return Promise.failed(new TooManyWaitingException("keyed tasks: waiting=" + waiting + " >= mostWaiting="
                    + mostWaiting + "; submit less, or allow more to wait"));
        }
        Promise<T> result = new Promise<>();
        Queue<Task<?>> ofKey = keys.get(key);
        if (ofKey == null) {
            ofKey = new ArrayDeque<>(2);
            keys.put(key, ofKey);
            ready.add(key);
        }
        ofKey.add(new Task<>(task, result));
        waiting++;
        beginWhatMay();
        return result;
    }

    /** How many tasks have not begun. */
    public int waiting() {
        return waiting;
    }

    /** How many tasks are under way. */
    public int running() {
        return running;
    }

    private void beginWhatMay() {
        while (running < sideBySide && !ready.isEmpty()) {
            K key = ready.remove();
            Task<?> task = Objects.requireNonNull(keys.get(key)).poll();
            if (task == null) {
                keys.remove(key);
            } else {
                waiting--;
                begin(key, task);
            }
        }
    }

    private <T> void begin(K key, Task<T> task) {
        if (task.result.isDone()) { // cancelled
            ready.add(key);
            return;
        }
        running++;
        CompletionStage<? extends T> stage;
        try {
            stage = Objects.requireNonNull(task.work.get(), "keyed tasks: the task returned null; return a stage");
        } catch (Throwable failure) {
            stage = Promise.failed(failure);
        }
        Promise.<T>from(stage).whenComplete((value, failure) -> end(key, task, value, failure));
    }

    private <T> void end(K key, Task<T> task, @Nullable T value, @Nullable Throwable failure) {
        running--;
        ready.add(key);
        if (failure == null) {
            task.result.complete(value);
        } else {
            task.result.completeExceptionally(failure);
        }
        beginWhatMay();
    }

    @Override
    void stopped() {
        RuntimeException reason = hasStopped();
        ready.clear();
        keys.values().forEach(tasks -> tasks.forEach(each -> each.result.completeExceptionally(reason)));
        keys.clear();
        waiting = 0;
    }
}
