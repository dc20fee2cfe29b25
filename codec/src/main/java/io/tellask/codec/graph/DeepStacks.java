package io.tellask.codec.graph;

import io.tellask.codec.budget.NestingDepth;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the stacks that deep messages of all codecs of the process use together. Thread-safe.
 *
 * <p>{@value #MAX_MESSAGES} messages may each have one stack, and one of them may have further ones, as many as its depth
 * asks for: so whoever waits for its second stack waits for one that goes on. A message of a session never waits,
 * because a thread of ours may read it that serves others, and neither does one that is read or written within another;
 * they are refused.
 */
public final class DeepStacks {
    /** Messages that go on on a stack of their own at the same time. */
    public static final int MAX_MESSAGES = 8;

    /** How long a message waits for another to end. */
    static final int MAX_WAIT_SECONDS = 10;

    private static final Semaphore FIRST = new Semaphore(MAX_MESSAGES, true);
    private static final Semaphore FURTHER = new Semaphore(1, true);

    private static final String REMEDY = ", and their stacks take memory; try again later, or nest less deeply";

    private DeepStacks() {}

    /** Takes a stack for the message of {@code levels}: gives null, or why there is none. */
    static @Nullable String take(NestingDepth levels, boolean inSession) {
        if (levels.stacks == 0) {
            levels.mayWait = !inSession && !(Thread.currentThread() instanceof DeepStack.Continued);
        }
        boolean taken = levels.stacks > 1 || acquire(levels.stacks == 0 ? FIRST : FURTHER, levels.mayWait);
        if (taken) {
            levels.stacks++;
            return null;
        }
        return levels.stacks == 0
                ? "deep messages under way=" + MAX_MESSAGES + " >= MAX_MESSAGES=" + MAX_MESSAGES + REMEDY
                : "messages deeper than LEVELS=" + NestingDepth.LEVELS + " under way=1 >= 1" + REMEDY;
    }

    /** Gives back the stack that was taken last. */
    static void give(NestingDepth levels) {
        levels.stacks--;
        if (levels.stacks < 2) {
            (levels.stacks == 0 ? FIRST : FURTHER).release();
        }
    }

    /** Messages that wait for a stack. */
    public static int waiting() {
        return FIRST.getQueueLength() + FURTHER.getQueueLength();
    }

    private static boolean acquire(Semaphore stacks, boolean mayWait) {
        if (!mayWait) {
            return stacks.tryAcquire();
        }
        try {
            return stacks.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
