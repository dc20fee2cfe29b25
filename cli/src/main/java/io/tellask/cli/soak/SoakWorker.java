package io.tellask.cli.soak;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.stream.LongStream;

/** What a soak calls: each method uses another part of the runtime. */
public interface SoakWorker {
    /** Adds to the sum. */
    void add(long number);

    /** The sum of what was added since the actor was made, the last time. */
    Promise<Long> sum();

    /** Fails, so that the actor is made again. */
    Promise<Void> fail();

    /** Starts so many timers, calls off every second one, and answers how many ran once no other one can. */
    Promise<Integer> timers(int count);

    /** The numbers from 0 to one below the count. */
    Flow.Publisher<Long> numbers(long count);

    /** Calls back as often, and answers when that is done. */
    Promise<Void> callBack(SoakListener listener, int times);

    /** What a worker calls back. */
    interface SoakListener {
        /** Answers a number one higher. */
        Promise<Long> next(long number);
    }

    /** The worker. */
    final class SoakWorkerActor extends Actor implements SoakWorker {
        private long sum;

        @Override
        public void add(long number) {
            sum += number;
        }

        @Override
        public Promise<Long> sum() {
            return Promise.of(sum);
        }

        @Override
        public Promise<Void> fail() {
            throw new IllegalStateException("fail: a soak asked for it");
        }

        @Override
        public Promise<Integer> timers(int count) {
            Promise<Integer> ran = new Promise<>();
            int[] runs = new int[1];
            for (int i = 0; i < count; i++) {
                var timer = timers().after(Duration.ofNanos(100_000L * (i + 1)), () -> runs[0]++);
                if (i % 2 == 1) {
                    timer.cancel();
                }
            }
            timers().after(Duration.ofNanos(100_000L * (count + 1)), () -> ran.complete(runs[0]));
            return ran;
        }

        @Override
        public Flow.Publisher<Long> numbers(long count) {
            return Streams.of(LongStream.range(0, count).iterator());
        }

        @Override
        public Promise<Void> callBack(SoakListener listener, int times) {
            Promise<Void> done = new Promise<>();
            callBack(listener, times, 0, done);
            return done;
        }

        private static void callBack(SoakListener listener, int times, long number, Promise<Void> done) {
            if (number == times) {
                done.complete(null);
                return;
            }
            listener.next(number).whenComplete((next, failure) -> {
                if (failure != null) {
                    done.completeExceptionally(failure);
                } else {
                    callBack(listener, times, next, done);
                }
            });
        }
    }

    /** Answers one more. */
    final class SoakListenerActor implements SoakListener {
        @Override
        public Promise<Long> next(long number) {
            return Promise.of(number + 1);
        }
    }
}
