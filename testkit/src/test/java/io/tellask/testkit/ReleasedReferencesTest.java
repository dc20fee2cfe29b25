package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.test.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** References that the application lets go of before the collector finds them. */
@Timeout(60)
class ReleasedReferencesTest {
    private static final int CREDIT = 8;
    private static final int LARGE_BYTES = 1_000_000;

    private final Rig rig = new Rig(Limits.builder().creditMessages(CREDIT).build());
    private final Client client = rig.connect();
    private final Office office = rig.lookup(client);

    @AfterEach
    void close() {
        rig.close();
    }

    private void checkReleased(Office released) {
        assertThatThrownBy(() -> released.note("late"))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Office.note")
                .hasMessageContaining("released here by Remote.release");
        assertThat(rig.failure(released.echo(1))).isInstanceOf(CallRefusedException.class);
        StreamProbe<Integer> probe = new StreamProbe<>(1);
        released.ticks().subscribe(probe);
        rig.simulation.runUntilIdle();
        assertThat(probe.failure()).get().isInstanceOf(CallRefusedException.class);
    }

    @Test
    void otherSideIsToldAtOnce() {
        Office.Room room = rig.simulation.await(office.room());
        assertThat(client.references()).isEqualTo(2);
        Remote.release(room);
        rig.simulation.runUntilIdle();
        assertThat(client.references()).isEqualTo(1);
        assertThat(rig.failure(room.number())).isInstanceOf(CallRefusedException.class);
        assertThat(rig.simulation.await(office.echo(3))).isEqualTo(3);
    }

    @Test
    void callsAfterwardsAreRefusedAndThoseBeforeAreAnswered() {
        Promise<Integer> before = office.later(5);
        office.note("before");
        Remote.release(office);
        checkReleased(office);
        rig.simulation.runUntilIdle();
        checkReleased(office);
        assertThat(rig.clerk.lines).containsExactly("before");
        assertThat(client.references()).isZero();
        rig.clerk.answerPending();
        assertThat(rig.simulation.await(before)).isEqualTo(5);
        rig.asActor(() -> checkRefusesTell(office));
    }

    private static void checkRefusesTell(Office released) {
        assertThatThrownBy(() -> released.count(1)).isInstanceOf(CallRefusedException.class);
    }

    @Test
    void secondReleaseLocalActorsAndEndedSessionsAreHarmless() {
        Remote.release(rig.local);
        Remote.release(office);
        rig.simulation.runUntilIdle();
        Remote.release(office);
        Office again = rig.lookup(client);
        rig.leave(client);
        Remote.release(again);
        rig.simulation.runUntilIdle();
        assertThat(client.references()).isLessThanOrEqualTo(1);
    }

    @Test
    void whatIsNoReferenceIsRefused() {
        assertThatThrownBy(() -> Remote.release(null)).hasMessage("reference");
        assertThatThrownBy(() -> Remote.release("office"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class=java.lang.String is no reference to an actor");
        Office.Room ahead = office.room().pipelined();
        assertThatThrownBy(() -> Remote.release(ahead))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not here yet");
        rig.simulation.runUntilIdle();
        Remote.release(ahead);
        assertThat(rig.failure(ahead.number())).isInstanceOf(CallRefusedException.class);
    }

    @Test
    void copiesWithADeadlineAreReleasedToo() {
        Office impatient = Remote.withDeadline(office, Duration.ofSeconds(7));
        assertThat(impatient).isEqualTo(office);
        Remote.release(impatient);
        checkReleased(office);
        checkReleased(impatient);
        assertThat(impatient).isEqualTo(office);
    }

    @Test
    void actorThatIsHandedOverAgainGetsANewReference() {
        Remote.release(office);
        Office soon = rig.lookup(client); // before the other side has confirmed
        assertThat(soon).isNotSameAs(office).isNotEqualTo(office);
        assertThat(rig.simulation.await(soon.echo(1))).isEqualTo(1);
        rig.simulation.runUntilIdle();
        assertThat(client.references()).isEqualTo(1);
        Remote.release(soon);
        rig.simulation.runUntilIdle();
        Office later = rig.lookup(client);
        assertThat(rig.simulation.await(later.echo(2))).isEqualTo(2);
        checkReleased(office);
        checkReleased(soon);
    }

    @Test
    void callersWithoutCreditAreRefusedAtOnce() throws InterruptedException {
        IntStream.range(0, CREDIT).forEach(office::count);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        Thread parked = Thread.ofVirtual().start(() -> {
            try {
                office.count(CREDIT);
                refused.complete(null);
            } catch (RuntimeException failure) {
                refused.complete(failure);
            }
        });
        Await.parked(parked);
        assertThat(Remote.offer(office, o -> o.count(1))).isFalse();
        Promise<Void> writable = Remote.whenWritable(office);
        Remote.release(office);
        parked.join();
        assertThat(refused.join()).isInstanceOf(CallRefusedException.class);
        assertThat(writable).isCompleted();
        assertThatThrownBy(() -> Remote.offer(office, o -> o.count(1))).isInstanceOf(CallRefusedException.class);
        rig.simulation.runUntilIdle();
        assertThat(rig.clerk.counted)
                .isEqualTo(IntStream.range(0, CREDIT).boxed().toList());
    }

    /** Another reference to the same actor has the same credit. */
    @Test
    void callersOfAnotherReferenceToTheActorGoOn() throws InterruptedException {
        Remote.release(office);
        Office again = rig.lookup(client);
        IntStream.range(0, CREDIT).forEach(again::count);
        Thread parked = Thread.ofVirtual().start(() -> again.count(CREDIT));
        Await.parked(parked);
        Remote.release(office);
        rig.simulation.runUntilIdle();
        parked.join();
        rig.simulation.runUntilIdle();
        assertThat(rig.clerk.counted).hasSize(CREDIT + 1);
    }

    @Test
    void releaseLeavesBehindAllFragmentsOfACall() throws InterruptedException {
        CompletableFuture<Integer> length = new CompletableFuture<>();
        Thread sender = Thread.ofVirtual()
                .start(() -> office.length(new byte[LARGE_BYTES])
                        .whenComplete((bytes, failure) -> length.complete(failure == null ? bytes : -1)));
        Await.parked(sender); // with the first fragments sent
        Remote.release(office);
        Await.until("it has sent the rest", () -> {
            rig.simulation.runUntilIdle();
            return !sender.isAlive();
        });
        assertThat(rig.simulation.await(length)).isEqualTo(LARGE_BYTES);
        rig.simulation.runUntilIdle();
        assertThat(client.references()).isZero();
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void failureOfAPromiseNamesTheRelease() {
        Remote.release(office);
        assertThatThrownBy(() -> office.echo(1).join())
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("look the actor up again");
    }
}
