package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever walks over a map that is closed meanwhile gets no further record, although some are in memory already. */
class ClosedWhileReadingTest {
    private static final int RECORDS = 200;

    @TempDir
    Path directory;

    private DurableMap<String, String> map;

    @BeforeEach
    void fill() {
        map = DurableMap.builder(directory, String.class, String.class)
                .durability(Durability.BUFFERED)
                .open();
        for (int i = 0; i < RECORDS; i++) {
            map.put("k" + i, "v");
        }
    }

    @Test
    void aScanEnds() {
        try (Scan<String, String> scan = map.scan();
                Scan<String, String> prefixed = map.scan("k")) {
            assertThat(scan.next()).isTrue();
            assertThat(prefixed.next()).isTrue();
            map.close();
            assertThatThrownBy(scan::next).isInstanceOf(StoreClosedException.class);
            assertThatThrownBy(prefixed::next).isInstanceOf(StoreClosedException.class);
            assertThatThrownBy(scan::key).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aScanThatWasOverIsOver() {
        Scan<String, String> scan = map.scan();
        while (scan.next()) {
            assertThat(scan.value()).isEqualTo("v");
        }
        map.close();
        assertThat(scan.next()).isFalse();
    }

    @Test
    void forEachEnds() {
        AtomicInteger seen = new AtomicInteger();
        assertThatThrownBy(() -> map.forEach((key, value) -> {
                    seen.incrementAndGet();
                    map.close();
                }))
                .isInstanceOf(StoreClosedException.class);
        assertThat(seen).hasValue(1);
    }

    @Test
    void aFeedOfChangesEnds() {
        try (ChangeFeed<String, String> feed = map.changes(1, 1 << 20)) {
            assertThat(feed.next()).isTrue();
            map.close();
            assertThatThrownBy(feed::next).isInstanceOf(StoreClosedException.class);
        }
    }

    @Test
    void aParallelScanEndsInAllThreads() throws Exception {
        CyclicBarrier atFirst = new CyclicBarrier(2);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread walker = Thread.ofPlatform().start(() -> {
            try {
                map.forEachParallel(4, key -> true, (key, value) -> {
                    if (seen.getAndIncrement() == 0) {
                        pass(atFirst, closed);
                    }
                });
            } catch (RuntimeException e) {
                failure.set(e);
            }
        });
        atFirst.await();
        map.close();
        closed.countDown();
        walker.join();
        assertThat(failure.get()).isInstanceOf(StoreClosedException.class);
        assertThat(seen).hasValue(1);
    }

    private static void pass(CyclicBarrier barrier, CountDownLatch closed) {
        try {
            barrier.await();
            closed.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
