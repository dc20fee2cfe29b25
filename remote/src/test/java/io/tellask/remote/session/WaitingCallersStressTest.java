package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.session.WaitingCallers.Outcome;
import io.tellask.test.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real threads, plain and virtual, wait for the credit of two targets and for slots while a loop hands back what calls have used, ends those whose
 * time is over, and others interrupt them: everybody comes back, and nothing that was granted is lost. A wake-up that got lost would stop the test.
 */
class WaitingCallersStressTest {
    private static final int TARGETS = 2;
    private static final int CREDIT = 3;
    private static final int SLOTS = 4;
    private static final int BYTES = 10;
    private static final int CALLERS = 12;
    private static final long PATIENCE_SECONDS = 120;

    /** A call that was made: what the loop gives back for it. */
    private record Made(int target, int callId) {}

    private final Calls calls = new Calls(SLOTS);
    private final Outbound outbound = SilentWire.outbound(calls);
    private final Credit[] credits = new Credit[TARGETS];
    private final ConcurrentLinkedQueue<Made> made = new ConcurrentLinkedQueue<>();
    private final AtomicLong[] ended = new AtomicLong[Outcome.values().length];
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong callersLeft = new AtomicLong(CALLERS);

    WaitingCallersStressTest() {
        for (int i = 0; i < TARGETS; i++) {
            credits[i] = new Credit(CREDIT, CREDIT * BYTES);
        }
        for (int i = 0; i < ended.length; i++) {
            ended[i] = new AtomicLong();
        }
    }

    @Test
    void everyCallerComesBackAndNothingThatWasGrantedIsLost() throws InterruptedException {
        run(Seed.given(), 4_000);
    }

    @Test
    @Tag("slow")
    void everyCallerComesBackInMillionsOfCalls() throws InterruptedException {
        run(Seed.given() + 1, 200_000);
    }

    private void run(long seed, int callsEach) throws InterruptedException {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            SplittableRandom random = seeds.split();
            Runnable caller = () -> callInTurn(random, callsEach);
            callers.add(
                    i % 2 == 0
                            ? Thread.ofPlatform().unstarted(caller)
                            : Thread.ofVirtual().unstarted(caller));
        }
        SplittableRandom ofLoop = seeds.split();
        Thread loop = Thread.ofPlatform().unstarted(() -> serve(ofLoop, callers));
        callers.forEach(Thread::start);
        loop.start();
        loop.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(loop.isAlive())
                .as("seed=%d: callers=%d have not come back", seed, callersLeft.get())
                .isFalse();
        assertThat(failure.get()).as("seed=%d", seed).isNull();
        checkAtTheEnd(seed, callsEach);
    }

    private void checkAtTheEnd(long seed, int callsEach) {
        long outcomes = 0;
        for (Outcome outcome : Outcome.values()) {
            outcomes += ended[outcome.ordinal()].get();
        }
        assertThat(outcomes).as("seed=%d", seed).isEqualTo((long) CALLERS * callsEach);
        assertThat(ended[Outcome.LATE.ordinal()].get()).as("late").isPositive();
        assertThat(ended[Outcome.INTERRUPTED.ordinal()].get()).as("interrupted").isPositive();
        assertThat(outbound.waiting().isEmpty()).as("nobody waits").isTrue();
        assertThat(calls.reserved).as("slots that were granted").isZero();
        for (Credit credit : credits) {
            assertThat(credit.messages).as("seed=%d: credit", seed).isEqualTo(CREDIT);
            assertThat(credit.bytes).as("seed=%d: bytes", seed).isEqualTo(CREDIT * BYTES);
        }
    }

    private void callInTurn(SplittableRandom random, int callsEach) {
        try {
            for (int i = 0; i < callsEach; i++) {
                call(random);
            }
        } catch (Throwable thrown) {
            failure.compareAndSet(null, thrown);
        } finally {
            callersLeft.decrementAndGet();
        }
    }

    private void call(SplittableRandom random) {
        int target = random.nextInt(TARGETS);
        CallerQueue queue = random.nextBoolean() ? credits[target].asks : credits[target].tells;
        boolean mayInterrupt = random.nextInt(4) != 0;
        long deadline = random.nextInt(3) == 0 ? System.nanoTime() + random.nextInt(100_000) : WaitingCallers.NEVER;
        outbound.lock();
        Outcome outcome = outbound.waiting().admits(queue)
                ? Outcome.GRANTED
                : outbound.waiting().await(queue, BYTES, deadline, mayInterrupt);
        if (outcome == Outcome.GRANTED) {
            made.add(use(target, queue));
        }
        outbound.unlock();
        ended[outcome.ordinal()].incrementAndGet();
        Thread.interrupted();
    }

    private Made use(int target, CallerQueue queue) {
        credits[target].spend(BYTES);
        if (!queue.needsSlot) {
            return new Made(target, 0);
        }
        RemotePromise promise = new RemotePromise(null, 0);
        promise.callId = calls.nextId();
        calls.place(promise.callId, promise);
        return new Made(target, promise.callId);
    }

    /** The loop: gives back what calls have used, in bunches, and ends callers that are late, until all are back. */
    private void serve(SplittableRandom random, List<Thread> callers) {
        ArrayDeque<Made> bunch = new ArrayDeque<>();
        while (callersLeft.get() > 0 || !made.isEmpty()) {
            for (int i = random.nextInt(6); i >= 0; i--) {
                Made call = made.poll();
                if (call != null) {
                    bunch.add(call);
                }
            }
            giveBack(bunch);
            if (random.nextInt(8) == 0) {
                outbound.endLate(System.nanoTime());
            }
            if (random.nextInt(64) == 0) {
                callers.get(random.nextInt(callers.size())).interrupt();
            }
            Thread.yield();
        }
    }

    private void giveBack(ArrayDeque<Made> bunch) {
        outbound.lock();
        for (Made call = bunch.poll(); call != null; call = bunch.poll()) {
            credits[call.target].refill(1, BYTES);
            if (call.callId != 0) {
                calls.remove(call.callId);
            }
        }
        calls.release();
        outbound.unlockAndWake();
    }
}
