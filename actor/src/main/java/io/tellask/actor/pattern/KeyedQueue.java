package io.tellask.actor.pattern;

import io.tellask.actor.Promise;
import io.tellask.actor.failure.Failures;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous tasks in an order: those of one key run one after the other, those of different keys beside each other up to a limit.
 *
 * <p>An actor handles its next message while a call that it made is on its way, so two messages about one thing may overtake each other behind it. Here
 * a task begins when the one before it of the same key has settled, failed ones too. Keys whose turn it is are served in the order in which they
 * became ready; a key without tasks takes no memory.
 *
 * <p>A task runs as the actor that submitted it, and its asks inherit the deadline of the call meanwhile. Cancelling its promise keeps a waiting task from
 * running, and cancels what a running one waits for. When the actor stops, waiting tasks do not run: {@link #failWaiting} in its {@code onStop} tells
 * those who wait for them.
 *
 * <p>Not thread-safe: of one actor.
 *
 * @param <K> the keys, which have {@code equals} and {@code hashCode}
 */
public final class KeyedQueue<K> {
    /** Tasks that run at a time, unless the constructor is told otherwise. */
    public static final int DEFAULT_RUNNING = 64;

    /** Tasks that wait, unless the constructor is told otherwise. */
    public static final int DEFAULT_WAITING = 65_536;

    private final int mostRunning;
    private final int mostWaiting;
    private final Map<K, Lane> lanes = new HashMap<>();
    private final Queue<Lane> ready = new ArrayDeque<>(); // none of their tasks runs, and one waits
    private int running;
    private int waiting;
    private boolean starting;

    /** A queue with {@link #DEFAULT_RUNNING} and {@link #DEFAULT_WAITING}. */
    public KeyedQueue() {
        this(DEFAULT_RUNNING, DEFAULT_WAITING);
    }

    /**
     * A queue with limits of its own.
     *
     * @param mostRunning tasks that run at a time, at least 1
     * @param mostWaiting tasks that wait, of all keys together, at least 0
     */
    public KeyedQueue(int mostRunning, int mostWaiting) {
        if (mostRunning < 1) {
            throw new IllegalArgumentException(
                    "keyed queue: mostRunning=" + mostRunning + " < 1; let at least one task run");
        }
        if (mostWaiting < 0) {
            throw new IllegalArgumentException("keyed queue: mostWaiting=" + mostWaiting + " < 0; give 0 or more");
        }
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Runs a task once those of its key that were submitted before have settled.
     *
     * @param task begins the work, and returns the stage that settles when it is done
     * @return settles as that stage does; fails with what the task throws, and with {@link QueueFullException} if the task had to wait and as many wait as may
     */
    public <T> Promise<T> submit(K key, Supplier<? extends CompletionStage<? extends T>> task) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(task, "task");
        boolean waits = lanes.containsKey(key) || running >= mostRunning || !ready.isEmpty();
        if (waits && waiting >= mostWaiting) {
            return Promise.failed(new QueueFullException("keyed queue: waiting=" + waiting + " >= mostWaiting="
                    + mostWaiting + "; submit slower, or allow more"));
        }
        Lane lane = lanes.computeIfAbsent(key, Lane::new);
        Work<T> work = new Work<>(lane, task);
        lane.waiting.add(work);
        waiting++;
        if (!lane.busy && lane.waiting.size() == 1) {
            ready.add(lane);
        }
        startReady();
        return work;
    }

    /** Tasks that run: begun, and not settled. */
    public int running() {
        return running;
    }

    /** Tasks that wait for their turn, those included that were cancelled meanwhile. */
    public int waiting() {
        return waiting;
    }

    /** Keys of which a task runs or waits. */
    public int keys() {
        return lanes.size();
    }

    /** Fails all tasks that wait; those that run go on. */
    public void failWaiting(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        List<Work<?>> failed = new ArrayList<>();
        lanes.values().forEach(lane -> {
            failed.addAll(lane.waiting);
            lane.waiting.clear();
        });
        lanes.values().removeIf(lane -> !lane.busy);
        ready.clear();
        waiting = 0;
        failed.forEach(work -> work.completeExceptionally(failure));
    }

    /** Begins what may begin. A task that settles at once comes back here: the loop that runs already sees to it. */
    private void startReady() {
        if (starting) {
            return;
        }
        starting = true;
        try {
            while (running < mostRunning && !ready.isEmpty()) {
                ready.remove().startNext();
            }
        } finally {
            starting = false;
        }
    }

    /** The tasks of one key. */
    private final class Lane {
        private final K key;
        private final Queue<Work<?>> waiting = new ArrayDeque<>(2);
        private boolean busy;

        Lane(K key) {
            this.key = key;
        }

        void startNext() {
            Work<?> next = waiting.remove();
            KeyedQueue.this.waiting--;
            running++;
            busy = true;
            next.turn.complete(null);
        }

        void ended() {
            running--;
            busy = false;
            if (waiting.isEmpty()) {
                lanes.remove(key);
            } else {
                ready.add(this);
            }
            startReady();
        }
    }

    /** One task, and what its submitter waits for. */
    private final class Work<T> extends Promise<T> {
        private final Lane lane;
        private final Promise<Void> turn = new Promise<>();
        private volatile @Nullable Promise<T> answer; // null until the task has begun

        Work(Lane lane, Supplier<? extends CompletionStage<? extends T>> task) {
            this.lane = lane;
            turn.thenRun(() -> begin(task)); // with the deadline of the call that submits it
        }

        private void begin(Supplier<? extends CompletionStage<? extends T>> task) {
            if (isDone()) {
                lane.ended();
                return;
            }
            Promise<T> begun = answerOf(task);
            answer = begun;
            begun.whenComplete(this::end);
            if (isDone()) {
                onAbandoned();
            }
        }

        private Promise<T> answerOf(Supplier<? extends CompletionStage<? extends T>> task) {
            try {
                return Promise.from(Objects.requireNonNull(task.get(), "keyed queue: the task returned no stage"));
            } catch (Throwable failure) {
                return Promise.failed(failure);
            }
        }

        @Override
        protected boolean waitsForMaker() {
            return true;
        }

        private void end(@Nullable T value, @Nullable Throwable failure) {
            try {
                if (failure == null) {
                    complete(value);
                } else {
                    completeExceptionally(Failures.unwrap(failure));
                }
            } finally {
                lane.ended();
            }
        }

        @Override
        protected void onAbandoned() {
            Promise<T> begun = answer;
            if (begun != null) {
                begun.cancel(false);
            }
        }
    }
}
