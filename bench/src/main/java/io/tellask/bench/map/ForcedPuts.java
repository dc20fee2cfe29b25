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
    private final LongAdder done = new LongAdder();
    private volatile boolean ended;
    private volatile @Nullable Exception failure;

    private ForcedPuts(UserMap map) {
        this.map = map;
    }

    /**
     * Puts for a time after a tenth of it to warm up, longer where nothing was done by then; by the threads that a case's label tells, as in
     * {@code force-64-virtual}.
     */
    static Run run(UserMap map, String label, long millis) throws Exception {
        ForcedPuts puts = new ForcedPuts(map);
        Thread.Builder threads = label.endsWith("-virtual") ? Thread.ofVirtual() : Thread.ofPlatform();
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < Integer.parseInt(label.split("-")[1]); caller++) {
            int first = caller * KEYS_PER_CALLER;
            callers.add(threads.start(() -> puts.putAll(first)));
        }
        TimeUnit.MILLISECONDS.sleep(millis / 10);
        long before = puts.done.sum();
        Usage used = Usage.now();
        long startNanos = System.nanoTime();
        long count = 0;
        while (count == 0 && puts.failure == null) {
            TimeUnit.MILLISECONDS.sleep(millis);
            count = puts.done.sum() - before;
        }
        long wallNanos = System.nanoTime() - startNanos;
        long cpuNanos = Usage.now().since(used).cpuNanos();
        puts.ended = true;
        for (Thread caller : callers) {
            caller.join();
        }
        Exception cause = puts.failure;
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
        } catch (Exception e) {
            failure = e;
        }
    }
}
