package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two threads that use one walk over the records are told so; neither they nor the log hear of damage that is not there. */
class SharedWalkTest {
    private static final int RECORDS = 20_000;
    private static final int ROUNDS = 5;
    private static final long MUCH = 1 << 30;

    @TempDir
    private Path directory;

    private DurableMap<Integer, byte[]> map;
    private final AtomicInteger steps = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void fill() {
        map = DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(Durability.BUFFERED)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(4096).withSegmentBytes(64 << 10))
                .open();
        for (int i = 0; i < RECORDS; i++) {
            map.put(i, new byte[i % 50]);
        }
    }

    @AfterEach
    void close() {
        map.close();
    }

    private Thread start(BooleanSupplier next, CyclicBarrier ready) {
        return Thread.ofPlatform().start(() -> {
            try {
                ready.await();
            } catch (Exception e) {
                failures.add(e);
            }
            boolean goesOn = true;
            while (goesOn) {
                try {
                    goesOn = next.getAsBoolean();
                    steps.addAndGet(goesOn ? 1 : 0);
                } catch (IllegalStateException e) {
                    goesOn = e.getMessage().contains("another thread is using it");
                    failures.addAll(goesOn ? List.of() : List.of(e));
                } catch (RuntimeException e) {
                    goesOn = false;
                    failures.add(e);
                }
            }
        });
    }

    private void walkByTwo(BooleanSupplier next) throws InterruptedException {
        CyclicBarrier ready = new CyclicBarrier(2);
        for (Thread thread : Stream.generate(() -> start(next, ready)).limit(2).toList()) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(map.statistics().damagedReads()).isZero();
    }

    /** Nothing keeps them apart, which would cost a fifth of a scan. */
    @Test
    void whatLooksDamagedToTwoThreadsSaysThatItMayBeTheirFault() throws InterruptedException {
        List<Throwable> reported = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            try (Scan<Integer, byte[]> scan = map.scan()) {
                CyclicBarrier ready = new CyclicBarrier(2);
                for (Thread thread :
                        Stream.generate(() -> start(scan::next, ready)).limit(2).toList()) {
                    thread.join();
                }
                failures.stream()
                        .filter(failure -> !(failure instanceof StoreDamagedException))
                        .forEach(failure -> assertThatThrownBy(scan::next).isSameAs(failure));
                reported.addAll(failures);
                failures.clear();
            }
        }
        assertThat(reported)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOfAny(StoreDamagedException.class, IllegalStateException.class)
                        .hasMessageContainingAll("several threads used", "at once"));
    }

    @Test
    void threadsMayUseAScanOneAfterTheOther() throws InterruptedException {
        try (Scan<Integer, byte[]> scan = map.scan()) {
            for (int i = 0; i < 50; i++) {
                Thread thread = start(() -> scan.next() && false, new CyclicBarrier(1));
                thread.join();
            }
            int left = 0;
            while (scan.next()) {
                left++;
            }
            assertThat(left).isEqualTo(RECORDS - 50);
        }
        assertThat(failures).isEmpty();
        assertThat(map.statistics().damagedReads()).isZero();
    }

    @Test
    void eachChangeIsMetOnce() throws InterruptedException {
        try (ChangeFeed<Integer, byte[]> feed = map.changes(1, MUCH)) {
            walkByTwo(feed::next);
            assertThat(feed.next()).isFalse();
        }
        assertThat(steps).hasValue(RECORDS);
    }

    @Test
    void aScanThatIsClosedByAnotherThreadEnds() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            Scan<Integer, byte[]> scan = map.scan();
            CountDownLatch underWay = new CountDownLatch(100);
            Thread walker = start(
                    () -> {
                        underWay.countDown();
                        return scan.next();
                    },
                    new CyclicBarrier(1));
            underWay.await();
            scan.close();
            walker.join();
            assertThat(scan.next()).isFalse();
            assertThat(scan.hasEnded()).isTrue();
        }
        assertThat(failures).isEmpty();
        assertThat(map.statistics().damagedReads()).isZero();
    }

    @Test
    void aFeedThatWasClosedSaysSo() {
        ChangeFeed<Integer, byte[]> feed = map.changes(1, MUCH);
        assertThat(feed.next()).isTrue();
        feed.close();
        feed.close();
        assertThatThrownBy(feed::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("changes: they were closed");
    }
}
