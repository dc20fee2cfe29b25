package io.tellask.system;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Lets the calling thread's stack overflow, and tries something at random places near its end, as an endless recursion does. */
final class StackEnd {
    private static final int FRAMES = 700; // beyond what StackHeadroom asks for, in frames of this class
    private static final int ONE_OF = 8;

    private final RandomGenerator random;
    private final Runnable attempt;
    private boolean ended;
    private int unwound;
    private int overflows;
    private @Nullable Throwable unexpected;

    StackEnd(RandomGenerator random, Runnable attempt) {
        this.random = random;
        this.attempt = attempt;
    }

    /** How many attempts ended with an overflow: none where the attempt was compiled into the recursion, which then ends earlier. */
    int reach() {
        descend();
        if (unexpected != null) {
            throw new AssertionError("an attempt near the end of the stack failed otherwise", unexpected);
        }
        return overflows;
    }

    /** Down to the end, and back; on the way back the first frames have their try. */
    private void descend() {
        if (!ended) {
            try {
                descend();
            } catch (StackOverflowError end) {
                ended = true;
            }
        }
        if (unwound++ < FRAMES && random.nextInt(ONE_OF) == 0) {
            attempt();
        }
    }

    private void attempt() {
        try {
            attempt.run();
        } catch (StackOverflowError expected) {
            overflows++;
        } catch (Throwable other) {
            if (other.getCause() instanceof StackOverflowError) {
                overflows++; // the codec names it
            } else {
                unexpected = other;
            }
        }
    }
}
