package io.tellask.actor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A {@link ReadyQueue}, to which any thread adds and from which any thread takes. Tasks have numbers of one digit. */
public final class ReadyQueueStress {
    private ReadyQueueStress() {}

    static int append(int digits, @Nullable ReadyTask taken) {
        return taken == null ? digits : digits * 10 + ((NumberedTask) taken).number;
    }

    static int drain(ReadyQueue queue, int digits) {
        int all = digits;
        for (ReadyTask task = queue.tryTake(); task != null; task = queue.tryTake()) {
            all = append(all, task);
        }
        return all;
    }

    /** Two that take, of two tasks: none twice, none lost. The first thread's digits come first. */
    @JCStressTest
    @Outcome(
            id = {"12", "21"},
            expect = ACCEPTABLE,
            desc = "each task once")
    @Outcome(expect = FORBIDDEN, desc = "a task is lost or taken twice")
    @State
    public static class TwoTakers {
        private final ReadyQueue queue = new ReadyQueue();
        private int first;
        private int second;

        public TwoTakers() {
            queue.add(new NumberedTask(1));
            queue.add(new NumberedTask(2));
        }

        @Actor
        public void takeFirst() {
            first = append(0, queue.tryTake());
        }

        @Actor
        public void takeSecond() {
            second = append(0, queue.tryTake());
        }

        @Arbiter
        public void drain(I_Result result) {
            int taken = second == 0 ? first : first * 10 + second;
            result.r1 = ReadyQueueStress.drain(queue, taken);
        }
    }

    /** Two that add. */
    @JCStressTest
    @Outcome(
            id = {"123", "132", "312"},
            expect = ACCEPTABLE,
            desc = "each task once, in the order of its thread")
    @Outcome(expect = FORBIDDEN, desc = "a task is lost, comes twice or out of order")
    @State
    public static class TwoAdders {
        private final ReadyQueue queue = new ReadyQueue();

        @Actor
        public void addTwo() {
            queue.add(new NumberedTask(1));
            queue.add(new NumberedTask(2));
        }

        @Actor
        public void addOne() {
            queue.add(new NumberedTask(3));
        }

        @Arbiter
        public void drain(I_Result result) {
            result.r1 = ReadyQueueStress.drain(queue, 0);
        }
    }

    /** One that takes the last task while another one adds. */
    @JCStressTest
    @Outcome(id = "123", expect = ACCEPTABLE, desc = "in order")
    @Outcome(expect = FORBIDDEN, desc = "a task is lost, comes twice or out of order")
    @State
    public static class TakerBesideAdder {
        private final ReadyQueue queue = new ReadyQueue();
        private int taken;

        public TakerBesideAdder() {
            queue.add(new NumberedTask(1));
        }

        @Actor
        public void add() {
            queue.add(new NumberedTask(2));
            queue.add(new NumberedTask(3));
        }

        @Actor
        public void take() {
            for (int i = 0; i < 3; i++) {
                taken = append(taken, queue.tryTake());
            }
        }

        @Arbiter
        public void drain(I_Result result) {
            result.r1 = ReadyQueueStress.drain(queue, taken);
        }
    }

    /** One that falls asleep, and one that adds a task and looks who sleeps: one of them sees the other. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, false"},
            expect = ACCEPTABLE,
            desc = "the sleeper is woken, or goes on")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "a lost wake-up")
    @State
    public static class SleepingTaker {
        private final ReadyQueue queue = new ReadyQueue();
        private volatile boolean asleep;

        @Actor
        public void add(ZZ_Result result) {
            queue.add(new NumberedTask(1));
            result.r1 = asleep;
        }

        @Actor
        public void fallAsleep(ZZ_Result result) {
            asleep = true;
            result.r2 = queue.isEmpty();
        }
    }

    /** What one visit to a task leaves in it the next one finds, on whatever thread: each takes the task, adds one to a field and puts it back. */
    @JCStressTest
    @Outcome(
            id = {"0", "1", "2"},
            expect = ACCEPTABLE,
            desc = "as many as took it")
    @Outcome(expect = FORBIDDEN, desc = "the visits did not see one another")
    @State
    public static class Visits {
        private final ReadyQueue queue = new ReadyQueue();
        private final NumberedTask task = new NumberedTask(1);
        private boolean firstVisited;
        private boolean secondVisited;

        public Visits() {
            queue.add(task);
        }

        private boolean visit() {
            NumberedTask taken = (NumberedTask) queue.tryTake();
            if (taken == null) {
                return false;
            }
            taken.visits++;
            queue.add(taken);
            return true;
        }

        @Actor
        public void visitFirst() {
            firstVisited = visit();
        }

        @Actor
        public void visitSecond() {
            secondVisited = visit();
        }

        @Arbiter
        public void compare(I_Result result) {
            int expected = (firstVisited ? 1 : 0) + (secondVisited ? 1 : 0);
            boolean isQueued = queue.tryTake() == task;
            result.r1 = task.visits == expected && isQueued ? expected : -1;
        }
    }

    private static final class NumberedTask extends ReadyTask {
        final int number;
        int visits;

        NumberedTask(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            throw new AssertionError("only queued");
        }
    }
}
