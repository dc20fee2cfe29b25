package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a system says of how many actors it has, and of what waits for them. */
class ActorCountsTest {
    private final ActorSystem system = ActorSystem.create();

    /** What is called. */
    public interface Worker {
        void work();
    }

    private static final class ShortLived extends Actor implements Worker {
        ShortLived() {
            system().stop(self(Worker.class));
        }

        @Override
        public void work() {}
    }

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void actorThatStopsWhileItIsSpawnedIsForgotten() {
        for (int i = 0; i < 300; i++) {
            system.spawn(Worker.class, ShortLived::new, SpawnOptions.dedicatedThread());
        }
        Await.until("all have stopped", () -> system.actors() == 0);
        assertThat(system.spawnedActors()).isEqualTo(300);
    }

    @Test
    void actorThatCannotBeMadeIsNotCountedAsLiving() {
        assertThatThrownBy(() -> system.spawn(Worker.class, () -> {
                    throw new IllegalStateException("not made");
                }))
                .hasMessage("not made");
        assertThatThrownBy(() -> system.spawn(Worker.class, () -> null)).isInstanceOf(NullPointerException.class);
        assertThat(system.actors()).isZero();
    }

    @Test
    void messagesThatWaitAreCounted() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Worker worker = system.spawn(
                Worker.class,
                () -> () -> {
                    begun.countDown();
                    try {
                        mayEnd.await();
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                },
                SpawnOptions.dedicatedThread());
        worker.work();
        begun.await();
        worker.work();
        worker.work();
        assertThat(system.queuedMessages()).isEqualTo(2);
        mayEnd.countDown();
        Await.until("all were handled", () -> system.queuedMessages() == 0);
    }
}
