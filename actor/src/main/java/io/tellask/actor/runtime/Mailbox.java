package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
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
public class Mailbox extends Message {
    /*
     * A mailbox is its own stub: the message that is in a queue which is empty. Idle actors are many, so a mailbox is one object of 48 bytes, and what senders
     * write (tail, sent) is not kept apart from what the taker writes (head, taken) by cache lines of padding.
     */

    /** Threads that may be between looking and counting at one time before the capacity could be overrun by the rest of them. */
    private static final int RACING_SENDERS = 256;

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SENT;
    private static final VarHandle TAKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(Mailbox.class, "head", Message.class);
            TAIL = lookup.findVarHandle(Mailbox.class, "tail", Message.class);
            SENT = lookup.findVarHandle(Mailbox.class, "sent", long.class);
            TAKEN = lookup.findVarHandle(Mailbox.class, "taken", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    private final @Nullable MailboxBytes bytes; // null: not counted
    private long sent; // by senders, through SENT
    private long taken; // by the taker, through TAKEN
    private Message head; // by the taker
    private Message tail; // by senders, through TAIL

    /** Bytes are not counted. */
    public Mailbox(int capacityMessages) {
        this(capacityMessages, null);
    }

    Mailbox(MailboxOptions options) {
        this(options.messages(), options.bytes() == MailboxOptions.UNLIMITED_BYTES ? null : new MailboxBytes(options));
    }

    private Mailbox(int capacityMessages, @Nullable MailboxBytes bytes) {
        capacity = capacityMessages;
        this.bytes = bytes;
        head = this;
        tail = this;
    }

    public int capacity() {
        return capacity;
    }

    /** Whether the bytes of the calls that wait are limited: then {@link #release} follows each {@link #poll} when that message's turn has come. */
    boolean isLimitedByBytes() {
        return bytes != null;
    }

    /** Queues a message unless the mailbox is full. */
    public boolean offer(Message message) {
        return bytes == null ? offerCounted(message) : offerMeasured(message, bytes);
    }

    private boolean offerCounted(Message message) {
        if (!reserve()) {
            return false;
        }
        link(message);
        return true;
    }

    private boolean offerMeasured(Message message, MailboxBytes limit) {
        long size = limit.measure(message);
        if (!limit.tryAdd(size)) {
            return false;
        }
        if (offerCounted(message)) {
            return true;
        }
        limit.remove(size);
        return false;
    }

    /** Queues a message even over the capacity, unless its bytes are too many: for messages whose number something else bounds. */
    boolean offerCredited(Message message) {
        if (bytes != null && !bytes.tryAdd(bytes.measure(message))) {
            return false;
        }
        push(message);
        return true;
    }

    /** Gives back the bytes of a message that came out and is to be handled now, or is dropped. By the taker, or whoever dropped it. */
    void release(Message message) {
        if (bytes != null) {
            bytes.remove(message);
        }
    }

    /** Whether a message could be queued if it were the only one. */
    boolean hasRoomWhenEmpty(Message message) {
        return bytes == null || bytes.measure(message) <= bytes.limit();
    }

    /** What the calls take that wait; 0 where that is not counted. */
    long waitingBytes() {
        return bytes == null ? 0 : bytes.waiting();
    }

    /** What leaves no room for a message. */
    String fullness(Message message) {
        if (bytes != null && size() < capacity) {
            return "bytes=" + waitingBytes() + " and messageBytes=" + bytes.measure(message) + " > mailboxBytes="
                    + bytes.limit();
        }
        return "messages=" + capacity + " >= mailboxMessages=" + capacity;
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

    /** Queues a message even over the capacity, without counting its bytes: for messages that something else bounds, such as credit. */
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
        if (first == this) {
            if (second == null) {
                return null;
            }
            head = second;
            Message.NEXT.set(this, null); // else it would hold every message since the mailbox was last empty
            first = second;
            second = (Message) Message.NEXT.getAcquire(first);
        }
        if (second == null) {
            if ((Message) TAIL.getAcquire(this) != first) {
                return null;
            }
            link(this);
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
        return head == this && (Message) TAIL.getVolatile(this) == this;
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
            if (next != this) {
                seen.add(new WaitingMessage(next.title(), next.sender(), next.waitedNanos(nowNanos)));
            }
            next = (Message) Message.NEXT.getAcquire(next);
        }
        return seen;
    }

    /** How many messages were put in since the beginning. */
    public long sent() {
        return (long) SENT.getAcquire(this);
    }

    /** Whether less may wait than by default, so that a send can find it full. */
    public boolean isNarrow() {
        return capacity() < MailboxOptions.DEFAULT_MESSAGES || isLimitedByBytes();
    }

    /** How many messages were taken out since the beginning; an estimate while the taker is at it. */
    long taken() {
        return (long) TAKEN.getAcquire(this);
    }

    @Override
    public final void deliver(ActorCell<?> cell) {
        throw new AssertionError("the stub is never handed out");
    }

    @Override
    public final void refuse(RuntimeException reason) {
        throw new AssertionError("the stub is never handed out");
    }
}
