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

/** A {@link DroppingMailbox}, from which a sender takes the oldest call beside the taker: each message goes to one of them. */
@JCStressTest
@Outcome(id = "111", expect = ACCEPTABLE, desc = "each message once")
@Outcome(expect = FORBIDDEN, desc = "a message is lost, goes to both, or what is no call was dropped")
@State
public class DroppingMailboxStress {
    private static final int DROPPED_TASK = 1_000;

    private final DroppingMailbox mailbox = new DroppingMailbox(10);
    private int taken;
    private int dropped;

    public DroppingMailboxStress() {
        mailbox.push(new NumberedMessage(1)); // no call: it is kept
        mailbox.push(new NumberedCall(10));
        mailbox.push(new NumberedCall(100));
    }

    private static int worth(@Nullable Message message) {
        return switch (message) {
            case null -> 0;
            case NumberedCall call -> call.number;
            case NumberedMessage task -> task.number;
            default -> throw new AssertionError("only these are queued");
        };
    }

    @Actor
    public void take() {
        taken = worth(mailbox.poll()) + worth(mailbox.poll());
    }

    @Actor
    public void drop() {
        Message oldest = mailbox.dropOldest();
        dropped = oldest instanceof NumberedMessage ? DROPPED_TASK : worth(oldest);
    }

    @Arbiter
    public void addUp(I_Result result) {
        int all = taken + dropped;
        for (Message message = mailbox.poll(); message != null; message = mailbox.poll()) {
            all += worth(message);
        }
        result.r1 = all;
    }

    private static final class NumberedCall extends CallMessage {
        final int number;

        NumberedCall(int number) {
            this.number = number;
        }

        @Override
        protected @Nullable Object invoke(Object actor) {
            throw new AssertionError("only queued");
        }

        @Override
        public String method() {
            return "call";
        }
    }
}
