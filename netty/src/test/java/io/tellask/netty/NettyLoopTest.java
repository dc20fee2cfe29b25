package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.runtime.DispatcherThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NettyLoopTest {
    private final IoLoops loops = new NettyLoopProvider().open(2, "loops");
    private final Dispatcher loop = loops.all().getFirst();

    @AfterEach
    void close() {
        assertThat(loops.close(Duration.ofSeconds(5))).isTrue();
    }

    @Test
    void runsOnThreadThatKnowsItsLoop() throws Exception {
        CompletableFuture<Dispatcher> known = new CompletableFuture<>();
        CompletableFuture<Boolean> current = new CompletableFuture<>();
        loop.execute(() -> {
            known.complete(DispatcherThread.current().dispatcher());
            current.complete(loop.isCurrent() && !loops.all().getLast().isCurrent());
        });
        assertThat(known.get(5, TimeUnit.SECONDS)).isSameAs(loop);
        assertThat(current.get(5, TimeUnit.SECONDS)).isTrue();
        assertThat(loop.isCurrent()).isFalse();
        assertThat(loop.servesIo()).isTrue();
    }

    @Test
    void keepsOrderAndGoesOnAfterTaskThatFails() throws Exception {
        List<Integer> order = new ArrayList<>();
        CompletableFuture<List<Integer>> done = new CompletableFuture<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            loop.execute(() -> order.add(number));
        }
        loop.execute(() -> {
            throw new IllegalStateException("a task that fails");
        });
        loop.execute(() -> done.complete(order));
        assertThat(done.get(5, TimeUnit.SECONDS)).hasSize(100).isSorted();
    }

    @Test
    void runsTimersAfterTheirDelayUnlessCancelled() throws Exception {
        CompletableFuture<Long> ran = new CompletableFuture<>();
        CompletableFuture<Long> cancelled = new CompletableFuture<>();
        long began = loop.nanoTime();
        Cancellable timer = loop.schedule(() -> cancelled.complete(0L), TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(timer.cancel()).isTrue();
        assertThat(timer.cancel()).isFalse();
        loop.schedule(() -> ran.complete(loop.nanoTime() - began), TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(ran.get(5, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(cancelled).isNotDone();
    }

    @Test
    void finishesWhatIsQueuedBeforeItEnds() {
        IoLoops ending = new NettyLoopProvider().open(1, "ending");
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            ending.all().getFirst().execute(() -> ran.add(number));
        }
        assertThat(ending.close(Duration.ofSeconds(5))).isTrue();
        assertThat(ran).hasSize(1_000);
        assertThatThrownBy(() -> ending.all().getFirst().execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void servesActorSystemsWithoutBeingNamed() {
        try (ActorSystem system = ActorSystem.builder().ioLoops(3).build()) {
            assertThat(system.ioLoops().all()).hasSize(3).allMatch(NettyLoop.class::isInstance);
        }
    }
}
