package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits for one actor: its mailbox, what goes ahead of that, and the turns that callers take where it is crowded.
 *
 * <p>Thread-safety: looks from any thread; who takes messages out has the actor's run.
 */
abstract class Inbox extends OpenAnswers {
    private static final VarHandle REMOTE_CALLERS;

    static {
        try {
            REMOTE_CALLERS = MethodHandles.lookup().findVarHandle(Inbox.class, "remoteCallers", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final MailboxOptions options;
    final Mailbox mailbox;
    private @Nullable UrgentLane
            ahead; // made with the cell if there are urgent methods, else by the actor's code when it needs it
    private volatile int remoteCallers;
    private volatile @Nullable CallerTurns turns; // while it is crowded; written by the dispatcher
    boolean ranFull; // the dispatcher's own

    Inbox(String label, int number, MailboxOptions options, boolean takesUrgentCalls) {
        super(label, number);
        this.options = options;
        mailbox = switch (options.policy()) {
            case DROP_OLDEST -> new DroppingMailbox(options);
            case WAIT -> new WaitingMailbox(options);
            case REFUSE, DROP_NEWEST -> new Mailbox(options);
        };
        ahead = takesUrgentCalls ? new UrgentLane() : null;
    }

    public final long queuedMessages() {
        CallerTurns sorted = turns;
        UrgentLane lane = ahead;
        return mailbox.size() + (lane == null ? 0 : lane.size()) + (sorted == null ? 0 : sorted.size());
    }

    /** Where its messages wait, unless they go ahead of others. */
    public final Mailbox mailbox() {
        return mailbox;
    }

    /** Whether there is something in which messages go ahead of others. */
    public final boolean mayGoAhead() {
        return ahead != null;
    }

    /** The oldest messages that wait, about: a look beside the dispatcher, for those who look inside. */
    public final List<WaitingMessage> waitingMessages(int most) {
        long now = dispatcher().nanoTime();
        UrgentLane lane = ahead;
        if (lane == null) {
            return mailbox.peek(most, now);
        }
        List<WaitingMessage> all = lane.peek(most, now);
        all.addAll(mailbox.peek(most - all.size(), now));
        return all;
    }

    /** Messages that it has handled, about: grows with each call. From any thread. */
    public final long handledMessages() {
        CallerTurns sorted = turns;
        long waiting = sorted == null ? 0 : sorted.size();
        long takenToDrop = options.policy() == MailboxPolicy.DROP_OLDEST ? droppedMessages() : 0;
        UrgentLane lane = ahead;
        long takenUrgently = lane == null ? 0 : lane.taken();
        return Math.max(0, mailbox.taken() + takenUrgently - waiting - takenToDrop + handledInPlace);
    }

    final Mailbox laneOf(Message message) {
        UrgentLane lane = ahead;
        return lane != null && message instanceof UrgentCall ? lane : mailbox;
    }

    /** Where tasks of the actor's own go ahead. By the actor's own code. */
    final UrgentLane laneOfItsOwn() {
        UrgentLane lane = ahead;
        if (lane == null) {
            lane = new UrgentLane();
            ahead = lane;
        }
        return lane;
    }

    /** One more remote caller may call this actor, or with -1 one fewer. From any thread. */
    public final void countRemoteCallers(int change) {
        REMOTE_CALLERS.getAndAdd(this, change);
    }

    private int crowdedMessages() {
        return remoteCallers > 1 ? CallerTurns.CROWDED_MESSAGES : CallerTurns.CROWDED_BY_ONE_MESSAGES;
    }

    /** Where the mailbox is crowded, callers take turns until nothing is left of that. Whether it is is asked only behind a full run. */
    final @Nullable CallerTurns beginTurns() {
        CallerTurns sorted = turns;
        if (sorted == null && ranFull && mailbox.size() > crowdedMessages()) {
            sorted = new CallerTurns(mailbox);
            turns = sorted;
        } else if (sorted != null && sorted.isEmpty()) {
            sorted = null;
            turns = null;
        }
        ranFull = true; // until it turns out otherwise
        if (sorted != null) {
            sorted.beginRun();
        }
        return sorted;
    }

    final @Nullable Message poll(@Nullable CallerTurns sorted) {
        UrgentLane lane = ahead;
        Message first = lane == null ? null : lane.pollInTurn();
        if (first != null) {
            return first;
        }
        Message next = sorted == null ? mailbox.poll() : sorted.poll();
        if (next != null) {
            mailbox.release(next);
        }
        return next;
    }

    /** Whether nothing waits; on the dispatcher. */
    final boolean isIdle() {
        CallerTurns sorted = turns;
        UrgentLane lane = ahead;
        return (sorted == null || sorted.isEmpty()) && (lane == null || lane.hasNothing()) && mailbox.isEmpty();
    }
}
