package io.tellask.rest.call;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long the answers of a method are: about the longest one of late, of which an eighth is forgotten with each. What a call is going to take
 * is not known before it is executed; this is the guess by which it is refused where there is no room. Thread-safe.
 */
final class AnswerSizes {
    private static final int FORGOTTEN_PART = 8;

    private final AtomicInteger recentBytes = new AtomicInteger();

    /** Of one answer. */
    int expectedBytes() {
        return recentBytes.get();
    }

    /** An answer was made. */
    void made(int bytes) {
        recentBytes.updateAndGet(before -> Math.max(bytes, before - (before + FORGOTTEN_PART - 1) / FORGOTTEN_PART));
    }
}
