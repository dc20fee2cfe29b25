package io.tellask.actor.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A {@link Mailbox} between senders and its taker. Messages have numbers of one digit; what was taken is told as the digits in their order.
 */
public final class MailboxStress {
    private MailboxStress() {}

    /** The digits that were taken, and behind them that of a message; null: of none. */
    static int append(int digits, @Nullable Message taken) {
        return taken == null ? digits : digits * 10 + ((NumberedMessage) taken).number;
    }

    static int drain(Mailbox mailbox, int digits) {
        int all = digits;
        for (Message message = mailbox.poll(); message != null; message = mailbox.poll()) {
            all = append(all, message);
        }
        return all;
    }

    /** Two senders: both messages come, in either order. */
    @JCStressTest
    @Outcome(
            id = {"12", "21"},
            expect = ACCEPTABLE,
            desc = "each message once")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost or comes twice")
    @State
    public static class TwoSenders {
        private final Mailbox mailbox = new Mailbox(10);

        @Actor
        public void sendFirst() {
            mailbox.push(new NumberedMessage(1));
        }

        @Actor
        public void sendSecond() {
            mailbox.offer(new NumberedMessage(2));
        }

        @Arbiter
        public void drain(I_Result result) {
            result.r1 = MailboxStress.drain(mailbox, 0);
        }
    }

    /** The taker empties the mailbox while a sender sends: the order of the sender stays. */
    @JCStressTest
    @Outcome(id = "123", expect = ACCEPTABLE, desc = "in order")
    @Outcome(expect = FORBIDDEN, desc = "a message is lost, comes twice or out of order")
    @State
    public static class TakerBesideSender {
        private final Mailbox mailbox = new Mailbox(10);
        private int taken;

        public TakerBesideSender() {
            mailbox.push(new NumberedMessage(1));
        }

        @Actor
        public void send() {
            mailbox.push(new NumberedMessage(2));
            mailbox.push(new NumberedMessage(3));
        }

        @Actor
        public void take() {
            for (int i = 0; i < 3; i++) {
                taken = append(taken, mailbox.poll());
            }
        }

        @Arbiter
        public void drain(I_Result result) {
            result.r1 = MailboxStress.drain(mailbox, taken);
        }
    }

    /** Messages that are linked to one another: nothing comes between them. */
    @JCStressTest
    @Outcome(
            id = {"123", "312"},
            expect = ACCEPTABLE,
            desc = "the chain is whole")
    @Outcome(expect = FORBIDDEN, desc = "the chain is broken")
    @State
    public static class ChainBesideSender {
        private final Mailbox mailbox = new Mailbox(10);

        @Actor
        public void sendChain() {
            Message first = new NumberedMessage(1);
            Message last = new NumberedMessage(2);
            Message.NEXT.set(first, last);
            mailbox.push(first, last, 2);
        }

        @Actor
        public void send() {
            mailbox.push(new NumberedMessage(3));
        }

        @Arbiter
        public void drain(I_Result result) {
            result.r1 = MailboxStress.drain(mailbox, 0);
        }
    }

    /** Two senders and one place: one is refused, and not both. */
    @JCStressTest
    @Outcome(
            id = {"1, 1", "1, 2"},
            expect = ACCEPTABLE,
            desc = "one accepted, and here")
    @Outcome(expect = FORBIDDEN, desc = "over the capacity, refused beside an empty place, or lost")
    @State
    public static class TwoSendersOfOnePlace {
        private final Mailbox mailbox = new Mailbox(1);
        private boolean firstAccepted;
        private boolean secondAccepted;

        @Actor
        public void sendFirst() {
            firstAccepted = mailbox.offer(new NumberedMessage(1));
        }

        @Actor
        public void sendSecond() {
            secondAccepted = mailbox.offer(new NumberedMessage(2));
        }

        @Arbiter
        public void count(II_Result result) {
            result.r1 = (firstAccepted ? 1 : 0) + (secondAccepted ? 1 : 0);
            result.r2 = MailboxStress.drain(mailbox, 0);
        }
    }

    /** A sender at a full mailbox whose taker makes room: what is accepted comes, what is refused does not. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 12"},
            expect = ACCEPTABLE,
            desc = "as the sender was told")
    @Outcome(expect = FORBIDDEN, desc = "not as the sender was told")
    @State
    public static class TakerOfFullMailbox {
        private final Mailbox mailbox = new Mailbox(1);
        private boolean accepted;
        private int taken;

        public TakerOfFullMailbox() {
            mailbox.push(new NumberedMessage(1));
        }

        @Actor
        public void send() {
            accepted = mailbox.offer(new NumberedMessage(2));
        }

        @Actor
        public void take() {
            taken = append(taken, mailbox.poll());
        }

        @Arbiter
        public void drain(II_Result result) {
            result.r1 = accepted ? 1 : 0;
            result.r2 = MailboxStress.drain(mailbox, taken);
        }
    }

    /** What the sender wrote into a message the taker sees. */
    @JCStressTest
    @Outcome(
            id = {"-1", "1"},
            expect = ACCEPTABLE,
            desc = "nothing is here yet, or all of it")
    @Outcome(expect = FORBIDDEN, desc = "the message came before what was written into it")
    @State
    public static class Publication {
        private final Mailbox mailbox = new Mailbox(10);

        @Actor
        public void send() {
            NumberedMessage message = new NumberedMessage(1);
            message.written = 1;
            mailbox.push(message);
        }

        @Actor
        public void take(I_Result result) {
            Message taken = mailbox.poll();
            result.r1 = taken == null ? -1 : ((NumberedMessage) taken).written;
        }
    }

    /** A taker that goes to sleep, and a sender that wakes it: one of them sees the other. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "true, false", "false, false"},
            expect = ACCEPTABLE,
            desc = "the sender wakes the taker, or the taker goes on")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "a lost wake-up")
    @State
    public static class SleepingTaker {
        private final Mailbox mailbox = new Mailbox(10);
        private volatile boolean asleep;

        @Actor
        public void send(ZZ_Result result) {
            mailbox.push(new NumberedMessage(1));
            result.r1 = asleep;
        }

        @Actor
        public void fallAsleep(ZZ_Result result) {
            asleep = true;
            result.r2 = mailbox.isEmpty();
        }
    }

    /** Somebody looks at what waits while it is taken: the look ends, and shows no more than there was. */
    @JCStressTest
    @Outcome(
            id = {"0, 12", "1, 12", "2, 12"},
            expect = ACCEPTABLE,
            desc = "some of what waited")
    @Outcome(expect = FORBIDDEN, desc = "more than waited, or the taker lost some")
    @State
    public static class LookBesideTaker {
        private final Mailbox mailbox = new Mailbox(10);
        private int taken;
        private int seen;

        public LookBesideTaker() {
            mailbox.push(new NumberedMessage(1));
            mailbox.push(new NumberedMessage(2));
        }

        @Actor
        public void take() {
            taken = append(append(taken, mailbox.poll()), mailbox.poll());
        }

        @Actor
        public void look() {
            seen = mailbox.peek(9, 0).size();
        }

        @Arbiter
        public void drain(II_Result result) {
            result.r1 = seen;
            result.r2 = MailboxStress.drain(mailbox, taken);
        }
    }
}
