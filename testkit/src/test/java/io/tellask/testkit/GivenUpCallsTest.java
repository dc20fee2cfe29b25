package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.Limits;
import io.tellask.remote.Remote;
import io.tellask.remote.ValueEncoding;
import io.tellask.test.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that was given up gives its slot back, whatever its actor does, and no answer settles a call that is not its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ParameterizedClass
@EnumSource(ValueEncoding.class)
class GivenUpCallsTest {
    private static final int END = 0x1C;
    private static final int CANCEL = 0x18;
    private static final int SEEDS = 30;
    private static final int MANY_SEEDS = 5_000;
    private static final Duration SWEEP = Duration.ofMillis(100);

    /** How a promise may settle without its answer. */
    enum Settling {
        CANCEL(promise -> promise.cancel(false)),
        VALUE(promise -> promise.complete(7)),
        FAILURE(promise -> promise.completeExceptionally(new IllegalStateException("enough"))),
        LAST_DEPENDENT(promise -> promise.thenApply(number -> number + 1).cancel(false)),
        TIME(promise -> promise.orTimeout(1, TimeUnit.MILLISECONDS)),
        VALUE_ON_TIME(promise -> promise.completeOnTimeout(7, 1, TimeUnit.MILLISECONDS));

        private final Consumer<Promise<Integer>> action;

        Settling(Consumer<Promise<Integer>> action) {
            this.action = action;
        }
    }

    private final ValueEncoding encoding;

    GivenUpCallsTest(ValueEncoding encoding) {
        this.encoding = encoding;
        super();
    }

    @ParameterizedTest
    @EnumSource
    void promiseThatSettlesWithoutItsAnswerFreesItsSlot(Settling settling) throws Exception {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(1).build()).choosing(encoding)) {
            Office office = rig.office();
            for (int round = 0; round < 3; round++) {
                Promise<Integer> later = office.later(round);
                rig.simulation.runUntilIdle();
                settling.action.accept(later);
                CompletableFuture<Integer> settled = new CompletableFuture<>();
                later.whenComplete((value, failure) -> settled.complete(value));
                settled.get(30, TimeUnit.SECONDS); // some time out on the clock of this machine
                rig.simulation.advance(SWEEP.multipliedBy(2));
                assertThat(rig.simulation.await(office.echo(round))).isEqualTo(round);
            }
        }
    }

    @Test
    void cancelReachesTheActorAtOnce() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(1).build()).choosing(encoding)) {
            Office office = rig.office();
            Promise<Integer> later = office.later(1);
            rig.simulation.runUntilIdle();
            assertThat(rig.clerk.pending.getFirst()).isNotDone();
            later.cancel(false);
            rig.simulation.runUntilIdle();
            assertThat(rig.clerk.pending.getFirst()).isCancelled();
            assertThat(rig.simulation.await(office.echo(2))).isEqualTo(2);
        }
    }

    @Test
    void callThatIsGivenUpInTheMailboxIsNotExecuted() {
        try (Rig rig = new Rig().choosing(encoding)) {
            Office office = rig.office();
            Promise<Integer> later = office.later(1);
            later.cancel(false);
            rig.simulation.runUntilIdle();
            long executed = rig.clerk.pending.size();
            assertThat(executed).isLessThanOrEqualTo(1); // the seed decides who is first
            assertThat(rig.simulation.await(office.echo(2))).isEqualTo(2);
        }
    }

    @Test
    void lookupThatIsGivenUpFreesItsSlot() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(1).build()).choosing(encoding)) {
            Client client = rig.connect();
            Promise<Office> lookup = client.lookupAsync("office", Office.class);
            lookup.cancel(false);
            rig.simulation.advance(SWEEP.multipliedBy(2));
            assertThat(rig.simulation.await(rig.lookup(client).echo(2))).isEqualTo(2);
        }
    }

    @Test
    void streamThatNeverEndsFreesItsSlotWhenCancelled() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(1).streams(1).build()).choosing(encoding)) {
            Office office = rig.office();
            for (int round = 0; round < 3; round++) {
                StreamProbe<Integer> probe = new StreamProbe<>(1);
                office.ticks().subscribe(probe);
                rig.simulation.runUntilIdle();
                assertThat(Remote.offer(office, o -> o.count(1))).isFalse();
                probe.cancel();
                rig.simulation.runUntilIdle();
                assertThat(rig.simulation.await(office.echo(round))).isEqualTo(round);
            }
        }
    }

    @Test
    void referenceThatComesTooLateIsTakenBack() {
        try (Rig rig = new Rig(Limits.builder().references(2).build()).choosing(encoding)) {
            Office office = rig.office();
            for (int round = 0; round < 10; round++) {
                office.room().cancel(false);
                rig.simulation.advance(SWEEP.multipliedBy(2));
            }
            // a reference that was under way when it was given up is let go of by the garbage collector of this side
            assertThat(rig.simulation.await(office.echo(1))).isEqualTo(1);
        }
    }

    @Test
    void givesUpAnAskOnceAndConfirmsOnce() {
        try (Rig rig = new Rig().choosing(encoding)) {
            RawPeer peer = RawPeer.introduced(rig);
            int callId = 1 << 16 | 1;
            ask(peer, callId);
            cancel(peer, callId);
            cancel(peer, callId);
            assertThat(peer.kinds().stream().filter(kind -> kind == END)).hasSize(1);
            rig.clerk.answerPending();
            rig.simulation.runUntilIdle();
            assertThat(peer.kinds()).endsWith(END);
            ask(peer, 2 << 16 | 1);
            assertThat(peer.isClosed()).isFalse();
            rig.clerk.answerPending();
        }
    }

    @Test
    void ignoresGivingUpWhatWasNeverAskedOrIsAnswered() {
        try (Rig rig = new Rig().choosing(encoding)) {
            RawPeer peer = RawPeer.introduced(rig);
            for (int callId : new int[] {0, 1, 1 << 16, 2 << 16, -1, 0xFFFF, Integer.MIN_VALUE}) {
                cancel(peer, callId);
            }
            assertThat(peer.kinds()).doesNotContain(END);
            assertThat(peer.isClosed()).isFalse();
        }
    }

    @Test
    void closesOnAPeerThatUsesASlotTwice() {
        try (Rig rig = new Rig().choosing(encoding)) {
            RawPeer peer = RawPeer.introduced(rig);
            ask(peer, 1 << 16 | 1);
            ask(peer, 2 << 16 | 1);
            assertThat(peer.closeReason())
                    .isEqualTo("call: call id=131073 has the slot of a call that is not answered;"
                            + " the peer is damaged or hostile");
        }
    }

    @Test
    void givingUpDoesNotLiftTheBoundOnCallsInFlight() {
        try (Rig rig = new Rig(Limits.builder().callsInFlight(2).build()).choosing(encoding)) {
            RawPeer peer = RawPeer.introduced(rig);
            for (int i = 0; i < 100; i++) {
                cancel(peer, 5 << 16 | i); // never asked: counts for nothing
            }
            ask(peer, 1 << 16 | 1);
            ask(peer, 1 << 16 | 2);
            cancel(peer, 1 << 16 | 2);
            ask(peer, 1 << 16 | 3);
            assertThat(peer.isClosed()).isFalse();
            ask(peer, 1 << 16 | 4);
            assertThat(peer.closeReason()).startsWith("call: unanswered asks=3 > callsInFlight=2");
        }
    }

    private static void ask(RawPeer peer, int callId) {
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(callId);
            out.writeVarInt(RawPeer.methodOf("later"));
            out.writeZigZagInt(callId);
        });
    }

    private static void cancel(RawPeer peer, int callId) {
        peer.send(CANCEL, out -> out.writeInt32(callId));
    }

    @Test
    void answersThatRaceWithGivingUpSettleTheirOwnCalls() {
        forSeeds(SEEDS);
    }

    @Test
    @Tag("slow")
    void answersThatRaceWithGivingUpSettleTheirOwnCallsForManySeeds() {
        forSeeds(MANY_SEEDS);
    }

    private static void forSeeds(int count) {
        long first = Seed.given();
        LongStream.range(first, first + count).forEach(seed -> {
            try {
                race(seed);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError("seed=" + seed + ": " + failure.getMessage(), failure);
            }
        });
    }

    /** Answers come about when their deadline is over, or when they are cancelled, in few slots that are used again and again. */
    private static void race(long seed) {
        try (World world = new World(seed, 64, 4)) {
            Peer.Recorder[] actor = new Peer.Recorder[1];
            world.right.publish("peer", Peer.class, () -> actor[0] = new Peer.Recorder());
            world.right.start();
            Client client = world.left.connectTo(world.right);
            Peer peer = world.lookup(client, "peer", Peer.class);
            List<Promise<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                world.simulation.runUntil(() -> Remote.whenWritable(peer).isDone());
                int millis = 1 + world.simulation.random().nextInt(150);
                Promise<Integer> answer = Remote.withDeadline(peer, Duration.ofMillis(millis))
                        .slow(i, world.simulation.random().nextInt(200));
                answers.add(answer);
                if (world.simulation.random().nextInt(3) == 0) {
                    world.simulation.advance(
                            Duration.ofMillis(world.simulation.random().nextInt(100)));
                    answer.cancel(false);
                }
            }
            world.simulation.advance(Duration.ofSeconds(1));
            for (int i = 0; i < answers.size(); i++) {
                checkOutcome(answers.get(i), i);
            }
            assertThat(client.isOpen()).isTrue();
            for (int i = 0; i < 8; i++) {
                assertThat(world.simulation.await(peer.ask(i))).isEqualTo(i);
            }
        }
    }

    private static void checkOutcome(CompletableFuture<Integer> answer, int number) {
        switch (answer.state()) {
            case SUCCESS -> assertThat(answer.resultNow()).isEqualTo(number);
            case FAILED -> assertThat(answer.exceptionNow()).isInstanceOf(DeadlineExceededException.class);
            case CANCELLED -> assertThat(answer.isCancelled()).isTrue();
            case RUNNING -> throw new AssertionError("call " + number + " has not settled");
        }
    }
}
