package io.tellask.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A {@link Promise} that so many wait for that others come behind {@link Relays}. */
public final class RelaysStress {
    private RelaysStress() {}

    private static List<Promise<Void>> crowd(Promise<Integer> promise) {
        List<Promise<Void>> first = new ArrayList<>();
        for (int i = 0; i < Relays.DIRECT_DEPENDENTS; i++) {
            first.add(promise.thenRun(() -> {}));
        }
        return first;
    }

    /** Settled while somebody comes behind the first relay. */
    @JCStressTest
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "the function runs once, with the value")
    @Outcome(expect = FORBIDDEN, desc = "the function is lost, runs twice or sees no value")
    @State
    public static class SettledBesideRelayed {
        private final Promise<Integer> promise = new Promise<>();
        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger seen = new AtomicInteger();

        public SettledBesideRelayed() {
            crowd(promise);
        }

        @Actor
        public void settle() {
            promise.complete(7);
        }

        @Actor
        public void attach() {
            promise.thenAccept(value -> {
                runs.incrementAndGet();
                seen.set(value);
            });
        }

        @Arbiter
        public void count(II_Result result) {
            result.r1 = runs.get();
            result.r2 = seen.get();
        }
    }

    /** Settled while one behind a relay gives up, and another one does not. */
    @JCStressTest
    @Outcome(
            id = {"7, 7", "-1, 7"},
            expect = ACCEPTABLE,
            desc = "the one has the value or gave up, the other one has it")
    @Outcome(expect = FORBIDDEN, desc = "somebody waits for ever, or gave up without having done so")
    @State
    public static class SettledBesideGivenUp {
        private final Promise<Integer> promise = new Promise<>();
        private final Promise<Integer> leaving;
        private final Promise<Integer> staying;

        public SettledBesideGivenUp() {
            crowd(promise);
            leaving = promise.thenApply(value -> value);
            staying = promise.thenApply(value -> value);
        }

        @Actor
        public void settle() {
            promise.complete(7);
        }

        @Actor
        public void giveUp() {
            leaving.cancel(false);
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = leaving.isCancelled() ? -1 : leaving.getNow(0);
            result.r2 = staying.getNow(0);
        }
    }

    /** The last two that wait leave, both behind relays. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the work ends, once")
    @Outcome(expect = FORBIDDEN, desc = "it goes on for nobody, or ends twice")
    @State
    public static class LastTwoLeaveRelays {
        private final AtomicInteger abandoned = new AtomicInteger();
        private final Promise<Integer> source = new Promise<>() {
            @Override
            protected void onAbandoned() {
                abandoned.incrementAndGet();
            }
        };
        private final Promise<Void> first;
        private final Promise<Void> second;

        public LastTwoLeaveRelays() {
            List<Promise<Void>> crowd = crowd(source);
            first = source.thenRun(() -> {});
            second = source.thenRun(() -> {});
            crowd.forEach(each -> each.cancel(false));
        }

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

    /** One leaves while another one comes, both behind relays: whoever came is served. */
    @JCStressTest
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "who came is served")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "the last had left before, and the work was cancelled")
    @Outcome(expect = FORBIDDEN, desc = "who came waits for ever")
    @State
    public static class LeavesBesideComes {
        private final Promise<Integer> promise = new Promise<>();
        private final Promise<Integer> leaving;
        private volatile Promise<Integer> coming = new Promise<>();

        public LeavesBesideComes() {
            List<Promise<Void>> crowd = crowd(promise);
            leaving = promise.thenApply(value -> value);
            crowd.forEach(each -> each.cancel(false));
        }

        @Actor
        public void leave() {
            leaving.cancel(false);
        }

        @Actor
        public void come() {
            coming = promise.thenApply(value -> value);
        }

        @Arbiter
        public void look(I_Result result) {
            promise.complete(7);
            Promise<Integer> came = coming;
            result.r1 = came.isCompletedExceptionally() ? -1 : came.getNow(0);
        }
    }
}
