package io.tellask.actor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.SpawnOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The one run of an {@link ActorCell}, without an actor: a dispatcher that only counts the runs it is given. A message that waits has exactly one.
 */
public final class ActorCellStress {
    private static final MailboxOptions MAILBOX = MailboxOptions.of(4, MailboxPolicy.REFUSE);

    private ActorCellStress() {}

    /** Counts what it should run. */
    private static final class CountedRuns implements Dispatcher {
        final AtomicInteger runs = new AtomicInteger();

        @Override
        public void execute(Runnable task) {
            runs.incrementAndGet();
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            throw new UnsupportedOperationException("nothing is scheduled");
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public boolean servesIo() {
            return false;
        }
    }

    /** Of a cell that does nothing. */
    private static final class Nowhere implements ActorHost {
        @Override
        public <C> C spawn(Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
            throw new UnsupportedOperationException("nothing is spawned");
        }

        @Override
        public void countDropped() {
            throw new AssertionError("nothing is dropped");
        }

        @Override
        public void reportTellFailure(String actor, String method, Throwable failure) {
            throw new AssertionError(failure);
        }
    }

    /** A cell whose run is held by who makes it, until it is given its actor. */
    public abstract static class Cell {
        private final CountedRuns dispatcher = new CountedRuns();
        private final ActorCell<Object> cell = new ActorCell<>(new Nowhere(), "stress", dispatcher, MAILBOX);

        final void giveRunBack() {
            cell.install(this); // as at the end of each run
        }

        final void send(int number) {
            cell.send(new NumberedMessage(number));
        }

        final void tell(I_Result result) {
            result.r1 = dispatcher.runs.get();
        }
    }

    /** A message comes while the run is given back: who has the run sees the message, or its sender queues another run. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one run for the message")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "the message waits for ever")
    @Outcome(expect = FORBIDDEN, desc = "two threads could be in the actor")
    @State
    public static class SenderBesideEnd extends Cell {
        @Actor
        public void end() {
            giveRunBack();
        }

        @Actor
        public void sendOne() {
            send(1);
        }

        @Arbiter
        public void compare(I_Result result) {
            tell(result);
        }
    }

    /** Two senders find the cell idle: one of them queues the run. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one run for both messages")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "the messages wait for ever")
    @Outcome(expect = FORBIDDEN, desc = "two threads could be in the actor")
    @State
    public static class TwoSendersToIdle extends Cell {
        public TwoSendersToIdle() {
            giveRunBack();
        }

        @Actor
        public void sendFirst() {
            send(1);
        }

        @Actor
        public void sendSecond() {
            send(2);
        }

        @Arbiter
        public void compare(I_Result result) {
            tell(result);
        }
    }
}
