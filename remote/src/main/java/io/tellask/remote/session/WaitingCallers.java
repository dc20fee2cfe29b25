package io.tellask.remote.session;

import io.tellask.actor.runtime.RunContext;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The plain and virtual threads of a session that wait for credit, for a slot, or for room in the batch.
 *
 * <p>Threads are not woken to look whether they can go on: what comes back is handed to those who wait, in order, and who is woken has
 * it. So no more are woken than there is room for. Whoever is woken with a grant makes its call, also if it was interrupted meanwhile.
 *
 * <pre>
 * States of a caller:  waiting -> granted | late | closed | released   by another thread, which wakes it
 *                      waiting -> gone                                 by itself: interrupted
 *
 * Holds whenever the lock is free: a queue is empty, or its first caller cannot go on, for credit, slots or room that are not there or
 * are granted already. What comes back is passed on before the lock is given back; what is granted is used under the lock, or is of a
 * session that has ended. So no wake-up is lost (CallerQueueTest goes through all orders).
 * </pre>
 *
 * <p>Thread-safety: everything under the lock of {@link Outbound}, except {@link #wake}.
 */
final class WaitingCallers {
    /** The deadline of who waits as long as it takes. */
    static final long NEVER = 0;

    private final Outbound outbound;
    private final Calls calls;
    private final ArrayDeque<CallerQueue> queues = new ArrayDeque<>(); // those with callers
    private int grantedBytes; // of the batch, for callers that have not come back

    /** How waiting ended. */
    enum Outcome {
        GRANTED,
        LATE,
        CLOSED,
        RELEASED,
        INTERRUPTED
    }

    /** A thread that waits. */
    static final class Caller {
        final Thread thread;
        final CallerQueue queue;
        final int bytes;
        final long deadlineNanos;
        volatile @Nullable Outcome outcome; // null: waiting

        @Nullable
        Caller previous;

        @Nullable
        Caller next;

        @Nullable
        Caller nextToWake;

        Caller(Thread thread, CallerQueue queue, int bytes, long deadlineNanos) {
            this.thread = thread;
            this.queue = queue;
            this.bytes = bytes;
            this.deadlineNanos = deadlineNanos;
        }
    }

    WaitingCallers(Outbound outbound, Calls calls) {
        this.outbound = outbound;
        this.calls = calls;
    }

    /** Whether the calling thread may wait: it runs no actor but one that has a virtual thread, and serves no socket. */
    static boolean mayPark() {
        RunContext thread = RunContext.current();
        return thread == null || thread.dispatcher() == null || thread.isOfOneActor();
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    /** Queues a caller of at most so many bytes. */
    Caller enqueue(CallerQueue queue, Thread thread, int bytes, long deadlineNanos) {
        Caller caller = new Caller(thread, queue, bytes, deadlineNanos == NEVER ? Long.MAX_VALUE / 2 : deadlineNanos);
        if (queue.isEmpty()) {
            queues.addLast(queue);
        }
        queue.add(caller);
        return caller;
    }

    /** The caller is back under the lock: what was granted to it is there for it to take. */
    Outcome leave(Caller caller) {
        Outcome outcome = caller.outcome;
        if (outcome == Outcome.GRANTED) {
            takeBack(caller);
            return outcome;
        }
        if (outcome == null) {
            caller.queue.remove(caller);
            if (caller.queue.isEmpty()) {
                queues.remove(caller.queue);
            }
            return Outcome.INTERRUPTED;
        }
        return outcome;
    }

    /** Waits, with the lock given back meanwhile. Where it may be interrupted the thread's flag stays set. */
    Outcome await(CallerQueue queue, int bytes, long deadlineNanos, boolean mayInterrupt) {
        Thread thread = Thread.currentThread();
        Caller caller;
        try {
            caller = enqueue(queue, thread, bytes, deadlineNanos);
        } finally {
            outbound.unlock();
        }
        Object wait = FlightEvents.beginWait();
        boolean interrupted = false;
        while (caller.outcome == null && !(mayInterrupt && thread.isInterrupted())) {
            LockSupport.park(outbound);
            interrupted |= !mayInterrupt && Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt();
        }
        if (wait != null) {
            FlightEvents.endWait(wait, outbound.peer(), caller.outcome);
        }
        outbound.lock();
        return leave(caller);
    }

    /** Whether a caller of a queue can go on. */
    boolean admits(CallerQueue queue) {
        return outbound.filling.position() + grantedBytes < Outbound.BATCH_BYTES
                && (queue.credit == null || queue.credit.isOpen())
                && (!queue.needsSlot || calls.hasRoom());
    }

    /** Hands out what there is; the callers that are now to be woken. */
    @Nullable
    Caller grant() {
        Caller granted = null;
        for (int left = queues.size(); left > 0; left--) {
            CallerQueue queue = queues.remove();
            for (Caller caller = pollIfAdmitted(queue); caller != null; caller = pollIfAdmitted(queue)) {
                reserve(caller);
                granted = settle(caller, Outcome.GRANTED, granted);
            }
            if (!queue.isEmpty()) {
                queues.addLast(queue); // behind the others, for slots are few
            }
        }
        return granted;
    }

    private @Nullable Caller pollIfAdmitted(CallerQueue queue) {
        return admits(queue) ? queue.poll() : null;
    }

    private void reserve(Caller caller) {
        grantedBytes += caller.bytes;
        if (caller.queue.credit != null) {
            caller.queue.credit.spend(caller.bytes);
        }
        if (caller.queue.needsSlot) {
            calls.reserved++;
        }
    }

    private void takeBack(Caller caller) {
        grantedBytes -= caller.bytes;
        if (caller.queue.credit != null) {
            caller.queue.credit.refill(1, caller.bytes);
        }
        if (caller.queue.needsSlot) {
            calls.reserved--;
        }
    }

    private static Caller settle(Caller caller, Outcome outcome, @Nullable Caller before) {
        caller.nextToWake = before;
        caller.outcome = outcome;
        return caller;
    }

    /** Ends the waiting of callers whose time is over; those that are now to be woken. */
    @Nullable
    Caller endLate(long nowNanos) {
        Caller late = null;
        for (int left = queues.size(); left > 0; left--) {
            CallerQueue queue = queues.remove();
            for (Caller caller = queue.pollLate(nowNanos); caller != null; caller = queue.pollLate(nowNanos)) {
                late = settle(caller, Outcome.LATE, late);
            }
            if (!queue.isEmpty()) {
                queues.addLast(queue);
            }
        }
        return late;
    }

    /** The session has ended; those that are now to be woken. */
    @Nullable
    Caller endAll() {
        Caller ended = null;
        for (CallerQueue queue : queues) {
            for (Caller caller = queue.poll(); caller != null; caller = queue.poll()) {
                ended = settle(caller, Outcome.CLOSED, ended);
            }
        }
        queues.clear();
        return ended;
    }

    /** A reference with this credit was released; those that are now to be woken, and see whether it was theirs. */
    @Nullable
    Caller endReleased(Credit credit) {
        Caller ended = null;
        for (CallerQueue queue : List.of(credit.tells, credit.asks)) {
            queues.remove(queue);
            for (Caller caller = queue.poll(); caller != null; caller = queue.poll()) {
                ended = settle(caller, Outcome.RELEASED, ended);
            }
        }
        return ended;
    }

    /** Wakes callers whose waiting has ended; without the lock. */
    static void wake(@Nullable Caller first) {
        for (Caller caller = first; caller != null; caller = caller.nextToWake) {
            LockSupport.unpark(caller.thread);
        }
    }
}
