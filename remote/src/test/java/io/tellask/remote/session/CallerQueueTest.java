package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.remote.session.WaitingCallers.Caller;
import io.tellask.remote.session.WaitingCallers.Outcome;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callers of two targets that wait for credit, slots and room, in all orders of what may happen under the lock: after each step nobody waits who
 * could go on, and nothing that was granted is lost. Since everything happens under one lock, these orders are all that threads can do.
 */
class CallerQueueTest {
    private static final int CALLERS = 4;
    private static final int TARGETS = 2;
    private static final int BYTES = 10;
    private static final int SLOTS = 2;

    /** A session in which callers are played by the test. */
    private static final class Model {
        private final Calls calls = new Calls(SLOTS);
        private final Outbound outbound = SilentWire.outbound(calls);
        private final Credit[] credits = new Credit[TARGETS];
        private final Caller[] callers = new Caller[CALLERS];
        private final List<Integer> inFlight = new ArrayList<>();
        private int given;
        private int spent;
        private int late;

        Model() {
            for (int i = 0; i < TARGETS; i++) {
                credits[i] = new Credit(1, BYTES);
                given++;
            }
        }

        /** Callers 0 and 2 call one target, 1 and 3 the other; 0 and 1 tell, 2 and 3 ask. */
        private CallerQueue queue(int caller) {
            Credit credit = credits[caller % TARGETS];
            return caller < 2 ? credit.tells : credit.asks;
        }

        void step(int number) {
            outbound.lock();
            int caller = number % CALLERS;
            switch (number / CALLERS) {
                case 0 -> arriveOrComeBack(caller);
                case 1 -> interrupt(caller);
                default -> other(number - 2 * CALLERS);
            }
            check();
        }

        private void arriveOrComeBack(int caller) {
            Caller waiting = callers[caller];
            if (waiting == null) {
                if (outbound.waiting().admits(queue(caller))) {
                    call(caller);
                } else {
                    callers[caller] =
                            outbound.waiting().enqueue(queue(caller), Thread.currentThread(), BYTES, caller + 1);
                }
            } else if (waiting.outcome != null) {
                callers[caller] = null;
                if (outbound.waiting().leave(waiting) == Outcome.GRANTED) {
                    call(caller);
                } else {
                    late++;
                }
            }
            outbound.unlock();
        }

        private void call(int caller) {
            queue(caller).credit.spend(BYTES);
            spent++;
            if (queue(caller).needsSlot) {
                RemotePromise promise = new RemotePromise(null, 0);
                promise.callId = calls.nextId();
                calls.place(promise.callId, promise);
                inFlight.add(promise.callId);
            }
        }

        private void interrupt(int caller) {
            Caller waiting = callers[caller];
            if (waiting != null && waiting.outcome == null) {
                callers[caller] = null;
                assertThat(outbound.waiting().leave(waiting)).isEqualTo(Outcome.INTERRUPTED);
            }
            outbound.unlock();
        }

        private void other(int what) {
            if (what < TARGETS) {
                credits[what].refill(1, BYTES);
                given++;
                outbound.unlockAndWake();
            } else if (what == TARGETS && !inFlight.isEmpty()) {
                calls.remove(inFlight.removeFirst());
                calls.release();
                outbound.unlockAndWake();
            } else if (what == TARGETS + 1) {
                fillOrEmptyBatch();
            } else {
                outbound.unlock();
                outbound.endLate(what); // callers whose deadline is earlier
            }
        }

        private void fillOrEmptyBatch() {
            if (outbound.isFull()) {
                outbound.filling.clear();
                outbound.unlockAndWake();
            } else {
                outbound.filling.reserve(Outbound.BATCH_BYTES);
                outbound.filling.position(Outbound.BATCH_BYTES);
                outbound.unlock();
            }
        }

        private void check() {
            int granted = 0;
            for (int i = 0; i < CALLERS; i++) {
                Caller caller = callers[i];
                if (caller != null && caller.outcome == null) {
                    require(!outbound.waiting().admits(queue(i)), "a caller waits that could go on");
                } else if (caller != null && caller.outcome == Outcome.GRANTED) {
                    granted++;
                }
            }
            long left = credits[0].messages + credits[1].messages;
            require(left + granted + spent == given, "credit was lost or made");
            require(inFlight.size() + calls.reserved <= SLOTS, "more slots than there are");
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new AssertionError(otherwise);
            }
        }
    }

    private static final int STEPS = 2 * CALLERS + TARGETS + 3;

    @Test
    void nobodyWaitsWhoCouldGoOnInAnyOrder() {
        goThroughOrders(4);
    }

    @Test
    @Tag("slow")
    void nobodyWaitsWhoCouldGoOnInAnyLongOrder() {
        goThroughOrders(6);
    }

    private static void goThroughOrders(int length) {
        long orders = (long) Math.pow(STEPS, length);
        for (long number = 0; number < orders; number++) {
            Model model = new Model();
            long rest = number;
            for (int i = 0; i < length; i++) {
                model.step((int) (rest % STEPS));
                rest /= STEPS;
            }
        }
    }

    @Test
    void nobodyWaitsWhoCouldGoOnInLongRandomOrders() {
        long seed = Seed.given();
        SplittableRandom random = new SplittableRandom(seed);
        int late = 0;
        for (int run = 0; run < 2_000; run++) {
            Model model = new Model();
            try {
                for (int i = 0; i < 60; i++) {
                    model.step(random.nextInt(STEPS));
                }
            } catch (AssertionError failure) {
                throw new AssertionError("seed=" + seed + ", run=" + run + ": " + failure.getMessage(), failure);
            }
            late += model.late;
        }
        assertThat(late).as("callers whose time was over").isPositive();
    }
}
