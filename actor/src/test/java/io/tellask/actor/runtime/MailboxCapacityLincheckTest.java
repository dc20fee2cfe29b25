package io.tellask.actor.runtime;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings to show that a mailbox admits exactly as many messages as it has places: never one more, and none is refused
 * while a place is free.
 *
 * <p>Only counts are looked at. A message is admitted an instant before it has its place in the order, so order and capacity together
 * are not one instant; the order alone is shown in {@link MailboxOrderLincheckTest}.
 */
@Tag("slow")
public class MailboxCapacityLincheckTest {
    private static final int CAPACITY = 2;

    private final Mailbox mailbox = new Mailbox(CAPACITY);

    @Operation
    public boolean offer() {
        return mailbox.offer(new Numbered(0, 0));
    }

    @Operation(nonParallelGroup = "taker")
    public boolean take() {
        Message taken;
        do {
            taken = mailbox.poll();
        } while (taken == null && mailbox.size() > 0);
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
                .check(MailboxCapacityLincheckTest.class);
    }

    /** What the mailbox must look like from outside. */
    public static final class Places {
        private int used;

        public boolean offer() {
            if (used == CAPACITY) {
                return false;
            }
            used++;
            return true;
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
