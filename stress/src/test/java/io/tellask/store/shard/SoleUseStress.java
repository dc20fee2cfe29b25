package io.tellask.store.shard;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A {@link SoleUse}: a step beside another one, and beside the end. */
public final class SoleUseStress {
    private static final int REFUSED = 0;
    private static final int DONE = 1;
    private static final int IN_USE = 2;

    private SoleUseStress() {}

    /** A step that looks whether it is alone, and one that closes and looks at what steps left. */
    public abstract static class Steps {
        final SoleUse use = new SoleUse("a test");
        int steps;

        final int step() {
            try {
                if (!use.begin()) {
                    return REFUSED;
                }
                steps++;
                use.end();
                return DONE;
            } catch (IllegalStateException another) {
                return IN_USE;
            }
        }
    }

    /** Two steps: those that are done were alone. The results are how many were done, and how many left a trace. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "each step that was done left its trace")
    @Outcome(expect = FORBIDDEN, desc = "two steps at once, or none")
    @State
    public static class TwoSteps extends Steps {
        private int first;
        private int second;

        @Actor
        public void stepFirst() {
            first = step();
        }

        @Actor
        public void stepSecond() {
            second = step();
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = (first == DONE ? 1 : 0) + (second == DONE ? 1 : 0);
            result.r2 = steps;
        }
    }

    /** A step beside the end: who has closed sees all of the step, or the step is refused. The results are the step's outcome, and what was seen. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "closed before the step, or behind it")
    @Outcome(expect = FORBIDDEN, desc = "closed in the middle of a step, or another thread was blamed")
    @State
    public static class StepBesideClose extends Steps {
        private int outcome;
        private int seen;

        @Actor
        public void stepOnce() {
            outcome = step();
        }

        @Actor
        public void close() {
            use.close();
            seen = steps;
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = outcome;
            result.r2 = seen;
        }
    }
}
