package io.tellask.actor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.stress.Patience;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Threads that run tasks, {@link ThreadDispatcher} and {@link StealingPool}: from submitting to running, over falling asleep, waking and calling off. */
public final class DispatcherStress {
    private DispatcherStress() {}

    /**
     * Two threads submit a task each to a dispatcher that is busy, falling asleep or asleep, and wait for it: else the task of the next state would
     * wake who has slept through this one. The results are how often each ran.
     */
    public abstract static class TwoTasks {
        private final Dispatcher dispatcher;
        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger second = new AtomicInteger();
        private boolean firstSeen;
        private boolean secondSeen;

        TwoTasks(Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
        }

        final void executeFirst() {
            dispatcher.execute(first::incrementAndGet);
            firstSeen = Patience.sees(() -> first.get() > 0);
        }

        final void executeSecond() {
            dispatcher.execute(second::incrementAndGet);
            secondSeen = Patience.sees(() -> second.get() > 0);
        }

        final void tell(II_Result result) {
            result.r1 = firstSeen ? first.get() : -1;
            result.r2 = secondSeen ? second.get() : -1;
        }
    }

    /** Two tasks and one thread. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each runs once")
    @Outcome(expect = FORBIDDEN, desc = "a task waits at a thread that sleeps, or runs twice")
    @State
    public static class TwoTasksOfThread extends TwoTasks {
        private static final Dispatcher SHARED = new ThreadDispatcher("stress", false);

        public TwoTasksOfThread() {
            super(SHARED);
        }

        @Actor
        public void first() {
            executeFirst();
        }

        @Actor
        public void second() {
            executeSecond();
        }

        @Arbiter
        public void compare(II_Result result) {
            tell(result);
        }
    }

    /** Two tasks and a pool of two threads, which steal from one another. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each runs once")
    @Outcome(expect = FORBIDDEN, desc = "a task waits in a pool that sleeps, or runs twice")
    @State
    public static class TwoTasksOfPool extends TwoTasks {
        private static final Dispatcher SHARED = new StealingPool("stress", 2, Duration.ofSeconds(30));

        public TwoTasksOfPool() {
            super(SHARED);
        }

        @Actor
        public void first() {
            executeFirst();
        }

        @Actor
        public void second() {
            executeSecond();
        }

        @Arbiter
        public void compare(II_Result result) {
            tell(result);
        }
    }

    /** A pool of two that only this state uses: nothing but the one task wakes a thread that falls asleep just then. */
    public abstract static class TaskOfIdlePool {
        private static final int MOST_SPINS = 2_047;
        private static final Dispatcher SHARED = new StealingPool("stress-idle", 2, Duration.ofSeconds(30));
        private static final AtomicInteger SPINS = new AtomicInteger();

        private final AtomicInteger runs = new AtomicInteger();

        /** After a pause that is another one each time, so that it meets each step of falling asleep. */
        final int execute(boolean isInner) {
            for (int spins = SPINS.addAndGet(619) & MOST_SPINS; spins > 0; spins--) {
                Thread.onSpinWait();
            }
            SHARED.execute(isInner ? this::runInner : runs::incrementAndGet);
            return Patience.sees(() -> runs.get() > 0) ? runs.get() : -1;
        }

        private void runInner() {
            SHARED.execute(runs::incrementAndGet); // at the home of this thread, which it keeps busy
            Patience.sees(() -> runs.get() > 0);
        }
    }

    /** A task at a home whose thread falls asleep. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it runs once")
    @Outcome(expect = FORBIDDEN, desc = "it waits at a thread that sleeps, or runs twice")
    @State
    public static class TaskOfSleepingHome extends TaskOfIdlePool {
        @Actor
        public void execute(I_Result result) {
            result.r1 = execute(false);
        }
    }

    /** A task at a home whose thread is busy until it has run: the other thread, which falls asleep, must come. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it runs once")
    @Outcome(expect = FORBIDDEN, desc = "nobody helps, or it runs twice")
    @State
    public static class TaskOfBusyHome extends TaskOfIdlePool {
        @Actor
        public void execute(I_Result result) {
            result.r1 = execute(true);
        }
    }

    /** Two threads have a timer each, due at once, and call it off: it runs, or it was called off, and not both. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "each ran or was called off")
    @Outcome(expect = FORBIDDEN, desc = "a timer did both, or neither")
    @State
    public static class CancelledTimers {
        private static final Dispatcher SHARED = new ThreadDispatcher("stress-timers", false);

        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger second = new AtomicInteger();

        private static void scheduleAndCancel(AtomicInteger ends) {
            Cancellable timer = SHARED.schedule(ends::incrementAndGet, 0);
            for (int i = 0; i < 20 && ends.get() == 0; i++) {
                Thread.onSpinWait(); // about as long as the thread takes to run it
            }
            if (timer.cancel()) {
                ends.incrementAndGet();
            }
        }

        @Actor
        public void callOffFirst() {
            scheduleAndCancel(first);
        }

        @Actor
        public void callOffSecond() {
            scheduleAndCancel(second);
        }

        @Arbiter
        public void count(II_Result result) {
            boolean isOver = Patience.sees(() -> first.get() > 0 && second.get() > 0);
            result.r1 = 2;
            result.r2 = isOver && first.get() == 1 && second.get() == 1 ? 2 : -1;
        }
    }
}
