package io.tellask.store.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How late changes are that a slow disk brings to rest. */
class LateForcesTest {
    private static final int PERIOD_MILLIS = 1000;
    private static final int SHORT_MILLIS = 20;

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final Queue<Long> lateMillis = new ConcurrentLinkedQueue<>();

    private Forcer forcer(int periodMillis) {
        return new Forcer(
                new Forcer.Work() {
                    @Override
                    public void force() {
                        begun.release();
                        gate.acquireUninterruptibly();
                    }

                    @Override
                    public void late(long millis) {
                        lateMillis.add(millis);
                    }

                    @Override
                    public void failed(Throwable reason) {
                        throw new AssertionError(reason);
                    }
                },
                Durability.PERIODIC,
                Duration.ofMillis(periodMillis));
    }

    @Test
    void tellsHowOldTheOldestChangeIsThatASlowForceHasNotBroughtToDisk() throws InterruptedException {
        Forcer forcer = forcer(SHORT_MILLIS);
        assertThat(forcer.unforcedMillis()).isZero();
        forcer.changed();
        assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        Await.until("the change has waited for the disk", () -> forcer.unforcedMillis() > 3 * SHORT_MILLIS);
        assertThat(lateMillis).isEmpty();
        gate.release(2);
        forcer.force().join();
        assertThat(lateMillis)
                .singleElement()
                .satisfies(late -> assertThat(late).isGreaterThan(3 * SHORT_MILLIS));
        assertThat(forcer.unforcedMillis()).isZero();
        forcer.stop();
    }

    @Test
    void saysNothingOfForcesThatAreInTime() {
        Forcer forcer = forcer(PERIOD_MILLIS);
        gate.release(10);
        forcer.changed();
        forcer.force().join();
        assertThat(forcer.unforcedMillis()).isZero();
        assertThat(lateMillis).isEmpty();
        forcer.stop();
    }
}
