package io.tellask.bench.actor;

import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What stands for an actor where there is no library of actors. {@code limit-queue}: a thread that takes messages from a queue of JCTools, and parks
 * when it is empty; {@code limit-publisher}: a subscriber of {@link SubmissionPublisher}; {@code limit-park}: a thread that is unparked, with one place for a message, and for timers a {@link ScheduledThreadPoolExecutor}.
 */
public final class LimitActors implements LocalActors {
    private static final int CHUNK = 1_024;
    private static final int PUBLISHED = 32_768;
    private static final int YIELDS_BEFORE_PARK = 2;

    private final String contender;

    public LimitActors(String contender) {
        this.contender = contender;
    }

    private record Message(int sender, int value) {}

    @Override
    public Receiver receiver(Receiver state) {
        return switch (contender) {
            case "limit-queue" -> new Consumer(state);
            case "limit-publisher" -> publisher(state);
            case "limit-park" -> new Parked(state);
            default -> throw new IllegalArgumentException("no such limit: " + contender);
        };
    }

    @Override
    public Receiver elsewhere(Receiver state) {
        return receiver(state);
    }

    /** An executor of one thread, which sleeps until the instant and runs the task itself: one wake-up, as a thread that parks until then has. */
    @Override
    public Alarms alarms(Receiver state) {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());
        return (dueNanos, value) -> {
            Future<?> _ =
                    executor.schedule(() -> state.tell(0, value), dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        };
    }

    @Override
    public void close() {
        // threads are daemons
    }

    private static Receiver publisher(Receiver state) {
        SubmissionPublisher<Message> publisher = new SubmissionPublisher<>(
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()), PUBLISHED);
        publisher.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Message message) {
                state.tell(message.sender, message.value);
            }

            @Override
            public void onError(Throwable failure) {
                throw new IllegalStateException(failure);
            }

            @Override
            public void onComplete() {
                // nobody completes it
            }
        });
        return (sender, value) -> publisher.submit(new Message(sender, value));
    }

    /** A queue and its thread. */
    private static final class Consumer implements Receiver {
        private final MpscUnboundedArrayQueue<Message> queue = new MpscUnboundedArrayQueue<>(CHUNK);
        private final Receiver state;
        private final Thread thread;
        private volatile boolean parked;

        Consumer(Receiver state) {
            this.state = state;
            thread = Thread.ofPlatform().daemon().start(this::take);
        }

        @Override
        public void tell(int sender, int value) {
            queue.add(new Message(sender, value));
            if (parked) {
                LockSupport.unpark(thread);
            }
        }

        private void take() {
            int misses = 0;
            while (true) {
                Message message = queue.poll();
                if (message != null) {
                    misses = 0;
                    state.tell(message.sender, message.value);
                } else if (misses++ < YIELDS_BEFORE_PARK) {
                    Thread.yield();
                } else {
                    parked = true;
                    if (queue.isEmpty()) {
                        LockSupport.park(this);
                    }
                    parked = false;
                    misses = 0;
                }
            }
        }
    }

    /** One place, and a thread that parks until something is in it. */
    private static final class Parked implements Receiver {
        private final Receiver state;
        private final Thread thread;
        private volatile @Nullable Message message;

        Parked(Receiver state) {
            this.state = state;
            thread = Thread.ofPlatform().daemon().start(this::take);
        }

        @Override
        public void tell(int sender, int value) {
            message = new Message(sender, value);
            LockSupport.unpark(thread);
        }

        private void take() {
            while (true) {
                Message next = message;
                if (next == null) {
                    LockSupport.park(this);
                } else {
                    message = null;
                    state.tell(next.sender, next.value);
                }
            }
        }
    }
}
