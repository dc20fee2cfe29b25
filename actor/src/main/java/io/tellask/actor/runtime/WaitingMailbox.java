package io.tellask.actor.runtime;

import io.tellask.actor.MailboxOptions;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A mailbox where threads wait for room that run no actors, and actors on virtual threads. While some wait, others of their kind wait behind them, in no order.
 *
 * <p>They are woken when half of the places are free, or {@value #MESSAGES_PER_SIGNAL} messages after the last time, so that an actor at work makes no
 * system call for each message. Who waits says so before it looks for room, and who makes room does that before it looks who waits: one of them
 * sees the other.
 *
 * <p>Thread-safety: as {@link Mailbox}; {@link #offerWithin} from any thread that {@linkplain RunContext#mayWait may wait}.
 */
final class WaitingMailbox extends Mailbox {
    private static final int MESSAGES_PER_SIGNAL = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private int threads; // that wait; under the lock
    private volatile int waiting; // the same, for those without it
    private int unsignalled; // the taker's own

    WaitingMailbox(MailboxOptions options) {
        super(options);
    }

    @Override
    public boolean offer(Message message) {
        return (waiting == 0 || mayNotWait()) && super.offer(message);
    }

    private boolean mayNotWait() {
        return !RunContext.mayWait() || ActorCell.current() instanceof ActorCell<?> own && own.mailbox() == this;
    }

    /** Queues a message as soon as there is room; false if there was none in time. */
    boolean offerWithin(Message message, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waiting = ++threads;
            VarHandle.fullFence();
            long left = nanos;
            while (!super.offer(message)) {
                if (left <= 0) {
                    return false;
                }
                left = room.awaitNanos(left);
            }
            return true;
        } finally {
            waiting = --threads;
            lock.unlock();
        }
    }

    @Override
    void release(Message message) {
        super.release(message);
        VarHandle.fullFence();
        if (waiting != 0 && (++unsignalled >= MESSAGES_PER_SIGNAL || size() <= capacity() / 2)) {
            unsignalled = 0;
            lock.lock();
            try {
                room.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
