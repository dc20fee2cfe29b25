package io.tellask.remote.session;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Promise;
import io.tellask.remote.DisconnectedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** An {@link Outbound}: the batch that callers fill and the loop empties, its lock, and those who wait for room. */
public final class OutboundStress {
    private OutboundStress() {}

    /** The lock keeps two threads apart, and hands what one wrote to the other. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
    @Outcome(expect = FORBIDDEN, desc = "two held the lock at once, or one did not see what the other wrote")
    @State
    public static class Lock {
        private final Outbound outbound = new CountingWire().outbound();
        private int count;

        @Actor
        public void countWithLock() {
            outbound.lock();
            count++;
            outbound.unlock();
        }

        @Actor
        public void countOnceTried() {
            while (!outbound.tryLock()) {
                Thread.onSpinWait();
            }
            count++;
            outbound.unlock();
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = count;
        }
    }

    /** Two callers write a frame each: both leave, with the flushes that were queued. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both frames leave")
    @Outcome(expect = FORBIDDEN, desc = "a frame stays behind without a flush, or leaves twice")
    @State
    public static class TwoCallers {
        private final CountingWire wire = new CountingWire();
        private final Outbound outbound = wire.outbound();

        @Actor
        public void sendFirst() {
            wire.writePing(outbound);
        }

        @Actor
        public void sendSecond() {
            wire.writePing(outbound);
        }

        @Arbiter
        public void count(I_Result result) {
            wire.runTasks();
            result.r1 = wire.sentFrames();
        }
    }

    /** A caller writes a frame while the loop flushes the one before it: the frame leaves, with this flush or one that the caller queues. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both frames leave")
    @Outcome(expect = FORBIDDEN, desc = "a frame stays behind without a flush, or leaves twice")
    @State
    public static class CallerBesideFlush {
        private final CountingWire wire = new CountingWire();
        private final Outbound outbound = wire.outbound();

        public CallerBesideFlush() {
            wire.writePing(outbound);
        }

        @Actor
        public void send() {
            wire.writePing(outbound);
        }

        @Actor
        public void flush() {
            wire.runTasks();
        }

        @Arbiter
        public void count(I_Result result) {
            wire.runTasks();
            result.r1 = wire.sentFrames();
        }
    }

    /** Somebody waits for room while the session ends: the promise is settled. */
    @JCStressTest
    @Outcome(id = "failed", expect = ACCEPTABLE, desc = "told of the end")
    @Outcome(expect = FORBIDDEN, desc = "waits for ever")
    @State
    public static class WaitBesideClose {
        private static final RuntimeException ENDED = new DisconnectedException("of a test");

        private final Outbound outbound = new CountingWire().outbound();
        private final Promise<Void> promise = new Promise<>();

        @Actor
        public void await() {
            outbound.whenReady(() -> false, promise);
        }

        @Actor
        public void close() {
            outbound.close(ENDED);
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = promise.isCompletedExceptionally() ? "failed" : "open";
        }
    }

    /** Somebody waits for room while another one makes some. */
    @JCStressTest
    @Outcome(id = "settled", expect = ACCEPTABLE, desc = "goes on")
    @Outcome(expect = FORBIDDEN, desc = "a lost wake-up")
    @State
    public static class WaitBesideRoom {
        private final Outbound outbound = new CountingWire().outbound();
        private final Promise<Void> promise = new Promise<>();
        private boolean room; // under the lock

        @Actor
        public void await() {
            outbound.whenReady(() -> room, promise);
        }

        @Actor
        public void makeRoom() {
            outbound.lock();
            room = true;
            outbound.unlockAndWake();
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = promise.isDone() ? "settled" : "open";
        }
    }
}
