package io.tellask.bench.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WindowTest {
    @Test
    void neverHasMoreOpenThanItsCapacity() throws InterruptedException {
        Window window = new Window(100);
        Semaphore messages = new Semaphore(0);
        AtomicInteger open = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Thread receiver = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 50_000; i++) {
                messages.acquireUninterruptibly();
                open.decrementAndGet();
                window.settle(1);
            }
        });

        for (int i = 0; i < 50_000; i++) {
            window.acquire();
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            messages.release();
        }
        window.awaitAll();
        receiver.join();

        assertThat(open).hasValue(0);
        assertThat(most.get()).isBetween(1, 100);
    }

    @Test
    void wakesTheWaiterOnFailure() {
        Window window = new Window(1);
        window.acquire();
        Thread.ofPlatform().start(() -> window.fail(new IllegalArgumentException("lost")));

        assertThatThrownBy(window::awaitAll).hasRootCauseMessage("lost");
    }
}
