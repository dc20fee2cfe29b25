package io.tellask.bench.map;

import io.tellask.bench.contender.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Threads that each put a user and wait until it is on disk, again and again. */
final class ForcedPuts {
    private static final int KEYS_PER_CALLER = 1_000;

    private final UserMap map;
    private final int callers;
    private final LongAdder done = new LongAdder();
    private volatile boolean ended;
    private volatile @Nullable RuntimeException failure;

    ForcedPuts(UserMap map, int callers) {
        this.map = map;
        this.callers = callers;
    }

    /** Puts for a time after a tenth of it to warm up, longer where nothing was done by then: count, wall and process CPU nanoseconds. */
    String run(long millis) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int first = caller * KEYS_PER_CALLER;
            threads.add(Thread.ofPlatform().name("bench-caller-" + caller).start(() -> putAll(first)));
        }
        TimeUnit.MILLISECONDS.sleep(millis / 10);
        long before = done.sum();
        Usage used = Usage.now();
        long startNanos = System.nanoTime();
        long count = 0;
        while (count == 0 && failure == null) {
            TimeUnit.MILLISECONDS.sleep(millis);
            count = done.sum() - before;
        }
        long wallNanos = System.nanoTime() - startNanos;
        long cpuNanos = Usage.now().since(used).cpuNanos();
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
        RuntimeException cause = failure;
        if (cause != null) {
            throw cause;
        }
        return count + " " + wallNanos + " " + cpuNanos;
    }

    private void putAll(int first) {
        try {
            for (int i = 0; !ended; i = (i + 1) % KEYS_PER_CALLER) {
                map.putForced(Users.key(first + i), Users.value(first + i, i));
                done.increment();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }
}
