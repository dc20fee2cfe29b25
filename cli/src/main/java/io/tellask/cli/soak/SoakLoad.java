package io.tellask.cli.soak;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.actor.Streams;
import io.tellask.actor.Supervision;
import io.tellask.cli.soak.SoakWorker.SoakListener;
import io.tellask.cli.soak.SoakWorker.SoakListenerActor;
import io.tellask.cli.soak.SoakWorker.SoakWorkerActor;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Rounds of work, each of which makes actors and connections and ends them: tells, asks, timers, streams, failures and restarts, stops that are
 * watched, and the same over TCP with calls back. Every answer is checked. Used by one thread.
 */
public final class SoakLoad implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;
    private static final int WORKERS = 40;
    private static final int MOST_TELLS = 100;
    private static final int MOST_ITEMS = 500;
    private static final int TIMERS = 16;
    private static final int CALLS_BACK = 20;
    private static final Supervision RESTART =
            Supervision.restart().withPauses(Duration.ZERO, Duration.ZERO).countingAsks();

    private final SplittableRandom random;
    private final ActorSystem here;
    private final ActorSystem there;
    private final Server server;
    private long rounds;
    private long calls;
    private long restarts;

    /** Starts two systems and a server between them. */
    public SoakLoad(long seed) {
        random = new SplittableRandom(seed);
        here = ActorSystem.builder().name("soak").ioLoops(2).poolThreads(2).build();
        there = ActorSystem.builder().name("soak-server").ioLoops(1).build();
        SoakWorker published = there.spawn(SoakWorker.class, SoakWorkerActor::new, SpawnOptions.pool());
        server = Server.builder(there)
                .publish("worker", SoakWorker.class, published)
                .listen("tellask://127.0.0.1:0")
                .start();
    }

    /** How often {@link #round} has returned. */
    public long rounds() {
        return rounds;
    }

    /** Calls that were made, and answered where they have answers. */
    public long calls() {
        return calls;
    }

    /** How often an actor was made again. */
    public long restarts() {
        return restarts;
    }

    /**
     * Works once with everything.
     *
     * @throws CommandFailure if an answer is wrong, or something is left behind
     */
    public void round() throws Exception {
        work();
        try (Client client = Client.connect(here, server.address())) {
            overTheNetwork(client.lookup("worker", SoakWorker.class));
        }
        rounds++;
        require("actors that live", 0, here.actors());
    }

    private void work() throws Exception {
        List<SoakWorker> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(here.spawn(
                    SoakWorker.class, SoakWorkerActor::new, placement(i).withSupervision(RESTART)));
        }
        long[] sums = new long[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            sums[i] = add(workers.get(i));
        }
        List<Promise<Integer>> timers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            require("sum of a worker", sums[i], get(workers.get(i).sum()));
            timers.add(workers.get(i).timers(TIMERS));
        }
        for (Promise<Integer> ran : timers) {
            require("timers that ran", TIMERS / 2, get(ran));
        }
        restart(workers.get(random.nextInt(WORKERS)));
        items(workers.get(random.nextInt(WORKERS)));
        stop(workers);
    }

    /** Most on loops and on the pool, a few on threads of their own. */
    private static SpawnOptions placement(int number) {
        return number < 2
                ? SpawnOptions.dedicatedThread()
                : number % 2 == 0 ? SpawnOptions.ioLoop() : SpawnOptions.pool();
    }

    private long add(SoakWorker worker) {
        long sum = 0;
        int tells = random.nextInt(MOST_TELLS);
        for (int i = 0; i < tells; i++) {
            long number = random.nextLong(1_000);
            worker.add(number);
            sum += number;
        }
        calls += tells;
        return sum;
    }

    private void restart(SoakWorker worker) throws Exception {
        worker.add(1);
        Promise<Void> failed = worker.fail();
        try {
            get(failed);
            throw new CommandFailure("soak: a call that fails was answered");
        } catch (ExecutionException asAsked) {
            require("sum of a worker that was made again", 0, get(worker.sum()));
            restarts++;
        }
    }

    private void items(SoakWorker worker) throws Exception {
        int count = random.nextInt(MOST_ITEMS);
        List<Long> items = get(Streams.collect(worker.numbers(count)));
        if (!items.equals(LongStream.range(0, count).boxed().toList())) {
            throw new CommandFailure("soak: a stream of items=" + count + " brought others, items=" + items.size());
        }
    }

    private void stop(List<?> actors) throws Exception {
        List<Promise<StopReason>> stopped = new ArrayList<>();
        for (Object each : actors) {
            stopped.add(here.watch(each));
            here.stop(each);
        }
        for (Promise<StopReason> reason : stopped) {
            require(
                    "stops as asked",
                    StopReason.REQUESTED.ordinal(),
                    get(reason).ordinal());
        }
    }

    private void overTheNetwork(SoakWorker worker) throws Exception {
        long before = get(worker.sum());
        long added = add(worker);
        require("sum of a remote worker", before + added, get(worker.sum()));
        items(worker);
        SoakListener listener = here.spawn(SoakListener.class, SoakListenerActor::new);
        get(worker.callBack(listener, CALLS_BACK));
        calls += CALLS_BACK;
        stop(List.of(listener));
    }

    private <T> T get(Promise<T> promise) throws Exception {
        calls++;
        return promise.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void require(String what, long expected, long actual) {
        if (expected != actual) {
            throw new CommandFailure("soak: " + what + "=" + actual + ", expected=" + expected);
        }
    }

    @Override
    public void close() {
        server.close();
        here.close();
        there.close();
    }
}
