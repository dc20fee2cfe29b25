package io.tellask.actor.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings to show that a mailbox is a queue: each message is put in and taken out at one instant, in one order.
 *
 * <p>Taking is as an actor's run does it: a null from {@code poll} counts only if the mailbox is empty too.
 */
@Tag("slow")
@Param(name = "number", gen = IntGen.class, conf = "1:4")
public class MailboxOrderLincheckTest {
    private final Mailbox mailbox = new Mailbox(1_000);

    @Operation
    public void push(@Param(name = "number") int number) {
        mailbox.push(new Numbered(0, number));
    }

    @Operation
    public void pushTwo(@Param(name = "number") int number) {
        Message first = new Numbered(0, number);
        Message second = new Numbered(0, -number);
        Message.NEXT.set(first, second);
        mailbox.push(first, second, 2);
    }

    @Operation
    public boolean offer(@Param(name = "number") int number) {
        return mailbox.offer(new Numbered(0, number));
    }

    @Operation(nonParallelGroup = "taker")
    public int take() {
        Message taken;
        do {
            taken = mailbox.poll();
        } while (taken == null && !mailbox.isEmpty());
        return taken == null ? 0 : ((Numbered) taken).number;
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(25)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(PlainQueue.class)
                .check(MailboxOrderLincheckTest.class);
    }

    /** What the mailbox must look like from outside. */
    public static final class PlainQueue {
        private final Queue<Integer> queue = new ArrayDeque<>();

        public void push(int number) {
            queue.add(number);
        }

        public void pushTwo(int number) {
            queue.add(number);
            queue.add(-number);
        }

        public boolean offer(int number) {
            return queue.add(number);
        }

        public int take() {
            Integer taken = queue.poll();
            return taken == null ? 0 : taken;
        }
    }
}
