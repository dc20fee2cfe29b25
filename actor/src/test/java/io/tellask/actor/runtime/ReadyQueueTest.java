package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Await;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
    private final ReadyQueue queue = new ReadyQueue();

    /** Does nothing. */
    private static final class Task extends ReadyTask {
        @Override
        public void run() {
            throw new AssertionError("nobody runs this");
        }
    }

    @Test
    void tasksComeOutInTheirOrderAndMayStandInItAgain() {
        Task first = new Task();
        Task second = new Task();
        for (int round = 0; round < 3; round++) {
            assertThat(queue.isEmpty()).isTrue();
            assertThat(queue.tryTake()).isNull();
            queue.add(first);
            queue.add(second);
            assertThat(queue.isEmpty()).isFalse();
            assertThat(queue.tryTake()).isSameAs(first);
            queue.add(first);
            assertThat(queue.tryTake()).isSameAs(second);
            assertThat(queue.tryTake()).isSameAs(first);
        }
    }

    @Test
    void keepsNothingThatWasTakenWhileItIsNeverEmpty() {
        WeakReference<ReadyTask> taken = takeBesideAnother();
        Await.until("a task that was taken is let go", () -> {
            System.gc();
            return taken.refersTo(null);
        });
        assertThat(queue.isEmpty()).isFalse();
    }

    private WeakReference<ReadyTask> takeBesideAnother() {
        queue.add(new Task());
        queue.add(new Task());
        return new WeakReference<>(Objects.requireNonNull(queue.tryTake()));
    }
}
