package io.tellask.actor.runtime;

/**
 * Whether a thread without work had better linger for a moment than sleep: only while that has paid off lately.
 *
 * <p>Where messages come in quick succession, lingering saves the sender a system call for each. Where they come one by one it helps nobody, and it has
 * another price: a sender that wakes a thread and then sleeps hands over its own processor, which takes a fraction of the time that waking another
 * processor takes, and a thread that lingers is moved to another one. Belongs to one thread.
 */
final class LingerCredit {
    /** Vain attempts in a row after which a thread sleeps at once. */
    static final int VAIN_ATTEMPTS = 16;

    /** It still tries once in so many times then. */
    static final int PROBE_INTERVAL = 256;

    private int credit = VAIN_ATTEMPTS;
    private int passes;

    /** Asked before each sleep; whoever lingers then says what came of it. */
    boolean shouldLinger() {
        if (credit > 0) {
            return true;
        }
        passes = (passes + 1) % PROBE_INTERVAL;
        return passes == 0;
    }

    /** Nothing came meanwhile. */
    void lingeredInVain() {
        credit = Math.max(0, credit - 1);
    }

    /** Something came meanwhile, or would have, just before the thread slept. */
    void paidOff() {
        credit = VAIN_ATTEMPTS;
    }
}
