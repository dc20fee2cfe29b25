package io.tellask.struct;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Structs in memory that threads share, through accessors that promise an order: each thread has a view of its own. */
public final class SharedStructStress {
    private static final StructType<Cell> TYPE = StructType.of(Cell.class);

    private SharedStructStress() {}

    /** A value that is published by its number. */
    @Struct
    public interface Cell {
        long value();

        void value(long value);

        long number();

        long numberAcquire();

        void numberRelease(long number);

        boolean numberCompareAndSet(long expected, long number);

        long numberGetAndAdd(long delta);
    }

    /** The memory, and the views of two threads. */
    public abstract static class TwoViews {
        private final MemorySegment memory = Arena.ofAuto().allocate(64, 64);
        final Cell first = TYPE.view(memory, 0);
        final Cell second = TYPE.view(memory, 0);
    }

    /** What is written before a release is seen behind the acquire that sees it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 7", "1, 7"},
            expect = ACCEPTABLE,
            desc = "nothing, or all")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "published before it was written")
    @State
    public static class Published extends TwoViews {
        @Actor
        public void publish() {
            first.value(7);
            first.numberRelease(1);
        }

        @Actor
        public void look(II_Result result) {
            result.r1 = (int) second.numberAcquire();
            result.r2 = (int) second.value();
        }
    }

    /** Two additions. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    @State
    public static class Added extends TwoViews {
        @Actor
        public void addOne() {
            first.numberGetAndAdd(1);
        }

        @Actor
        public void addTwo() {
            second.numberGetAndAdd(2);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = (int) first.number();
        }
    }

    /** Two exchanges of the same value: one of them. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "one, and its value")
    @Outcome(expect = FORBIDDEN, desc = "both, none, or the other one's value")
    @State
    public static class Exchanged extends TwoViews {
        private boolean byFirst;
        private boolean bySecond;

        @Actor
        public void exchangeFirst() {
            byFirst = first.numberCompareAndSet(0, 1);
        }

        @Actor
        public void exchangeSecond() {
            bySecond = second.numberCompareAndSet(0, 2);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = (byFirst ? 1 : 0) + (bySecond ? 2 : 0);
            result.r2 = (int) first.number();
        }
    }
}
