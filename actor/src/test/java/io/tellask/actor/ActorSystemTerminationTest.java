package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps a server's {@code main} alive: waiting for the end of its actor system. */
class ActorSystemTerminationTest {
    /** An actor that closes its own system, and one that waits for its end. */
    public interface Operator {
        void closeSystem();

        Promise<Boolean> awaitSystem();
    }

    static final class OperatorActor extends Actor implements Operator {
        private final CountDownLatch stopped;

        OperatorActor(CountDownLatch stopped) {
            this.stopped = stopped;
        }

        @Override
        public void closeSystem() {
            system().close();
        }

        @Override
        public Promise<Boolean> awaitSystem() {
            try {
                return Promise.of(system().awaitTermination(Duration.ZERO));
            } catch (InterruptedException interrupted) {
                return Promise.failed(interrupted);
            }
        }

        @Override
        protected void onStop(StopReason reason) {
            stopped.countDown();
        }
    }

    private final ActorSystem system = ActorSystem.create();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Operator operator = system.spawn(Operator.class, () -> new OperatorActor(stopped));

    @AfterEach
    void close() {
        system.close();
    }

    @Test
    void waitsUntilActorsHaveStopped() throws Exception {
        CompletableFuture<Long> waiting = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                system.awaitTermination();
                waiting.complete(stopped.getCount());
            } catch (InterruptedException interrupted) {
                waiting.completeExceptionally(interrupted);
            }
        });
        assertThat(system.awaitTermination(Duration.ofMillis(1))).isFalse();
        assertThat(waiting).isNotDone();

        operator.closeSystem();

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isZero();
        system.awaitTermination();
        assertThat(system.awaitTermination(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }

    @Test
    void anInterruptedThreadLeavesTheSystemOpen() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(system::awaitTermination).isInstanceOf(InterruptedException.class);
        assertThat(operator.awaitSystem()).isNotNull();
    }

    @Test
    void refusesThreadsThatRunActors() {
        assertThatThrownBy(() -> operator.awaitSystem().get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(BlockingCallException.class)
                .hasMessageStartingWith("awaitTermination: thread=" + system.name())
                .hasMessageEndingWith("and must not wait; call it on a plain thread");
    }
}
