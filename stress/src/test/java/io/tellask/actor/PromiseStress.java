package io.tellask.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A {@link Promise} that is settled, cancelled and listened to by several threads at once. */
public final class PromiseStress {
    private PromiseStress() {}

    /** Settled by one thread while another one attaches a function. */
    @JCStressTest
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "the function runs once, with the value")
    @Outcome(expect = FORBIDDEN, desc = "the function is lost, runs twice or sees no value")
    @State
    public static class SettledBesideAttached {
        private final Promise<int[]> promise = new Promise<>();
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger seen = new AtomicInteger();

        @Actor
        public void settle() {
            promise.complete(new int[] {7});
        }

        @Actor
        public void attach() {
            promise.thenAccept(value -> {
                runs.incrementAndGet();
                seen.set(value[0]);
            });
        }

        @Arbiter
        public void count(II_Result result) {
            result.r1 = runs.get();
            result.r2 = seen.get();
        }
    }

    /** Settled by two threads: one of them, whose value it has. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "the value of the one that was told so")
    @Outcome(expect = FORBIDDEN, desc = "both were told so, or none, or the value is the other one's")
    @State
    public static class SettledTwice {
        private final Promise<Integer> promise = new Promise<>();
        private boolean first;
        private boolean second;

        @Actor
        public void settleFirst() {
            first = promise.complete(1);
        }

        @Actor
        public void settleSecond() {
            second = promise.complete(2);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = (first ? 1 : 0) + (second ? 2 : 0);
            result.r2 = promise.getNow(0);
        }
    }

    /** Settled by one thread while another one cancels. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "settled, or cancelled, and then the worker hears of it once")
    @Outcome(expect = FORBIDDEN, desc = "both, neither, or twice")
    @State
    public static class SettledBesideCancelled {
        private final Promise<Integer> promise = new Promise<>();
        private final AtomicInteger cancels = new AtomicInteger();
        private boolean settled;

        public SettledBesideCancelled() {
            promise.onCancel(cancels::incrementAndGet);
        }

        @Actor
        public void settle() {
            settled = promise.complete(1);
        }

        @Actor
        public void cancel() {
            promise.cancel(false);
        }

        @Arbiter
        public void count(II_Result result) {
            result.r1 = settled ? 1 : 0;
            result.r2 = cancels.get();
        }
    }

    /** The last two that wait for a promise leave at the same time: it is abandoned, once. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "abandoned once")
    @Outcome(expect = FORBIDDEN, desc = "the work goes on for nobody, or ends twice")
    @State
    public static class LastTwoLeave {
        private final AtomicInteger abandoned = new AtomicInteger();
        private final Promise<Integer> source = new Promise<>() {
            @Override
            protected void onAbandoned() {
                abandoned.incrementAndGet();
            }
        };
        private final Promise<Void> first = source.thenRun(() -> {});
        private final Promise<Void> second = source.thenRun(() -> {});

        @Actor
        public void cancelFirst() {
            first.cancel(false);
        }

        @Actor
        public void cancelSecond() {
            second.cancel(false);
        }

        @Arbiter
        public void count(I_Result result) {
            result.r1 = source.isCancelled() ? abandoned.get() : -1;
        }
    }

    /** A composed promise is cancelled while its source settles: what the function began is given up. */
    @JCStressTest
    @Outcome(
            id = {"not begun", "begun and given up"},
            expect = ACCEPTABLE,
            desc = "no work for nobody")
    @Outcome(expect = FORBIDDEN, desc = "the work goes on for nobody")
    @State
    public static class ComposedCancelled {
        private final Promise<Integer> source = new Promise<>();
        private final Promise<Integer> composed;
        private volatile @Nullable Promise<Integer> inner;

        public ComposedCancelled() {
            composed = source.thenCompose(value -> {
                Promise<Integer> begun = new Promise<>();
                inner = begun;
                return begun;
            });
        }

        @Actor
        public void settle() {
            source.complete(1);
        }

        @Actor
        public void cancel() {
            composed.cancel(false);
        }

        @Arbiter
        public void compare(L_Result result) {
            Promise<Integer> begun = inner;
            if (!composed.isCancelled()) {
                result.r1 = "not cancelled";
            } else if (begun == null) {
                result.r1 = "not begun";
            } else {
                result.r1 = begun.isCancelled() ? "begun and given up" : "begun and kept";
            }
        }
    }

    /** All of two that settle at the same time. */
    @JCStressTest
    @Outcome(id = "[1, 2]", expect = ACCEPTABLE, desc = "both values")
    @Outcome(expect = FORBIDDEN, desc = "a value is missing, or the promise is open")
    @State
    public static class AllOfTwo {
        private final Promise<Integer> first = new Promise<>();
        private final Promise<Integer> second = new Promise<>();
        private final Promise<List<Integer>> all = Promise.all(List.of(first, second));

        @Actor
        public void settleFirst() {
            first.complete(1);
        }

        @Actor
        public void settleSecond() {
            second.complete(2);
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = String.valueOf(all.getNow(List.of()));
        }
    }

    /** Any of two that fail at the same time: it fails with the last. */
    @JCStressTest
    @Outcome(id = "failed", expect = ACCEPTABLE, desc = "nothing is left to hope for")
    @Outcome(expect = FORBIDDEN, desc = "the promise is open")
    @State
    public static class AnyOfTwoThatFail {
        private static final RuntimeException FAILURE = new IllegalStateException("of a test");

        private final Promise<Integer> first = new Promise<>();
        private final Promise<Integer> second = new Promise<>();
        private final Promise<Integer> any = Promise.any(List.of(first, second));

        @Actor
        public void failFirst() {
            first.completeExceptionally(FAILURE);
        }

        @Actor
        public void failSecond() {
            second.completeExceptionally(FAILURE);
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = any.isCompletedExceptionally() ? "failed" : "open";
        }
    }
}
