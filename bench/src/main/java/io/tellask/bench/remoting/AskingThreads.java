package io.tellask.bench.remoting;

import io.tellask.actor.Promise;
import io.tellask.bench.spi.Caller.Tally;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Asks of many threads at once, all to the same references, by blocks of 1,024 numbers so that counting costs nothing. */
final class AskingThreads {
    private static final int THREADS = 16;
    private static final int BLOCK = 1_024;

    private final ExecutorService threads = Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("asking-", 0).factory());
    private final Adding[] adders;
    private final LongAdder total = new LongAdder();
    private final AtomicLong next = new AtomicLong();

    AskingThreads(Adding[] adders) {
        this.adders = adders;
    }

    /** Asks while the phase is open; not for two phases at once. */
    Tally run(Phase phase) throws Exception {
        next.set(0);
        total.reset();
        List<Future<Long>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            running.add(threads.submit(() -> ask(phase)));
        }
        long count = 0;
        for (Future<Long> each : running) {
            count += each.get();
        }
        return new Tally(count, total.sum());
    }

    private long ask(Phase phase) throws Exception {
        long count = 0;
        Promise<?>[] last = new Promise<?>[adders.length];
        for (long from = next.getAndAdd(BLOCK); phase.open(from); from = next.getAndAdd(BLOCK)) {
            for (long number = from; number < from + BLOCK; number++) {
                int first = Pairs.first(number);
                int index = (int) number & (adders.length - 1);
                last[index] = adders[index].add(first, first + 1).thenAccept(sum -> {
                    Pairs.check(first, sum);
                    total.add(sum);
                });
            }
            count += BLOCK;
        }
        for (Promise<?> each : last) {
            if (each != null) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
        return count;
    }
}
