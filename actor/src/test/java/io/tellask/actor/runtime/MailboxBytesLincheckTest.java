package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings to show that a mailbox which is limited by bytes admits exactly as many calls as have room, those of other processes included:
 * never one more, and none is refused while there is room. Only counts are looked at, as in {@link MailboxCapacityLincheckTest}.
 */
@Tag("slow")
public class MailboxBytesLincheckTest {
    private static final int CALLS = 2;

    private final Mailbox mailbox = new Mailbox(new MailboxOptions(
            1_000, MailboxPolicy.REFUSE, CALLS * CallMessage.MESSAGE_BYTES, any -> 0, MailboxOptions.DEFAULT_PATIENCE));

    @Operation
    public boolean offer() {
        return mailbox.offer(new EmptyCall());
    }

    @Operation
    public boolean offerCredited() {
        return mailbox.offerCredited(new EmptyCall());
    }

    @Operation(nonParallelGroup = "taker")
    public boolean take() {
        Message taken;
        do {
            taken = mailbox.poll();
        } while (taken == null && mailbox.waitingBytes() > 0);
        if (taken != null) {
            mailbox.release(taken);
        }
        return taken != null;
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(25)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(Places.class)
                .check(MailboxBytesLincheckTest.class);
    }

    /** A call without arguments. */
    private static final class EmptyCall extends CallMessage {
        @Override
        protected Object invoke(Object actor) {
            throw new AssertionError("only its place in the queue matters");
        }

        @Override
        public String method() {
            return "none";
        }
    }

    /** What the mailbox must look like from outside. */
    public static final class Places {
        private int used;

        public boolean offer() {
            if (used == CALLS) {
                return false;
            }
            used++;
            return true;
        }

        public boolean offerCredited() {
            return offer();
        }

        public boolean take() {
            if (used == 0) {
                return false;
            }
            used--;
            return true;
        }
    }
}
