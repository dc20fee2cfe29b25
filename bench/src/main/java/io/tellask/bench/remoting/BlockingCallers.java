package io.tellask.bench.remoting;

import io.tellask.bench.spi.Caller.Tally;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Many virtual threads that make blocking calls to one actor, each its next one when the last has returned: most of them wait for
 * credit where there are more threads than that.
 */
final class BlockingCallers {
    private static final long LOOK_EVERY_MILLIS = 5;

    private final Adding adder;
    private final AtomicLong next = new AtomicLong();
    private final LongAdder total = new LongAdder();
    private final LongAdder count = new LongAdder();
    private final CountDownLatch running;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    private BlockingCallers(Adding adder, int callers) {
        this.adder = adder;
        running = new CountDownLatch(callers);
    }

    /** Calls from so many threads while the phase is open, and returns when all have returned. */
    static Tally run(Adding adder, int callers, Phase phase) throws InterruptedException {
        BlockingCallers all = new BlockingCallers(adder, callers);
        for (int i = 0; i < callers; i++) {
            Thread.startVirtualThread(all::call);
        }
        do {
            all.running.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } while (all.failure == null && phase.open(all.next.get() & -1_024));
        all.over = true;
        all.running.await();
        if (all.failure != null) {
            throw new IllegalStateException("a blocking call failed", all.failure);
        }
        return new Tally(all.count.sum(), all.total.sum());
    }

    private void call() {
        try {
            do {
                int first = Pairs.first(next.getAndIncrement());
                int sum = adder.addNow(first, first + 1);
                Pairs.check(first, sum);
                total.add(sum);
                count.increment();
            } while (!over);
        } catch (RuntimeException | Error broken) {
            failure = broken;
            over = true;
        } finally {
            running.countDown();
        }
    }
}
