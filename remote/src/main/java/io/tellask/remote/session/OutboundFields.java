package io.tellask.remote.session;

import io.tellask.codec.ByteWriter;
import io.tellask.text.StackHeadroom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/*
 * The fields of an Outbound that callers write per message, apart from all others, and the lock that guards them.
 *
 * The virtual machine lays the fields of a superclass out before those of its subclasses, so a class of sixteen longs
 * in between keeps two groups 128 bytes apart: what the loop reads and writes beside them would else cost every
 * message a transfer between cores.
 */
abstract class OutboundPadding0 {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

abstract class OutboundWritten extends OutboundPadding0 {
    long locked; // the id of the thread that holds the lock, or 0
    boolean flushQueued;
    boolean closed;
    boolean callerSends;
    boolean frameBegun;
    int flagsBegun; // of the call that was begun: deadline, trace
    int traceBytesBegun;
    int frameStart;
    long answered; // calls of the peer's that were answered or given up
    long largeBytes; // of large messages that were added whole
    int fillingBytes = Outbound.SMALL_ARRAY_BYTES; // the array's length, as it was counted
    ByteWriter filling = new ByteWriter(Outbound.SMALL_BYTES);
}

abstract class OutboundFields extends OutboundWritten {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    private static final int YIELDS = 128;
    private static final long PARK_NANOS = 10_000;
    private static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(OutboundFields.class, "locked", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final void lock() {
        StackHeadroom.forMessage();
        lockWithStack();
    }

    /** Takes the lock if nobody has it. */
    final boolean tryLock() {
        return LOCKED.compareAndSet(this, 0L, Thread.currentThread().threadId());
    }

    /** As {@link #lock}, for whoever has asked for more stack than that does. */
    final void lockWithStack() {
        long self = Thread.currentThread().threadId();
        if (!LOCKED.weakCompareAndSetAcquire(this, 0L, self)) {
            lockContended(self);
        }
    }

    /**
     * Gives the processor away at once, and looks before it tries: whoever spins here takes the lines of the lock and of what it
     * guards from their holder after each call. Whoever holds the lock meanwhile makes many calls with them at hand: of 16 callers
     * on two cores an ask then takes half the time.
     */
    private void lockContended(long self) {
        int attempt = 0;
        do {
            if (attempt++ < YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(PARK_NANOS);
            }
        } while ((long) LOCKED.getOpaque(this) != 0 || !LOCKED.weakCompareAndSetAcquire(this, 0L, self));
    }

    final void unlock() {
        LOCKED.setRelease(this, 0L);
    }
}
