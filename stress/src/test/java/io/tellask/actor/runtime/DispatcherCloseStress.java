package io.tellask.actor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Dispatcher;
import io.tellask.stress.Patience;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Dispatchers that are closed while tasks are submitted. The results are how many tasks were accepted, and how many ran. Each state has threads of its own,
 * so few of them are made at a time (see {@link io.tellask.stress.StressMain}).
 */
public final class DispatcherCloseStress {
    private DispatcherCloseStress() {}

    /** A task for a thread that is being closed: it runs, or its sender is told that it does not. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "as the sender was told")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and run")
    @State
    public static class CloseOfThread {
        private final ThreadDispatcher dispatcher = new ThreadDispatcher("stress-closed", false);
        private final AtomicInteger runs = new AtomicInteger();
        private int accepted;

        @Actor
        public void execute() {
            accepted = tryExecute(dispatcher, runs);
        }

        @Actor
        public void close() {
            dispatcher.close();
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = accepted;
            result.r2 = Patience.seesEnd(dispatcher::awaitEnd) ? runs.get() : -1;
        }
    }

    /** The same of a pool. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "as the sender was told")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and run")
    @State
    public static class CloseOfPool {
        private final StealingPool dispatcher = new StealingPool("stress-closed", 1, Duration.ofSeconds(30));
        private final AtomicInteger runs = new AtomicInteger();
        private int accepted;

        @Actor
        public void execute() {
            accepted = tryExecute(dispatcher, runs);
        }

        @Actor
        public void close() {
            dispatcher.close();
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = accepted;
            result.r2 = Patience.seesEnd(dispatcher::awaitEnd) ? runs.get() : -1;
        }
    }

    /** The same of virtual threads, where a task that runs is interrupted. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "as the sender was told")
    @Outcome(expect = FORBIDDEN, desc = "accepted and lost, or refused and run, or the end is not seen")
    @State
    public static class CloseOfVirtualThreads {
        private final VirtualThreads dispatcher = new VirtualThreads("stress-closed");
        private final AtomicInteger runs = new AtomicInteger();
        private int accepted;

        @Actor
        public void execute() {
            accepted = tryExecute(dispatcher, runs);
        }

        @Actor
        public void close() {
            dispatcher.close();
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = accepted;
            result.r2 = Patience.seesEnd(dispatcher::awaitEnd) ? runs.get() : -1;
        }
    }

    private static int tryExecute(Dispatcher dispatcher, AtomicInteger runs) {
        try {
            dispatcher.execute(runs::incrementAndGet);
            return 1;
        } catch (RejectedExecutionException ended) {
            return 0;
        }
    }
}
