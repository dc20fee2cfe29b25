package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.contract.LocalReference;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of actors on virtual threads when their system closes while they wait. */
@Timeout(60)
class VirtualThreadCloseTest {
    /** Waits. */
    public interface Worker {
        Promise<Boolean> await(CountDownLatch latch) throws InterruptedException;

        Promise<Boolean> awaitThroughInterrupts(CountDownLatch latch);

        void note(String message);

        Promise<Boolean> answerIn(Duration delay);
    }

    private final class WorkerActor extends Actor implements Worker {
        @Override
        public Promise<Boolean> await(CountDownLatch latch) throws InterruptedException {
            begun.countDown();
            return Promise.of(latch.await(30, TimeUnit.SECONDS));
        }

        @Override
        public Promise<Boolean> awaitThroughInterrupts(CountDownLatch latch) {
            begun.countDown();
            boolean open = false;
            while (!open) {
                try {
                    open = latch.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException again) {
                    log.add("interrupted");
                }
            }
            return Promise.of(true);
        }

        @Override
        public void note(String message) {
            log.add(message);
        }

        @Override
        public Promise<Boolean> answerIn(Duration delay) {
            return new Promise<Boolean>().orTimeout(delay.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        protected void onStop(StopReason reason) {
            log.add("stopped " + reason);
        }
    }

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private ActorSystem system = ActorSystem.create();

    @AfterEach
    void close() {
        goOn.countDown();
        system.close();
    }

    private Worker spawn(Duration closePatience) {
        system.close();
        system = ActorSystem.builder().closePatience(closePatience).build();
        return system.spawn(Worker.class, WorkerActor::new, SpawnOptions.virtualThread());
    }

    private void begin(Promise<Boolean> call) throws InterruptedException {
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(call.isDone()).isFalse();
    }

    @Test
    void whatWaitsIsDoneFirst() throws Exception {
        Worker worker = spawn(Duration.ofSeconds(30));
        Promise<Boolean> first = worker.await(goOn);
        begin(first);
        worker.note("second");
        Thread closing = Thread.ofPlatform().start(system::close);
        Await.until("it closes", system::isClosing);
        goOn.countDown();
        closing.join();
        assertThat(first.join()).isTrue();
        assertThat(log).containsExactly("second", "stopped SYSTEM_CLOSED");
        assertThat(system.actors()).isZero();
        assertThatThrownBy(() -> worker.await(goOn).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void whoWaitsForLongerThanThePatienceIsInterruptedAndRefusesTheRest() throws Exception {
        Worker worker = spawn(Duration.ofMillis(200));
        Promise<Boolean> first = worker.await(goOn);
        begin(first);
        worker.note("second");
        Promise<Boolean> third = worker.await(goOn);
        system.close();
        assertThatThrownBy(() -> first.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> third.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(ActorStoppedException.class);
        Await.until("it has stopped", () -> system.actors() == 0);
        assertThat(log).containsExactly("stopped SYSTEM_CLOSED");
    }

    @Test
    void whoTakesNoNoticeIsLeftBehind() throws Exception {
        Worker worker = spawn(Duration.ofMillis(50));
        Promise<Boolean> first = worker.awaitThroughInterrupts(goOn);
        begin(first);
        system.close();
        assertThat(system.awaitTermination(Duration.ofSeconds(30))).isTrue();
        assertThat(first.isDone()).isFalse();
        Await.until("it was interrupted", () -> !log.isEmpty());
        assertThat(log).containsExactly("interrupted");
        goOn.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
        Await.until("it has stopped", () -> log.contains("stopped SYSTEM_CLOSED"));
    }

    @Test
    void nothingRunsAfterTheEnd() {
        Worker worker = spawn(Duration.ofSeconds(30));
        Dispatcher dispatcher = ((LocalReference) worker).cell().dispatcher();
        Promise<Boolean> late = worker.answerIn(Duration.ofMillis(300));
        Await.until("its timer is set", () -> system.queuedMessages() == 0);
        system.close();
        assertThatThrownBy(() -> dispatcher.execute(() -> log.add("ran")))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("its actor system is closed");
        assertThatThrownBy(() -> late.get(30, TimeUnit.SECONDS))
                .satisfies(failure -> assertThat(failure.getCause())
                        .isInstanceOfAny(TimeoutException.class, ActorStoppedException.class));
        assertThat(log).containsExactly("stopped SYSTEM_CLOSED");
    }

    @Test
    void anActorClosesItsOwnSystem() throws Exception {
        Worker worker = spawn(Duration.ofSeconds(30));
        Dispatcher dispatcher = ((LocalReference) worker).cell().dispatcher();
        dispatcher.execute(system::close);
        assertThat(system.awaitTermination(Duration.ofSeconds(30))).isTrue();
        assertThat(log).containsExactly("stopped SYSTEM_CLOSED");
    }
}
