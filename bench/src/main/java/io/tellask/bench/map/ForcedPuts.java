package io.tellask.bench.map;

import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Threads, of the system or virtual ones, that each put a user and wait until it is on disk, again and again. */
final class ForcedPuts {
    private static final int KEYS_PER_CALLER = 1_000;

    private final UserMap map;
    private final String label;
    private final int callers;
    private final Thread.Builder threads;
    private final LongAdder done = new LongAdder();
    private volatile boolean ended;
    private volatile @Nullable RuntimeException failure;

    /** By the threads that a case's label tells, as in {@code force-64-virtual}. */
    ForcedPuts(UserMap map, String label) {
        this.map = map;
        this.label = label;
        this.callers = Integer.parseInt(label.split("-")[1]);
        this.threads = label.endsWith("-virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
    }

    /** Puts for a time after a tenth of it to warm up, longer where nothing was done by then. */
    Run run(long millis) throws InterruptedException {
        List<Thread> started = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int first = caller * KEYS_PER_CALLER;
            started.add(threads.name("bench-caller-" + caller).start(() -> putAll(first)));
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
        for (Thread thread : started) {
            thread.join();
        }
        RuntimeException cause = failure;
        if (cause != null) {
            throw cause;
        }
        return Run.of(label, "", Run.OPERATIONS_A_SECOND, count * 1e9 / wallNanos)
                .with(Run.CPU, (double) cpuNanos / count);
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
