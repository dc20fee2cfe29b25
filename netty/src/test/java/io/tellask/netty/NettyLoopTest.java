package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.actor.failure.Failures;
import io.tellask.actor.runtime.RunContext;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NettyLoopTest {
    private final IoLoops loops = new NettyLoopProvider().open(2, "loops");
    private final Dispatcher loop = loops.all().getFirst();

    @AfterEach
    void close() {
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void runsOnThreadThatKnowsItsLoop() throws Exception {
        CompletableFuture<Dispatcher> known = new CompletableFuture<>();
        CompletableFuture<Boolean> current = new CompletableFuture<>();
        loop.execute(() -> {
            known.complete(RunContext.current().dispatcher());
            current.complete(loop.isCurrent() && !loops.all().getLast().isCurrent());
        });
        assertThat(known.get(30, TimeUnit.SECONDS)).isSameAs(loop);
        assertThat(current.get(30, TimeUnit.SECONDS)).isTrue();
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
        assertThat(done.get(30, TimeUnit.SECONDS)).hasSize(100).isSorted();
    }

    @Test
    void runsWhatIsUrgentBeforeWhatWaits() throws Exception {
        List<String> order = new ArrayList<>();
        CountDownLatch queued = new CountDownLatch(1);
        CompletableFuture<List<String>> done = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                assertThat(queued.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 0; i < 1_000; i++) {
            loop.execute(() -> order.add("waits"));
        }
        loop.executeAhead(() -> order.add("first"));
        loop.executeAhead(() -> {
            order.add("second");
            throw new IllegalStateException("a task that fails");
        });
        loop.execute(() -> done.complete(order));
        queued.countDown();
        assertThat(done.get(30, TimeUnit.SECONDS)).hasSize(1_002).startsWith("first", "second", "waits");
    }

    @Test
    void goesOnAfterTaskAndTimerWhoseFailureCannotBeLogged() throws Exception {
        for (Throwable failure : FailingReceiver.failures()) {
            loop.execute(() -> {
                throw Failures.rethrow(failure);
            });
            loop.schedule(
                    () -> {
                        throw Failures.rethrow(failure);
                    },
                    0);
        }
        CompletableFuture<Void> last = new CompletableFuture<>();
        loop.schedule(() -> last.complete(null), TimeUnit.MILLISECONDS.toNanos(1));
        last.get(30, TimeUnit.SECONDS);
        assertThat(loops.failures()).isEqualTo(2L * FailingReceiver.failures().size());
    }

    /** What Netty itself calls on the loop, past every guard of ours. */
    @Test
    void beginsAgainAfterErrorThatEndsNettysLoop() throws Exception {
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source()) {
            source.configureBlocking(false);
            CompletableFuture<Void> threw = new CompletableFuture<>();
            NioIoHandle deadly = new NioIoHandle() {
                @Override
                public SelectableChannel selectableChannel() {
                    return source;
                }

                @Override
                public void handle(IoRegistration registration, IoEvent event) {
                    registration.cancel();
                    threw.complete(null);
                    throw new OutOfMemoryError("as asked");
                }

                @Override
                public void close() {
                    // the pipe is closed below
                }
            };
            IoRegistration registered =
                    ((NettyLoop) loop).events().register(deadly).get(30, TimeUnit.SECONDS);
            loop.execute(() -> registered.submit(NioIoOps.READ));
            sink.write(ByteBuffer.wrap(new byte[1]));
            threw.get(30, TimeUnit.SECONDS);
            CompletableFuture<Boolean> alive = new CompletableFuture<>();
            loop.execute(() -> alive.complete(RunContext.current().dispatcher() == loop));
            assertThat(alive.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(loops.failures()).isOne();
        }
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
        assertThat(ran.get(30, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
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
        assertThat(ending.close(Duration.ofSeconds(30))).isTrue();
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
