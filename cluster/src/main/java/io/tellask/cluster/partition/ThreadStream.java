package io.tellask.cluster.partition;

import io.tellask.actor.Emitter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stream whose items a virtual thread makes, which may wait; it begins when somebody subscribes. Stateless. */
final class ThreadStream {
    private ThreadStream() {}

    /** Makes the items of a stream; what it throws fails the stream. */
    interface Work<T> {
        void run(Emitter<T> emitter);
    }

    /**
     * A stream for one subscriber.
     *
     * @param itemsAhead items that may wait for the subscriber, at most
     */
    static <T> Flow.Publisher<T> of(int itemsAhead, Work<T> work) {
        Emitter<T> emitter = new Emitter<>(itemsAhead);
        AtomicBoolean begun = new AtomicBoolean();
        return subscriber -> {
            emitter.subscribe(subscriber);
            if (begun.compareAndSet(false, true)) {
                Thread.ofVirtual().name("tellask-partition").start(() -> run(work, emitter));
            }
        };
    }

    private static <T> void run(Work<T> work, Emitter<T> emitter) {
        try {
            work.run(emitter);
            emitter.complete();
        } catch (CancellationException cancelled) {
            emitter.complete(); // to nobody
        } catch (CompletionException failure) {
            emitter.fail(Lane.cause(failure));
        } catch (Throwable failure) {
            emitter.fail(failure);
        }
    }

    /**
     * Emits an item as soon as there is room for it.
     *
     * @throws CancellationException if nobody wants it any more
     */
    static <T> void emit(Emitter<T> emitter, T item) {
        while (!emitter.offer(item)) {
            emitter.whenWritable().join();
        }
    }
}
