package io.tellask.bench.actor;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ThreadDispatcher;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Where actors run, by the contender's name. {@code tellask-…} are actors that tell themselves; the others are tasks that submit themselves, as in the
 * founding measurement.
 */
interface Executing {
    /** Starts an actor that handles so many messages, each of which it sends to itself, and counts {@code done} down behind the last. */
    void start(int actor, Body body, int messages, CountDownLatch done);

    static Executing of(String contender, int threads) {
        return switch (contender) {
            case "tellask-pool" -> {
                ActorSystem system = ActorSystem.builder().poolThreads(threads).build();
                yield actors(system, actor -> SpawnOptions.pool());
            }
            case "tellask-dedicated" -> {
                List<ThreadDispatcher> all = IntStream.range(0, threads)
                        .mapToObj(i -> new ThreadDispatcher("dedicated-" + i, false))
                        .toList();
                yield actors(ActorSystem.create(), actor -> SpawnOptions.on(all.get(actor % threads)));
            }
            case "dedicated" -> {
                List<Executor> all = IntStream.range(0, threads)
                        .<Executor>mapToObj(i -> Executors.newSingleThreadExecutor(daemons()))
                        .toList();
                yield tasks(actor -> all.get(actor % threads));
            }
            case "stealing" -> {
                Executor all = new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
                yield tasks(actor -> all);
            }
            case "fixed" -> {
                Executor all = Executors.newFixedThreadPool(threads, daemons());
                yield tasks(actor -> all);
            }
            case "virtual" -> Executing::virtual;
            default -> throw new IllegalArgumentException("no such contender: " + contender);
        };
    }

    private static java.util.concurrent.ThreadFactory daemons() {
        return Thread.ofPlatform().daemon().factory();
    }

    private static Executing actors(ActorSystem system, IntFunction<SpawnOptions> options) {
        return (actor, body, messages, done) -> system.spawn(
                        Stepping.class, () -> new Stepper(body, done), options.apply(actor))
                .step(messages);
    }

    private static Executing tasks(IntFunction<Executor> executors) {
        return (actor, body, messages, done) -> {
            Executor executor = executors.apply(actor);
            executor.execute(new Resubmitted(executor, body, messages, done));
        };
    }

    /** A virtual thread with a queue of its own; the flag {@code jdk.virtualThreadScheduler.parallelism} says how many threads carry them. */
    private static void virtual(int actor, Body body, int messages, CountDownLatch done) {
        LinkedBlockingQueue<Integer> mailbox = new LinkedBlockingQueue<>();
        mailbox.add(messages);
        Thread.ofVirtual().start(() -> {
            try {
                int left = mailbox.take();
                while (left > 0) {
                    body.run();
                    mailbox.add(left - 1);
                    left = mailbox.take();
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            done.countDown();
        });
    }

    /** Tells itself. */
    interface Stepping {
        void step(int left);
    }

    /** An actor around a body. */
    final class Stepper extends Actor implements Stepping {
        private final Body body;
        private final CountDownLatch done;
        private final Stepping self = self(Stepping.class);

        Stepper(Body body, CountDownLatch done) {
            this.body = body;
            this.done = done;
        }

        @Override
        public void step(int left) {
            if (left == 0) {
                done.countDown();
                system().stop(self);
            } else {
                body.run();
                self.step(left - 1);
            }
        }
    }

    /** A task that submits itself until its share is used up. */
    final class Resubmitted implements Runnable {
        private final Executor executor;
        private final Body body;
        private final CountDownLatch done;
        private int left; // one thread at a time: the executor hands it over

        Resubmitted(Executor executor, Body body, int messages, CountDownLatch done) {
            this.executor = executor;
            this.body = body;
            this.done = done;
            left = messages;
        }

        @Override
        public void run() {
            body.run();
            if (--left == 0) {
                done.countDown();
            } else {
                executor.execute(this);
            }
        }
    }
}
