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
 * Explores interleavings to show that what a pool's workers take from is a queue, whoever takes.
 *
 * <p>Taking is as a worker does it: a null from {@code tryTake} counts only if the queue is empty too.
 */
@Tag("slow")
@Param(name = "number", gen = IntGen.class, conf = "1:4")
public class ReadyQueueLincheckTest {
    private final ReadyQueue queue = new ReadyQueue();

    @Operation
    public void add(@Param(name = "number") int number) {
        queue.add(new NumberedTask(number));
    }

    @Operation(blocking = true)
    public int take() {
        ReadyTask taken;
        do {
            taken = queue.tryTake();
        } while (taken == null && !queue.isEmpty());
        return taken == null ? 0 : ((NumberedTask) taken).number;
    }

    @Test
    void isLinearizableInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(25)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .checkObstructionFreedom(false)
                .sequentialSpecification(PlainQueue.class)
                .check(ReadyQueueLincheckTest.class);
    }

    /** What the queue must look like from outside. */
    public static final class PlainQueue {
        private final Queue<Integer> queue = new ArrayDeque<>();

        public void add(int number) {
            queue.add(number);
        }

        public int take() {
            Integer taken = queue.poll();
            return taken == null ? 0 : taken;
        }
    }

    private static final class NumberedTask extends ReadyTask {
        final int number;

        NumberedTask(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            throw new AssertionError("only queued");
        }
    }
}
