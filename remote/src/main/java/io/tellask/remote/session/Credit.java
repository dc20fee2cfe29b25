package io.tellask.remote.session;

/**
 * How many more calls one target takes, in messages and bytes; the target's side gives it back as calls are executed. Threads that wait for it are queued here.
 *
 * <p>A call needs one message and at least one byte of credit left; its own bytes may take the account below zero once. Guarded by the
 * lock of the session's {@link Outbound}.
 */
final class Credit {
    long messages;
    long bytes;
    final CallerQueue tells = new CallerQueue(this, false);
    final CallerQueue asks = new CallerQueue(this, true);

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

    void refill(long moreMessages, long moreBytes) {
        messages += moreMessages;
        bytes += moreBytes;
    }
}
