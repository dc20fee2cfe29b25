package io.tellask.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.stress.Patience;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Whole actors on a pool of two threads: mailbox, the hand-over of the one run that there is, pool and promises together. The actor's fields are plain
 * ones, which is what the tests are about.
 */
public final class ActorStress {
    private static final ActorSystem SYSTEM =
            ActorSystem.builder().name("stress").ioLoops(1).poolThreads(2).build();

    private ActorStress() {}

    /** What is asked of the actors. */
    public interface Digits {
        void note(int digit);

        Promise<Integer> noted();

        Promise<Boolean> wasAlone();
    }

    /** Notes digits, and whether another thread was here meanwhile. */
    private static final class DigitsNotes implements Digits {
        private final AtomicInteger notes;
        private int digits;
        private int inside;
        private boolean alone = true;

        DigitsNotes(AtomicInteger notes) {
            this.notes = notes;
        }

        @Override
        public void note(int digit) {
            inside++;
            digits = digits * 10 + digit;
            alone &= inside == 1;
            inside--;
            notes.incrementAndGet();
        }

        @Override
        public Promise<Integer> noted() {
            return Promise.of(digits);
        }

        @Override
        public Promise<Boolean> wasAlone() {
            return Promise.of(alone);
        }
    }

    private static Digits spawn(SpawnOptions options, AtomicInteger notes) {
        return SYSTEM.spawn(Digits.class, () -> new DigitsNotes(notes), options);
    }

    private static Digits spawn(SpawnOptions options) {
        return spawn(options, new AtomicInteger());
    }

    /** What was noted once so much was, without a further message until then: that would wake an actor that slept through the last one. */
    private static int noted(Digits actor, AtomicInteger notes, int expected) {
        return Patience.sees(() -> notes.get() >= expected) ? answer(actor.noted(), -1) : -1;
    }

    private static <T> T answer(Promise<T> promise, T otherwise) {
        return Patience.sees(promise::isDone) && !promise.isCompletedExceptionally() ? promise.join() : otherwise;
    }

    /** Two senders with two messages each to an actor of the pool: each message once, in its sender's order, one at a time. */
    @JCStressTest
    @Outcome(
            id = {"1234, 1", "1324, 1", "1342, 1", "3124, 1", "3142, 1", "3412, 1"},
            expect = ACCEPTABLE,
            desc = "each message once, in order, alone")
    @Outcome(
            expect = FORBIDDEN,
            desc = "a message is lost, comes twice, out of order, or two threads were in the actor")
    @State
    public static class TwoSenders {
        private final AtomicInteger notes = new AtomicInteger();
        private final Digits actor = spawn(SpawnOptions.pool(), notes);

        @Actor
        public void sendFirst() {
            actor.note(1);
            actor.note(2);
        }

        @Actor
        public void sendSecond() {
            actor.note(3);
            actor.note(4);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = noted(actor, notes, 4);
            result.r2 = answer(actor.wasAlone(), false) ? 1 : 0;
            SYSTEM.stop(actor);
        }
    }

    /** The same on virtual threads, of which the actor has one for each run: the last one ends while the next message comes. */
    @JCStressTest
    @Outcome(
            id = {"1234, 1", "1324, 1", "1342, 1", "3124, 1", "3142, 1", "3412, 1"},
            expect = ACCEPTABLE,
            desc = "each message once, in order, alone")
    @Outcome(
            expect = FORBIDDEN,
            desc = "a message is lost, comes twice, out of order, or two threads were in the actor")
    @State
    public static class TwoSendersToVirtualThread {
        private final AtomicInteger notes = new AtomicInteger();
        private final Digits actor = spawn(SpawnOptions.virtualThread(), notes);

        @Actor
        public void sendFirst() {
            actor.note(1);
            actor.note(2);
        }

        @Actor
        public void sendSecond() {
            actor.note(3);
            actor.note(4);
        }

        @Arbiter
        public void compare(II_Result result) {
            result.r1 = noted(actor, notes, 4);
            result.r2 = answer(actor.wasAlone(), false) ? 1 : 0;
            SYSTEM.stop(actor);
        }
    }

    /** The same on a loop, which is one thread. */
    @JCStressTest
    @Outcome(
            id = {"123", "132", "312"},
            expect = ACCEPTABLE,
            desc = "each message once, in order")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost, comes twice or out of order")
    @State
    public static class TwoSendersToLoop {
        private final AtomicInteger notes = new AtomicInteger();
        private final Digits actor = spawn(SpawnOptions.ioLoop(), notes);

        @Actor
        public void sendFirst() {
            actor.note(1);
            actor.note(2);
        }

        @Actor
        public void sendSecond() {
            actor.note(3);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = noted(actor, notes, 3);
            SYSTEM.stop(actor);
        }
    }

    /** An ask while the actor is stopped: there is an answer, or the failure that says so. */
    @JCStressTest
    @Outcome(
            id = {"answered", "refused"},
            expect = ACCEPTABLE,
            desc = "the caller hears something")
    @Outcome(expect = FORBIDDEN, desc = "the caller waits for ever")
    @State
    public static class AskOfStoppingActor {
        private final Digits actor = spawn(SpawnOptions.pool());
        private Promise<Integer> answer = new Promise<>();

        @Actor
        public void ask() {
            answer = actor.noted();
        }

        @Actor
        public void stop() {
            SYSTEM.stop(actor);
        }

        @Arbiter
        public void compare(L_Result result) {
            if (!Patience.sees(answer::isDone)) {
                result.r1 = "unanswered";
            } else if (!answer.isCompletedExceptionally()) {
                result.r1 = "answered";
            } else {
                Throwable failure = answer.exceptionNow();
                result.r1 = failure instanceof ActorStoppedException ? "refused" : "failed: " + failure;
            }
        }
    }

    /** Two watch an actor, one while it stops: both hear of its end. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both hear of it")
    @Outcome(expect = FORBIDDEN, desc = "one waits for ever")
    @State
    public static class WatchOfStoppingActor {
        private final Digits actor = spawn(SpawnOptions.pool());
        private final Promise<StopReason> early = SYSTEM.watch(actor);
        private Promise<StopReason> late = new Promise<>();

        @Actor
        public void watch() {
            late = SYSTEM.watch(actor);
        }

        @Actor
        public void stop() {
            SYSTEM.stop(actor);
        }

        @Arbiter
        public void count(I_Result result) {
            boolean heard = Patience.sees(() -> early.isDone() && late.isDone());
            result.r1 = heard ? 2 : -1;
        }
    }
}
