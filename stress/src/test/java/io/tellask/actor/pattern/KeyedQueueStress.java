package io.tellask.actor.pattern;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.stress.Patience;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A {@link KeyedQueue} whose tasks are called off from outside while their turn comes. One actor has all states' tasks, each with a key of its own. */
public final class KeyedQueueStress {
    private static final int MOST_TASKS = 65_536;

    private static final ActorSystem SYSTEM =
            ActorSystem.builder().name("stress").ioLoops(1).poolThreads(1).build();
    private static final Desk DESK = SYSTEM.spawn(Desk.class, DeskActor::new, SpawnOptions.pool());

    private KeyedQueueStress() {}

    /** Has the queue. */
    public interface Desk {
        Promise<Promise<Void>> submit(Tasks tasks);
    }

    private static final class DeskActor implements Desk {
        private final KeyedQueue<Tasks> queue = new KeyedQueue<>(MOST_TASKS, MOST_TASKS);

        @Override
        public Promise<Promise<Void>> submit(Tasks tasks) {
            queue.submit(tasks, () -> tasks.first);
            Promise<Void> second = queue.submit(tasks, tasks::beginSecond);
            queue.submit(tasks, tasks::beginThird);
            return Promise.of(second);
        }
    }

    /** Three tasks of one key. */
    public static final class Tasks {
        private final Promise<Void> first = new Promise<>();
        private final Promise<Void> second = new Promise<>();
        private volatile boolean secondBegan;
        private volatile boolean thirdBegan;

        private Promise<Void> beginSecond() {
            secondBegan = true;
            return second;
        }

        private Promise<Void> beginThird() {
            thirdBegan = true;
            return Promise.of(null);
        }

        private String outcome() {
            if (!Patience.sees(() -> thirdBegan)) {
                return "third waits";
            }
            return !secondBegan ? "left out" : second.isCancelled() ? "cancelled" : "runs on";
        }
    }

    /** Tasks that the desk has. */
    public abstract static class Submitted {
        final Tasks tasks = new Tasks();
        final Promise<Void> second = DESK.submit(tasks).join();
    }

    /** The second task is called off while its turn comes: it does not begin, or its work is called off; the third one follows in any case. */
    @JCStressTest
    @Outcome(
            id = {"left out", "cancelled"},
            expect = ACCEPTABLE,
            desc = "it did not begin, or its work was called off")
    @Outcome(expect = FORBIDDEN, desc = "work goes on that nobody waits for, or the tasks behind it wait for ever")
    @State
    public static class CancelBesideTurn extends Submitted {
        @Actor
        public void cancelSecond() {
            second.cancel(false);
        }

        @Actor
        public void endFirst() {
            tasks.first.complete(null);
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = tasks.outcome();
        }
    }

    /** It is called off once it begins, before the queue knows of its work. */
    @JCStressTest
    @Outcome(id = "cancelled", expect = ACCEPTABLE, desc = "its work was called off")
    @Outcome(expect = FORBIDDEN, desc = "work goes on that nobody waits for, and the tasks behind it wait for ever")
    @State
    public static class CancelBesideBegin extends Submitted {
        @Actor
        public void cancelSecond() {
            while (!tasks.secondBegan) {
                Thread.onSpinWait(); // to be there at once
            }
            second.cancel(false);
        }

        @Actor
        public void endFirst() {
            tasks.first.complete(null);
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = tasks.outcome();
        }
    }
}
