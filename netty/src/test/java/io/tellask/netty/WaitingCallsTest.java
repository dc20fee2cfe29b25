package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.CallInterruptedException;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread that waits to send a call, or for its answer, waits no longer than until the call's deadline or an interrupt. */
@Isolated
@Timeout(60)
class WaitingCallsTest {
    private static final int CREDIT = 4;
    private static final Duration DEADLINE = Duration.ofMillis(200);

    /** Most of its methods wait at the test's gate. */
    public interface Desk {
        void tell(int number);

        Promise<Integer> ask(int number);

        int block(int number);

        void tellLarge(byte[] bytes);

        Promise<Integer> askLarge(byte[] bytes);

        int echo(int number);

        int block();

        int blocked();
    }

    private static final class Clerk implements Desk {
        final CountDownLatch gate = new CountDownLatch(1);
        private int blocked;

        private void pass() {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void tell(int number) {
            pass();
        }

        @Override
        public Promise<Integer> ask(int number) {
            pass();
            return Promise.of(number);
        }

        @Override
        public int block(int number) {
            pass();
            return number;
        }

        @Override
        public void tellLarge(byte[] bytes) {
            pass();
        }

        @Override
        public Promise<Integer> askLarge(byte[] bytes) {
            pass();
            return Promise.of(bytes.length);
        }

        @Override
        public int echo(int number) {
            return number;
        }

        @Override
        public int block() {
            blocked++;
            pass();
            return blocked;
        }

        @Override
        public int blocked() {
            return blocked;
        }
    }

    /** A call that must wait while the desk's credit is used up, or its loop does not read. */
    enum Call {
        TELL(desk -> desk.tell(1)),
        ASK(desk -> desk.ask(1).join()),
        BLOCK(desk -> desk.block(1)),
        TELL_LARGE(desk -> desk.tellLarge(new byte[8_000_000])),
        ASK_LARGE(desk -> desk.askLarge(new byte[8_000_000]).join());

        private interface Action {
            void on(Desk desk);
        }

        private final Action action;

        Call(Action action) {
            this.action = action;
        }

        boolean isLarge() {
            return this == TELL_LARGE || this == ASK_LARGE;
        }
    }

    private interface Check {
        void run(Desk desk, Desk other, Clerk clerk) throws Exception;
    }

    private static void with(String address, boolean onLoop, Check check) throws Exception {
        Clerk clerk = new Clerk();
        SpawnOptions options = onLoop ? SpawnOptions.ioLoop() : SpawnOptions.dedicatedThread();
        try (ActorSystem there = ActorSystem.builder().ioLoops(1).build();
                ActorSystem here = ActorSystem.create();
                Server server = Server.builder(there)
                        .publish("desk", Desk.class, there.spawn(Desk.class, () -> clerk, options))
                        .publish("other", Desk.class, there.spawn(Desk.class, Clerk::new, options))
                        .limits(Limits.builder().creditMessages(CREDIT).build())
                        .listen(address)
                        .start();
                Client client = Client.connect(here, server.address())) {
            try {
                check.run(client.lookup("desk", Desk.class), client.lookup("other", Desk.class), clerk);
            } finally {
                clerk.gate.countDown();
            }
        }
    }

    private static Throwable failureOf(Runnable call) {
        try {
            call.run();
            return null;
        } catch (CompletionException failure) {
            return failure.getCause();
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    /** A call on a thread of its own: what it failed with, when it returned, and whether it was interrupted then. */
    private record Outcome(Throwable failure, Duration after, boolean interrupted) {}

    private static Thread start(boolean virtual, Runnable call, CompletableFuture<Outcome> outcome) {
        Runnable task = () -> {
            long begun = System.nanoTime();
            Throwable failure = failureOf(call);
            outcome.complete(new Outcome(
                    failure,
                    Duration.ofNanos(System.nanoTime() - begun),
                    Thread.currentThread().isInterrupted()));
        };
        return virtual
                ? Thread.ofVirtual().start(task)
                : Thread.ofPlatform().daemon().start(task);
    }

    static Stream<Arguments> waits() {
        return Stream.of("tellask://127.0.0.1:0", "memory://waits")
                .flatMap(address -> Stream.of(Call.values())
                        .flatMap(call -> Stream.of(false, true).map(virtual -> Arguments.of(address, call, virtual))));
    }

    private static void useUp(Desk desk) {
        for (int i = 0; i < CREDIT; i++) {
            desk.tell(i);
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void waitingToSendEndsAtTheDeadline(String address, Call call, boolean virtual) throws Exception {
        with(address, call.isLarge(), (desk, other, clerk) -> {
            if (!call.isLarge()) {
                useUp(desk);
            } else {
                desk.tell(1); // the loop stands still, and reads nothing
            }
            CompletableFuture<Outcome> ended = new CompletableFuture<>();
            Desk hasty = Remote.withDeadline(desk, DEADLINE);
            start(virtual, () -> call.action.on(hasty), ended);
            Outcome outcome = ended.get(30, TimeUnit.SECONDS);
            assertThat(outcome.failure).isInstanceOf(DeadlineExceededException.class);
            assertThat(outcome.failure).hasMessageContaining("deadline=PT0.2S");
            assertThat(outcome.after).isGreaterThanOrEqualTo(DEADLINE);
            clerk.gate.countDown();
            assertThat(desk.echo(5)).isEqualTo(5);
            assertThat(other.echo(6)).isEqualTo(6);
        });
    }

    @ParameterizedTest
    @MethodSource("waits")
    void waitingToSendEndsAtAnInterrupt(String address, Call call, boolean virtual) throws Exception {
        with(address, call.isLarge(), (desk, other, clerk) -> {
            if (!call.isLarge()) {
                useUp(desk);
            } else {
                desk.tell(1);
            }
            CompletableFuture<Outcome> ended = new CompletableFuture<>();
            Thread thread = start(virtual, () -> call.action.on(desk), ended);
            Await.parked(thread);
            thread.interrupt();
            Outcome outcome = ended.get(30, TimeUnit.SECONDS);
            assertThat(outcome.failure).isInstanceOf(CallInterruptedException.class);
            assertThat(outcome.interrupted).isTrue();
            clerk.gate.countDown();
            assertThat(desk.echo(5)).isEqualTo(5);
            assertThat(other.echo(6)).isEqualTo(6);
        });
    }

    static Stream<Arguments> places() {
        return Stream.of("tellask://127.0.0.1:0", "memory://waits", "local")
                .flatMap(address -> Stream.of(false, true).map(virtual -> Arguments.of(address, virtual)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void blockingCallEndsAtAnInterrupt(String address, boolean virtual) throws Exception {
        if (address.equals("local")) {
            Clerk clerk = new Clerk();
            try (ActorSystem system = ActorSystem.create()) {
                checkInterrupted(system.spawn(Desk.class, () -> clerk, SpawnOptions.dedicatedThread()), virtual);
                clerk.gate.countDown();
            }
        } else {
            with(address, false, (desk, other, clerk) -> {
                desk.tell(1); // the call waits behind it
                checkInterrupted(desk, virtual);
                awaitCancelled(other);
                clerk.gate.countDown();
                assertThat(desk.blocked()).as("calls executed").isZero();
            });
        }
    }

    /** A cancel is sent by a task of the loop: it has run once the loop brought an answer and then another, and has arrived before the third call. */
    private static void awaitCancelled(Desk other) {
        for (int i = 0; i < 3; i++) {
            assertThat(other.echo(i)).isEqualTo(i);
        }
    }

    private static void checkInterrupted(Desk desk, boolean virtual) throws Exception {
        CompletableFuture<Outcome> ended = new CompletableFuture<>();
        Thread thread = start(virtual, desk::block, ended);
        Await.parked(thread);
        thread.interrupt();
        Outcome outcome = ended.get(30, TimeUnit.SECONDS);
        assertThat(outcome.failure).isInstanceOf(CallInterruptedException.class);
        assertThat(outcome.interrupted).isTrue();
    }

    static Stream<Arguments> smallWaits() {
        return waits().filter(arguments -> !((Call) arguments.get()[1]).isLarge());
    }

    @ParameterizedTest
    @MethodSource("smallWaits")
    void manyThatWaitAreAllHeardWhenTheTargetGoesOn(String address, Call call, boolean virtual) throws Exception {
        with(address, false, (desk, other, clerk) -> {
            List<CompletableFuture<Outcome>> ends = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                CompletableFuture<Outcome> ended = new CompletableFuture<>();
                ends.add(ended);
                threads.add(start(virtual, () -> call.action.on(desk), ended));
            }
            for (int i = 0; i < 100; i += 3) {
                threads.get(i).interrupt();
            }
            clerk.gate.countDown();
            for (int i = 0; i < 100; i++) {
                Throwable failure = ends.get(i).get(30, TimeUnit.SECONDS).failure;
                assertThat(failure == null || i % 3 == 0 && failure instanceof CallInterruptedException)
                        .as("call " + i + " ended with " + failure)
                        .isTrue();
            }
        });
    }
}
