package io.tellask.codec.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pooled objects are used again, and by one call at a time. */
class PoolTest {
    private final AtomicInteger made = new AtomicInteger();
    private final Pool<AtomicBoolean> pool = new Pool<>(() -> {
        made.incrementAndGet();
        return new AtomicBoolean();
    });

    @Test
    void threadGetsTheSameObjectAgain() {
        AtomicBoolean first = pool.take();
        pool.end(first, true);

        assertThat(pool.take()).isSameAs(first);
        assertThat(made).hasValue(1);
    }

    @Test
    void callWithinACallGetsAnObjectOfItsOwn() {
        AtomicBoolean outer = pool.take();
        AtomicBoolean inner = pool.take();

        assertThat(inner).isNotSameAs(outer);
        pool.end(inner, true);
        pool.end(outer, true);
        assertThat(List.of(pool.take(), pool.take())).containsExactlyInAnyOrder(outer, inner);
    }

    @Test
    void whatAFailedCallUsedIsNotUsedAgain() {
        AtomicBoolean failed = pool.take();
        pool.end(failed, false);

        assertThat(pool.take()).isNotSameAs(failed);
    }

    @Test
    void virtualThreadsUseWhatEarlierOnesGaveBack() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            Thread.ofVirtual().start(() -> pool.end(pool.take(), true)).join();
        }

        assertThat(made.get()).isLessThanOrEqualTo(4 * Runtime.getRuntime().availableProcessors() + 4);
    }

    @Test
    void noObjectIsInTwoHandsAtOnce() throws Exception {
        AtomicInteger shared = new AtomicInteger();
        try (ExecutorService platform = Executors.newFixedThreadPool(6);
                ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                running.add((i % 2 == 0 ? platform : virtual).submit(() -> useOften(shared)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }

        assertThat(shared).hasValue(0);
    }

    private void useOften(AtomicInteger shared) {
        for (int i = 0; i < 5_000; i++) {
            AtomicBoolean mine = pool.take();
            if (!mine.compareAndSet(false, true)) {
                shared.incrementAndGet();
            }
            Thread.yield();
            mine.set(false);
            pool.end(mine, i % 100 != 0);
        }
    }
}
