package io.tellask.actor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of messages from any number of senders to one taker: lock-free for senders, linked through the messages themselves.
 *
 * <p>Order is kept per sender. {@link #offer} counts what waits and refuses past the capacity; {@link #push} does not ask.
 * A message is counted in an instant before it has its place in the order, so one that is pushed meanwhile may come out before it.
 * {@link #poll} may return null while a sender is between its two steps; {@link #isEmpty} then says false. Prior art: the intrusive
 * multi-producer queue that Dmitry Vyukov published on 1024cores.net.
 *
 * <p>Thread-safety: {@code offer}, {@code push} and {@code size} from any thread, {@code poll} and {@code isEmpty} from the taker only.
 */
public class Mailbox extends MailboxFields {
    /** Threads that may be between looking and counting at one time before the capacity could be overrun by the rest of them. */
    private static final int RACING_SENDERS = 256;

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SENT;
    private static final VarHandle TAKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(MailboxFields.class, "head", Message.class);
            TAIL = lookup.findVarHandle(MailboxFields.class, "tail", Message.class);
            SENT = lookup.findVarHandle(MailboxFields.class, "sent", long.class);
            TAKEN = lookup.findVarHandle(MailboxFields.class, "taken", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Message stub = new Stub();
    private final int capacity;

    public Mailbox(int capacityMessages) {
        capacity = capacityMessages;
        head = stub;
        tail = stub;
    }

    public int capacity() {
        return capacity;
    }

    /** Queues a message unless the mailbox is full. */
    public boolean offer(Message message) {
        if (!reserve()) {
            return false;
        }
        link(message);
        return true;
    }

    /**
     * Counts a message in. A refused sender must not be seen in the count even for a moment, or another would be refused beside an empty
     * place; so near the capacity each sender counts by comparing. Far from it adding is enough, and never waits.
     */
    private boolean reserve() {
        while (true) {
            long before = (long) SENT.getAcquire(this);
            long room = capacity - (before - (long) TAKEN.getAcquire(this));
            if (room <= 0) {
                return false;
            }
            if (room > RACING_SENDERS) {
                SENT.getAndAdd(this, 1L);
                return true;
            }
            if (SENT.compareAndSet(this, before, before + 1)) {
                return true;
            }
        }
    }

    /** Queues a message even over the capacity: for messages that something else bounds, such as credit. */
    public void push(Message message) {
        SENT.getAndAdd(this, 1L);
        link(message);
    }

    /** As {@link #push(Message)} for messages that are linked to one another already; they come out one behind the other. */
    void push(Message first, Message last, int messages) {
        SENT.getAndAdd(this, (long) messages);
        link(first, last);
    }

    private void link(Message message) {
        link(message, message);
    }

    private void link(Message first, Message last) {
        Message.NEXT.set(last, null);
        Message before = (Message) TAIL.getAndSet(this, last);
        Message.NEXT.setRelease(before, first);
    }

    /** The oldest message, or null. */
    public @Nullable Message poll() {
        Message first = head;
        Message second = (Message) Message.NEXT.getAcquire(first);
        if (first == stub) {
            if (second == null) {
                return null;
            }
            head = second;
            Message.NEXT.set(stub, null); // else it would hold every message since the mailbox was last empty
            first = second;
            second = (Message) Message.NEXT.getAcquire(first);
        }
        if (second == null) {
            if ((Message) TAIL.getAcquire(this) != first) {
                return null;
            }
            link(stub);
            second = (Message) Message.NEXT.getAcquire(first);
            if (second == null) {
                return null;
            }
        }
        head = second;
        Message.NEXT.set(first, null); // whoever keeps a message must not keep all that came after it
        TAKEN.setRelease(this, taken + 1);
        return first;
    }

    /** Volatile, because it decides between a taker that goes to sleep and a sender that looks whether it sleeps. */
    public boolean isEmpty() {
        return head == stub && (Message) TAIL.getVolatile(this) == stub;
    }

    /** How many messages wait; an estimate while others send. */
    public long size() {
        return Math.max(0, (long) SENT.getAcquire(this) - (long) TAKEN.getAcquire(this));
    }

    /**
     * Some of the oldest messages, beside the taker, who may take them meanwhile: then fewer come out, or some that were taken. From any
     * thread.
     */
    List<WaitingMessage> peek(int most, long nowNanos) {
        List<WaitingMessage> seen = new ArrayList<>();
        Message next = (Message) HEAD.getAcquire(this);
        while (next != null && seen.size() < most) {
            if (next != stub) {
                seen.add(new WaitingMessage(next.title(), next.sender(), next.waitedNanos(nowNanos)));
            }
            next = (Message) Message.NEXT.getAcquire(next);
        }
        return seen;
    }

    /** How many messages were put in since the beginning. */
    long sent() {
        return (long) SENT.getAcquire(this);
    }

    /** How many messages were taken out since the beginning; an estimate while the taker is at it. */
    long taken() {
        return (long) TAKEN.getAcquire(this);
    }

    private static final class Stub extends Message {
        @Override
        public void deliver(ActorCell<?> cell) {
            throw new AssertionError("the stub is never handed out");
        }

        @Override
        public void refuse(RuntimeException reason) {
            throw new AssertionError("the stub is never handed out");
        }
    }
}
