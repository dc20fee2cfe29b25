package io.tellask.store.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ForcerTest {
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);

    private final Forcer forcer = new Forcer(
            new Forcer.Work() {
                @Override
                public void force() {
                    begun.release();
                    gate.acquireUninterruptibly();
                }

                @Override
                public void failed(Throwable reason) {
                    throw new AssertionError(reason);
                }
            },
            Durability.PERIODIC,
            Duration.ofSeconds(1));

    @Test
    void countsThePeriodFromTheChangeAlsoWhileAForceIsUnderWay() throws InterruptedException {
        forcer.want();
        assertThat(begun.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        forcer.changed();
        assertThat(begun.tryAcquire(1, TimeUnit.SECONDS)).isFalse();
        gate.release(2);
        assertThat(begun.tryAcquire(700, TimeUnit.MILLISECONDS)).isTrue();
        forcer.stop();
    }
}
