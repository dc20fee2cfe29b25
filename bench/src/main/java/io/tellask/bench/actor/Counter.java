package io.tellask.bench.actor;

import io.tellask.bench.spi.Window;

/** The state of an actor that is told how many messages came before from the same sender: it gives places back a batch at a time. */
final class Counter implements LocalActors.Receiver {
    /** Divides the number of messages of a phase, so that nothing is left over. */
    private static final int BATCH = 64;

    private final Window[] windows;
    private final int[] next;

    Counter(Window[] windows) {
        this.windows = windows;
        next = new int[windows.length];
    }

    @Override
    public void tell(int sender, int value) {
        if (value != next[sender]) {
            windows[sender].fail(new IllegalStateException(
                    "out of order: sender=" + sender + ", message=" + value + ", expected=" + next[sender]));
        }
        next[sender] = value + 1;
        if (next[sender] % BATCH == 0) {
            windows[sender].settle(BATCH);
        }
    }
}
