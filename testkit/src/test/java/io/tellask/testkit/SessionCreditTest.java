package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.BlockingCallException;
import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.Remote;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callers without credit: who waits, who is refused, and that all of them go on. */
@Timeout(60)
class SessionCreditTest {
    private static final int CREDIT = 8;

    private static Rig rig() {
        return new Rig(Limits.builder().creditMessages(CREDIT).build());
    }

    /** A task on a thread that may wait, and whether it does. */
    private record Waiter<T>(FutureTask<T> task, Thread thread) {
        static <T> Waiter<T> start(boolean virtual, Callable<T> callable) {
            FutureTask<T> task = new FutureTask<>(callable);
            Thread thread = virtual
                    ? Thread.ofVirtual().start(task)
                    : Thread.ofPlatform().daemon().start(task);
            return new Waiter<>(task, thread);
        }

        T result() throws Exception {
            return task.get(10, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void threadWithoutCreditWaitsAndGoesOn(boolean virtual) throws Exception {
        try (Rig rig = rig()) {
            Office office = rig.office();
            Waiter<Integer> waiter = Waiter.start(virtual, () -> {
                IntStream.range(0, 10 * CREDIT).forEach(office::count);
                return 1;
            });
            Await.parked(waiter.thread);
            assertThat(rig.clerk.counted).as("nothing was delivered yet").isEmpty();
            Await.until("it has gone on", () -> {
                rig.simulation.runUntilIdle();
                return waiter.task.isDone();
            });
            assertThat(waiter.result()).isEqualTo(1);
            rig.simulation.runUntilIdle();
            assertThat(rig.clerk.counted)
                    .isEqualTo(IntStream.range(0, 10 * CREDIT).boxed().toList());
        }
    }

    @Test
    void offerIsRefusedWithoutCreditAndWhenWritableTells() {
        try (Rig rig = rig()) {
            Office office = rig.office();
            for (int i = 0; i < CREDIT; i++) {
                assertThat(Remote.offer(office, o -> o.count(1))).isTrue();
            }
            assertThat(Remote.offer(office, o -> o.count(1))).isFalse();
            Promise<Void> writable = Remote.whenWritable(office);
            assertThat(writable).isNotDone();
            rig.simulation.runUntilIdle();
            assertThat(writable).isCompleted();
            assertThat(Remote.whenWritable(office)).isCompleted();
            assertThat(rig.clerk.counted).hasSize(CREDIT);
        }
    }

    @Test
    void localReferenceIsAlwaysWritable() {
        try (Rig rig = rig()) {
            assertThat(Remote.whenWritable(rig.local)).isCompleted();
            assertThat(Remote.offer(rig.local, o -> o.count(1))).isTrue();
        }
    }

    @Test
    void actorIsRefusedTypedAndNeverWaits() {
        try (Rig rig = rig()) {
            Office office = rig.office();
            rig.asActor(() -> {
                List<Promise<Integer>> asks =
                        IntStream.range(0, CREDIT + 1).mapToObj(office::echo).toList();
                assertThat(asks.getLast().exceptionNow()).isInstanceOf(CreditExhaustedException.class);
                assertThatThrownBy(() -> office.count(1)).isInstanceOf(CreditExhaustedException.class);
                assertThatThrownBy(() -> office.waitFor(1))
                        .isInstanceOf(BlockingCallException.class)
                        .hasMessageContaining("method=waitFor blocks");
            });
            rig.asActor(() -> office.count(7));
            assertThat(rig.clerk.counted).containsExactly(7);
            assertThat(rig.simulation.<Integer>call(() -> office.waitFor(5))).isEqualTo(5);
        }
    }

    @Test
    void disconnectSettlesAsksWaitersAndWhoeverIsParked() throws Exception {
        try (Rig rig = rig()) {
            Client client = rig.connect();
            Office office = rig.lookup(client);
            List<Promise<Integer>> pending = new ArrayList<>();
            rig.transport.faults(Faults.none());
            for (int i = 0; i < CREDIT; i++) {
                pending.add(office.later(i));
            }
            Promise<Void> writable = Remote.whenWritable(office);
            Waiter<Throwable> parked = Waiter.start(false, () -> {
                try {
                    office.count(1);
                    return null;
                } catch (DisconnectedException failure) {
                    return failure;
                }
            });
            Await.parked(parked.thread);
            client.whenEnded();
            closeNow(rig, client);
            assertThat(parked.result()).isInstanceOf(DisconnectedException.class);
            assertThat(writable.exceptionNow()).isInstanceOf(DisconnectedException.class);
            assertThat(pending)
                    .allSatisfy(ask -> assertThat(ask.exceptionNow()).isInstanceOf(OutcomeUnknownException.class));
            assertThat(rig.failure(office.echo(1))).isInstanceOf(DisconnectedException.class);
            assertThatThrownBy(() -> office.count(1)).isInstanceOf(DisconnectedException.class);
        }
    }

    /** Closes as an actor does, which does not wait for the end: the calls before it are still where they were. */
    private static void closeNow(Rig rig, Client client) {
        rig.asActor(client::close);
    }

    @Test
    void callsForPeerThatDoesNotReadWaitInOrderAndOthersGoOn() {
        Limits limits = Limits.builder().outboundBytes(1 << 28).build();
        try (Rig rig = new Rig(limits)) {
            rig.transport.faults(Faults.none().stallAt(20_000, Duration.ofSeconds(20)));
            Office lazy = rig.office();
            rig.transport.faults(Faults.none());
            Office quick = rig.office();
            List<Promise<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answers.add(lazy.bytes(100_000));
                lazy.count(i);
                rig.simulation.runUntilIdle();
            }
            int executed = rig.clerk.counted.size();
            assertThat(executed)
                    .as("calls executed while more than 1 MiB of answers waits")
                    .isBetween(8, 16);
            assertThat(rig.simulation.await(quick.echo(3))).isEqualTo(3);
            rig.simulation.await(Promise.all(answers));
            rig.simulation.runUntilIdle();
            assertThat(rig.clerk.counted)
                    .isEqualTo(IntStream.range(0, 40).boxed().toList());
        }
    }
}
