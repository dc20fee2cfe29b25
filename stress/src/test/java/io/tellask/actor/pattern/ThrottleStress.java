package io.tellask.actor.pattern;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.runtime.ThreadDispatcher;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A {@link Throttle} for whose permit two wait, on a clock that the test moves. */
public final class ThrottleStress {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final ActorSystem SYSTEM = ActorSystem.create();
    private static final Dispatcher THREAD = new ThreadDispatcher("stress", false);

    private ThrottleStress() {}

    /** Has the throttle. */
    public interface Gate {
        /** Takes the permit that there is, and two that there are not yet. */
        Promise<List<Promise<Void>>> takeTwo();

        Promise<Integer> waiting();
    }

    private static final class GateActor extends Actor implements Gate {
        private final Throttle throttle = new Throttle(timers(), 1, INTERVAL, 1);

        @Override
        public Promise<List<Promise<Void>>> takeTwo() {
            throttle.tryTake();
            return Promise.of(List.of(throttle.take(), throttle.take()));
        }

        @Override
        public Promise<Integer> waiting() {
            return Promise.of(throttle.waiting());
        }
    }

    private static String state(Promise<Void> permit) {
        return permit.isCancelled() ? "cancelled" : permit.isDone() ? "granted" : "waits";
    }

    /** The first of two ceases to wait while a permit comes: one of them gets it. */
    @JCStressTest
    @Outcome(id = "granted, waits", expect = ACCEPTABLE, desc = "the permit came first")
    @Outcome(id = "cancelled, granted", expect = ACCEPTABLE, desc = "the next one has it")
    @Outcome(expect = FORBIDDEN, desc = "a permit is lost, or was given twice")
    @State
    public static class CancelBesidePermit {
        private final HandClock clock = new HandClock(THREAD);
        private final Gate gate = SYSTEM.spawn(Gate.class, GateActor::new, SpawnOptions.on(clock));
        private final List<Promise<Void>> permits = gate.takeTwo().join();

        @org.openjdk.jcstress.annotations.Actor
        public void cancelFirst() {
            permits.getFirst().cancel(false);
        }

        @org.openjdk.jcstress.annotations.Actor
        public void bringPermit() {
            clock.advance(INTERVAL.toNanos());
        }

        @Arbiter
        public void compare(LL_Result result) {
            gate.waiting().join(); // behind the timer's message
            result.r1 = state(permits.getFirst());
            result.r2 = state(permits.getLast());
            SYSTEM.stop(gate);
        }
    }
}
