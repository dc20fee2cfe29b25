package io.tellask.remote.session;

import io.tellask.actor.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * How many more calls one target takes, in messages and bytes; the target's side gives it back as calls are executed.
 *
 * <p>A call needs one message and at least one byte of credit left; its own bytes may take the account below zero once. Guarded by the
 * lock of the session's {@link Outbound}.
 */
final class Credit {
    long messages;
    long bytes;
    private List<Promise<Void>> waiting = List.of();

    Credit(long messages, long bytes) {
        this.messages = messages;
        this.bytes = bytes;
    }

    boolean isOpen() {
        return messages > 0 && bytes > 0;
    }

    void spend(int callBytes) {
        messages--;
        bytes -= callBytes;
    }

    /** Adds what came back; whoever waited is returned, to be told outside the lock. */
    List<Promise<Void>> refill(long moreMessages, long moreBytes) {
        messages += moreMessages;
        bytes += moreBytes;
        return isOpen() ? takeWaiting() : List.of();
    }

    void whenOpen(Promise<Void> promise) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>();
        }
        waiting.add(promise);
    }

    List<Promise<Void>> takeWaiting() {
        List<Promise<Void>> all = waiting;
        waiting = List.of();
        return all;
    }
}
