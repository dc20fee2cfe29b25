package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one crowded actor, sorted by caller: each caller has one call executed in turn.
 *
 * <p>A mailbox is first in, first out, whoever sent the messages. Where a thousand remote callers have thousands of calls each in it, a
 * caller with a single one would wait for millions. So an actor whose mailbox holds more than {@value #CROWDED_MESSAGES} messages, or
 * {@value #CROWDED_BY_ONE_MESSAGES} while one remote caller has a reference to it, has them sorted into a {@link CallerBacklog} for each remote caller; the order of each caller's calls stays. Messages of this process share one
 * turn, which comes as often as all remote ones together. An actor with fewer messages pays nothing for this.
 *
 * <p>Belongs to the actor's dispatcher, but for {@link #size}.
 */
final class CallerTurns {
    /** Where there are several remote callers. */
    static final int CROWDED_MESSAGES = 4_096;

    /** As much as the default credit of one caller lets wait: sorted or not, its calls come in the same order. */
    static final int CROWDED_BY_ONE_MESSAGES = 16 * 1024;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(CallerTurns.class, "size", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Messages that one run of the actor sorts at most: about a millisecond. */
    static final int SORTED_PER_RUN = 16 * 1024;

    private final Mailbox mailbox;
    private final CallerBacklog own = new CallerBacklog();
    private @Nullable CallerBacklog firstCaller;
    private @Nullable CallerBacklog lastCaller;
    private @Nullable Message last; // of those that are sorted: it waits until they are done
    private boolean ownTurn;
    private int mayBeSorted;
    private long size; // written through SIZE

    CallerTurns(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    /** Begins a run of the actor. */
    void beginRun() {
        mayBeSorted = SORTED_PER_RUN;
    }

    /** Messages that are sorted and wait. From any thread. */
    long size() {
        return (long) SIZE.getOpaque(this);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The message whose turn it is, or null where none can be had now. */
    @Nullable
    Message poll() {
        sort();
        Message taken = take();
        if (taken != null) {
            count(-1);
        }
        return taken;
    }

    private @Nullable Message take() {
        ownTurn = !ownTurn;
        if (!own.isEmpty() && (ownTurn || firstCaller == null)) {
            return own.poll();
        }
        if (firstCaller != null) {
            return ofNextCaller(firstCaller);
        }
        Message taken = last;
        last = null;
        return taken;
    }

    private @Nullable Message ofNextCaller(CallerBacklog caller) {
        Message taken = caller.poll();
        firstCaller = caller.next;
        caller.next = null;
        if (firstCaller == null) {
            lastCaller = null;
        }
        if (!caller.isEmpty()) {
            append(caller);
        }
        return taken;
    }

    private void append(CallerBacklog caller) {
        if (lastCaller == null) {
            firstCaller = caller;
        } else {
            lastCaller.next = caller;
        }
        lastCaller = caller;
    }

    /** Sorts what is in the mailbox, up to a message that all before it go ahead of. */
    private void sort() {
        while (last == null && mayBeSorted > 0) {
            Message message = mailbox.poll();
            if (message == null) {
                return;
            }
            mayBeSorted--;
            count(1);
            add(message);
        }
    }

    private void add(Message message) {
        CallerBacklog caller =
                message instanceof CallMessage call && call.replyTo != null ? call.replyTo.backlog() : null;
        if (caller != null) {
            if (caller.isEmpty()) {
                append(caller);
            }
            caller.add(message);
        } else if (message.waitsForEarlier()) {
            last = message;
        } else {
            own.add(message);
        }
    }

    private void count(int change) {
        SIZE.setOpaque(this, size + change);
    }
}
