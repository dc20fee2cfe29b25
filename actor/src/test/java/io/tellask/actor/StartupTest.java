package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Starting phase by phase. */
@Timeout(60)
class StartupTest {
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
    private final ActorSystem system = ActorSystem.create();
    private final Startup startup = Startup.of(system);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() {
        released.countDown();
        system.close();
    }

    /** A task that starts something, which ends in the same phase. */
    private PhaseTask starting(Phase phase) {
        return () -> {
            steps.add("start " + phase);
            system.attach(phase, () -> steps.add("end " + phase));
        };
    }

    private Startup add(Phase phase) {
        return startup.task(phase, "some", starting(phase));
    }

    private boolean hasClosed() throws InterruptedException {
        return system.awaitTermination(Duration.ZERO);
    }

    @Test
    void startsFromStoresToConnectionsAndEndsTheOtherWayRound() throws Exception {
        for (Phase phase : Phase.values()) {
            add(phase);
        }
        startup.run();
        assertThat(steps)
                .containsExactly("start THREADS", "start STORES", "start ACTORS", "start CALLERS", "start CONNECTIONS");
        steps.clear();
        system.close();
        assertThat(steps).containsExactly("end CONNECTIONS", "end CALLERS", "end ACTORS", "end STORES", "end THREADS");
    }

    @Test
    void tasksOfAPhaseRunSideBySide() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        startup.task(Phase.STORES, "one", () -> both.await(30, TimeUnit.SECONDS))
                .task(Phase.STORES, "two", () -> both.await(30, TimeUnit.SECONDS))
                .run();
        assertThat(hasClosed()).isFalse();
    }

    @Test
    void afterAFailureWhatWasStartedEnds() throws Exception {
        IOException full = new IOException("disk full");
        IOException torn = new IOException("torn");
        add(Phase.THREADS);
        add(Phase.STORES);
        startup.task(Phase.STORES, "orders", () -> {
                    throw full;
                })
                .task(Phase.STORES, "users", () -> {
                    throw torn;
                });
        add(Phase.ACTORS);
        assertThatThrownBy(startup::run)
                .isInstanceOf(StartupException.class)
                .hasMessage("start: system=" + system.name()
                        + ", task=orders, phase=STORES, failed tasks=2; the system was closed, see the causes")
                .hasCause(full)
                .hasSuppressedException(torn);
        assertThat(hasClosed()).isTrue();
        assertThat(steps).containsExactly("start THREADS", "start STORES", "end STORES", "end THREADS");
    }

    @Test
    void aTaskThatHangsFailsTheStart() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        startup.task(Phase.STORES, "slow", MOMENT, () -> {
            released.await();
            system.attach(Phase.STORES, ended::countDown);
        });
        assertThatThrownBy(startup::run)
                .isInstanceOf(StartupException.class)
                .hasCauseInstanceOf(TimeoutException.class)
                .hasMessageContaining("task=slow, phase=STORES");
        assertThat(hasClosed()).isTrue();
        released.countDown();
        assertThat(ended.await(30, TimeUnit.SECONDS))
                .as("what it opens later is closed")
                .isTrue();
    }

    @Test
    void anInterruptClosesTheSystem() throws Exception {
        Thread starting = Thread.currentThread();
        startup.task(Phase.STORES, "interrupts", starting::interrupt);
        add(Phase.ACTORS);
        assertThatThrownBy(startup::run)
                .isInstanceOf(InterruptedException.class)
                .hasMessage("start: interrupted in phase=STORES");
        assertThat(hasClosed()).isTrue();
        assertThat(steps).isEmpty();
    }

    @Test
    void noPhaseBeginsOnceTheSystemCloses() {
        startup.task(Phase.STORES, "closes", system::close);
        add(Phase.ACTORS);
        assertThatThrownBy(startup::run)
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("closes, phase=STORES; start another system");
        assertThat(steps).isEmpty();
    }

    @Test
    void runsOnce() throws Exception {
        startup.run();
        assertThatThrownBy(startup::run).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> add(Phase.STORES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("add tasks before");
    }

    @Test
    void tasksAreBounded() {
        for (int i = 0; i < Startup.MOST_TASKS; i++) {
            add(Phase.STORES);
        }
        assertThatThrownBy(() -> add(Phase.STORES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("start: tasks=1024 >= MOST_TASKS=1024");
    }

    @Test
    void refusesThreadsThatRunActors() {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        system.ioLoops().all().getFirst().execute(() -> {
            try {
                startup.run();
            } catch (BlockingCallException | InterruptedException failure) {
                refused.complete(failure);
            }
        });
        assertThat(refused.orTimeout(30, TimeUnit.SECONDS).join())
                .isInstanceOf(BlockingCallException.class)
                .hasMessageStartingWith("start: thread=");
    }
}
