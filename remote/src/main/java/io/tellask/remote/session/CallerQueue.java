package io.tellask.remote.session;

import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for the same thing, first come first served: calls of one kind to one target, or fragments. Guarded by the lock of
 * {@link Outbound}.
 */
final class CallerQueue {
    /** The account they draw on; null: they only need room in the batch. */
    final @Nullable Credit credit;

    final boolean needsSlot;
    private WaitingCallers.@Nullable Caller first;
    private WaitingCallers.@Nullable Caller last;
    private long earliestNanos; // no caller of the queue is late before

    CallerQueue(@Nullable Credit credit, boolean needsSlot) {
        this.credit = credit;
        this.needsSlot = needsSlot;
    }

    boolean isEmpty() {
        return first == null;
    }

    void add(WaitingCallers.Caller caller) {
        if (last == null) {
            first = caller;
            earliestNanos = caller.deadlineNanos;
        } else {
            last.next = caller;
            caller.previous = last;
            earliestNanos = Math.min(earliestNanos - caller.deadlineNanos, 0) + caller.deadlineNanos;
        }
        last = caller;
    }

    WaitingCallers.@Nullable Caller poll() {
        WaitingCallers.Caller caller = first;
        if (caller != null) {
            remove(caller);
        }
        return caller;
    }

    void remove(WaitingCallers.Caller caller) {
        WaitingCallers.Caller before = caller.previous;
        WaitingCallers.Caller after = caller.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        caller.previous = null;
        caller.next = null;
    }

    /** Takes out a caller whose time is over; null if there is none, and then the rest was looked through. */
    WaitingCallers.@Nullable Caller pollLate(long nowNanos) {
        if (first == null || nowNanos - earliestNanos <= 0) {
            return null;
        }
        long earliest = first.deadlineNanos;
        for (WaitingCallers.Caller caller = first; caller != null; caller = caller.next) {
            if (nowNanos - caller.deadlineNanos > 0) {
                remove(caller);
                return caller;
            }
            earliest = Math.min(earliest - caller.deadlineNanos, 0) + caller.deadlineNanos;
        }
        earliestNanos = earliest;
        return null;
    }
}
