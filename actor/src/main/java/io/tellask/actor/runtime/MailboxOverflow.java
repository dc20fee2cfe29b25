package io.tellask.actor.runtime;

import io.tellask.actor.CallInterruptedException;
import io.tellask.actor.DeadLetter.Reason;
import io.tellask.actor.MailboxFullException;
import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.flight.FlightEvents;

/** What becomes of a call that finds its actor's mailbox full. Thread-safe. */
final class MailboxOverflow {
    /** Times that the oldest call is looked for in vain before the new one is dropped in its place: others may be taking what waits. */
    private static final int MOST_VAIN_DROPS = 1_000;

    private final ActorCell<?> cell;
    private final Mailbox mailbox;
    private final MailboxOptions options;
    private final Message message;
    private final String fullness;

    MailboxOverflow(ActorCell<?> cell, Mailbox mailbox, MailboxOptions options, Message message) {
        this.cell = cell;
        this.mailbox = mailbox;
        this.options = options;
        this.message = message;
        fullness = mailbox.fullness(message);
    }

    /** Does what the policy says; of an urgent call that is to refuse it. Throws where a tell of this process is refused. */
    void handle() {
        MailboxPolicy policy = mailbox instanceof UrgentLane ? MailboxPolicy.REFUSE : options.policy();
        cell.noteQueued(cell.queuedMessages());
        FlightEvents.mailboxFull(cell.name(), cell.contract(), message.title(), policy, mailbox.capacity());
        switch (policy) {
            case REFUSE -> refuse(remedy());
            case DROP_NEWEST -> dropNewest();
            case DROP_OLDEST -> dropOldest((DroppingMailbox) mailbox);
            case WAIT -> await((WaitingMailbox) mailbox);
        }
    }

    private String remedy() {
        return mailbox.hasRoomWhenEmpty(message)
                ? "send slower, or spawn the actor with a larger mailbox"
                : "no room will ever do: send it in parts, or spawn the actor with more mailboxBytes";
    }

    private MailboxFullException full(String remedy) {
        return new MailboxFullException("call: mailbox of actor=" + cell.name() + ", " + fullness + "; " + remedy);
    }

    private void refuse(String remedy) {
        refuse(full(remedy));
    }

    private void refuse(RuntimeException reason) {
        cell.host().deadLetter(cell, message, Reason.REFUSED, null);
        message.refuse(reason);
        if (message instanceof CallMessage call && call.replyTo == null) {
            throw reason;
        }
    }

    private void dropNewest() {
        cell.countDropped(message);
        message.refuse(full(remedy()));
    }

    private void dropOldest(DroppingMailbox dropping) {
        int vain = 0;
        while (mailbox.hasRoomWhenEmpty(message)) {
            Message oldest = dropping.dropOldest();
            if (oldest != null) {
                cell.countDropped(oldest);
                oldest.refuse(full("a younger call took its place"));
            } else if (++vain > MOST_VAIN_DROPS) {
                break;
            }
            if (mailbox.offer(message)) {
                cell.afterQueued();
                return;
            }
        }
        dropNewest();
    }

    private void await(WaitingMailbox waiting) {
        if (!RunContext.mayWait() || ActorCell.current() == cell) {
            refuse("thread=" + Thread.currentThread().getName()
                    + " runs actors and does not wait for room; send slower, or spawn the actor with a larger mailbox");
        } else if (!mailbox.hasRoomWhenEmpty(message)) {
            refuse("spawn the actor with a larger mailbox");
        } else {
            awaitRoom(waiting);
        }
    }

    private void awaitRoom(WaitingMailbox waiting) {
        try {
            if (waiting.offerWithin(message, options.patience().toNanos())) {
                cell.afterQueued();
            } else {
                refuse("there was no room within mailboxPatience=" + options.patience());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            refuse(new CallInterruptedException("call: actor=" + cell.name()
                    + ", the thread was interrupted while it waited for room in the mailbox; the call was not made"));
        }
    }
}
