package io.tellask.rest.call;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long the answers of a method are: about the longest one of late, of which an eighth is forgotten with each. What a call is going to take
 * is not known before it is executed; this is the guess by which it is refused where there is no room. Thread-safe.
 */
final class AnswerSizes {
    private static final int FORGOTTEN_PART = 8;

    private static final int UNKNOWN = -1;

    private final AtomicInteger recentBytes = new AtomicInteger(UNKNOWN);

    /** Of one answer; 0 while none was made. */
    int expectedBytes() {
        return Math.max(0, recentBytes.get());
    }

    /** Whether answers are known to be so short that many of them may wait to be made. */
    boolean areShort() {
        int bytes = recentBytes.get();
        return bytes != UNKNOWN && bytes < BodyMemory.LEAST_BYTES;
    }

    /** An answer was made. */
    void made(int bytes) {
        recentBytes.updateAndGet(before -> Math.max(bytes, before - (before + FORGOTTEN_PART - 1) / FORGOTTEN_PART));
    }
}
