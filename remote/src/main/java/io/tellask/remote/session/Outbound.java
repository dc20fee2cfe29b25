package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.DispatcherThread;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Wire;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The batch that a session is filling: proxies write frames into it, the loop takes it whole and sends it while the next one fills.
 *
 * <p>Frames are written between {@link #lock} and {@link #unlock}, a spin lock that is held for some nanoseconds. Whoever makes an empty
 * batch non-empty queues a flush on the loop, nobody else pays for waking it. Plain and virtual threads wait while a full batch
 * ({@value #BATCH_BYTES} bytes) has not left; threads that run actors never wait here: what they add is bounded by credit.
 *
 * <pre>
 * Why it is laid out so
 *   The lock word and the filling position are written per message by callers; what the loop writes per message lies in
 *   other objects, 128 bytes away. Sharing a cache line cost 6 times (docs/adr/0005-session.md).
 *   Before a small batch is taken the loop yields once: the caller usually fills on, and writes fall to a third.
 * </pre>
 *
 * <p>Thread-safety: the methods between lock and unlock by the thread that holds it; {@code flush} by the loop; the rest by anyone.
 */
final class Outbound extends OutboundFields {
    static final int BATCH_BYTES = 64 * 1024;
    static final int SMALL_BYTES = 4 * 1024;
    private static final int KEPT_BYTES = 128 * 1024;
    private static final int FLUSHES_PER_TURN = 16;

    private static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(OutboundFields.class, "locked", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Wire wire;
    private final Runnable flushTask = this::flushGathered;
    private final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>();
    private volatile int waiting;
    private @Nullable RuntimeException closedWith; // under the lock
    private final Runnable roomMade;
    private List<Waiter> promised = List.of(); // under the lock
    private ByteWriter callers = new ByteWriter(64); // swapped in while a caller sends; under the lock
    private ByteWriter spare = new ByteWriter(SMALL_BYTES); // the loop's

    private record Waiter(BooleanSupplier ready, Promise<Void> promise) {}

    /** {@code roomMade} is called on the loop after a flush. */
    Outbound(Wire wire, Runnable roomMade) {
        this.wire = wire;
        this.roomMade = roomMade;
    }

    void lock() {
        if (!LOCKED.weakCompareAndSetAcquire((OutboundFields) this, 0, 1)) {
            lockContended();
        }
    }

    private void lockContended() {
        for (int attempt = 1; !LOCKED.weakCompareAndSetAcquire((OutboundFields) this, 0, 1); attempt++) {
            if (attempt < 128) {
                Thread.onSpinWait();
            } else if (attempt < 256) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(10_000);
            }
        }
    }

    void unlock() {
        LOCKED.setRelease((OutboundFields) this, 0);
    }

    /** Begins a frame; its header is filled in by {@link #endFrame}. */
    ByteWriter beginFrame(int reserveBytes) {
        ByteWriter out = filling;
        out.reserve(reserveBytes + Kind.HEADER_BYTES);
        frameStart = out.position();
        out.position(frameStart + Kind.HEADER_BYTES);
        return out;
    }

    /** Fills the header in; the number of body bytes. */
    int endFrame(int kind) {
        int body = filling.position() - frameStart - Kind.HEADER_BYTES;
        filling.patchInt32(frameStart, Kind.header(kind, body));
        return body;
    }

    /** Unlocks, and sees to it that what was written leaves. */
    void unlockAndSend() {
        boolean queue = !flushQueued;
        flushQueued = true;
        unlock();
        if (queue) {
            queueFlush();
        }
    }

    /**
     * As {@link #unlockAndSend}, but where nothing else waits to leave or to be answered the calling thread writes by itself: that saves
     * waking the loop, which is a third of an idle round trip.
     */
    void unlockAndSendAsk(Calls calls) {
        if (flushQueued || closed || !calls.isOnlyOne() || !mayPark()) {
            unlockAndSend();
            return;
        }
        flushQueued = true;
        callerSends = true;
        ByteWriter batch = filling;
        filling = callers;
        unlock();
        int length = batch.position();
        int sent = wire.sendNow(batch.array(), 0, length);
        if (sent == length) {
            batch.clear();
            endCallerSends(batch);
        } else {
            wireLeftOver(batch, sent);
        }
    }

    private void endCallerSends(ByteWriter batch) {
        lock();
        callers = batch;
        callerSends = false;
        boolean more = filling.position() > 0 && !closed;
        flushQueued = more;
        unlock();
        if (more) {
            queueFlush();
        }
    }

    /** The connection did not take all: the rest goes back to the front of what waits, and the loop goes on. */
    private void wireLeftOver(ByteWriter batch, int sent) {
        ByteWriter rest = new ByteWriter(SMALL_BYTES);
        rest.writeBytes(batch.array(), sent, batch.position() - sent);
        lock();
        rest.writeBytes(filling.array(), 0, filling.position());
        filling = closed ? filling : rest;
        batch.clear();
        callers = batch;
        callerSends = false;
        unlock();
        queueFlush();
    }

    private void queueFlush() {
        try {
            wire.loop().execute(flushTask);
        } catch (RejectedExecutionException loopEnded) {
            close(new DisconnectedException(
                    "call: the session with " + wire.peer() + " has ended with its actor system"));
        }
    }

    /** The loop reads on: what answers write leaves at the end of the turn, without a queued flush. */
    void holdFlush() {
        lock();
        flushQueued = true;
        unlock();
    }

    boolean isFull() {
        return filling.position() >= BATCH_BYTES;
    }

    /** Bytes that wait to leave; exact under the lock, an estimate without. */
    int pendingBytes() {
        return filling.position();
    }

    /** Sends what callers on other threads have gathered, giving them a moment to fill a small batch up; on the loop only. */
    private void flushGathered() {
        if (filling.position() < BATCH_BYTES / 2) {
            Thread.yield();
        }
        flush();
    }

    /** Sends what has gathered, while the wire takes it; on the loop only. */
    void flush() {
        flushWhileWritable();
        roomMade.run();
    }

    private void flushWhileWritable() {
        for (int turn = 0; turn < FLUSHES_PER_TURN; turn++) {
            if (closed || !wire.isWritable()) {
                return; // Receiver.writable() flushes again
            }
            if (turn > 0 && filling.position() < BATCH_BYTES / 2) {
                Thread.yield();
            }
            if (!flushOnce()) {
                return;
            }
        }
        queueFlush();
    }

    /** Takes one batch and sends it; false if there was none, and then the next writer queues a flush again. */
    private boolean flushOnce() {
        lock();
        ByteWriter batch = filling;
        if (batch.position() == 0 || callerSends) {
            flushQueued = callerSends; // who sends will queue what came meanwhile
            unlock();
            return false;
        }
        filling = spare;
        unlock();
        signal();
        wire.send(batch.array(), 0, batch.position());
        batch.clear();
        spare = batch.array().length > KEPT_BYTES ? new ByteWriter(SMALL_BYTES) : batch;
        return true;
    }

    /** Hands all that waits to the wire, writable or not: the connection is about to be closed. On the loop only. */
    void flushAll() {
        lock();
        while (callerSends) { // its one write does not wait for anything
            unlock();
            Thread.yield();
            lock();
        }
        ByteWriter batch = filling;
        filling = new ByteWriter(SMALL_BYTES);
        unlock();
        if (batch.position() > 0) {
            wire.send(batch.array(), 0, batch.position());
        }
    }

    /** Forgets what waits to leave if it is more than so many bytes: the peer does not read it. */
    void dropOver(int bytes) {
        lock();
        if (filling.position() > bytes) {
            filling = new ByteWriter(SMALL_BYTES);
        }
        unlock();
    }

    /** Gives memory back while nothing waits to leave; on the loop. */
    void shrink() {
        lock();
        if (filling.position() == 0 && !closed) {
            filling = new ByteWriter(SMALL_BYTES);
            spare = new ByteWriter(SMALL_BYTES);
        }
        unlock();
    }

    /** Tells whoever waits for room, credit or a call's slot that there may be some; on the loop. */
    void signal() {
        VarHandle.fullFence(); // the change that is signalled, before the look at who waits for it
        if (waiting != 0) {
            for (Thread thread : waiters) {
                LockSupport.unpark(thread);
            }
            settleReady();
        }
    }

    private void settleReady() {
        List<Promise<Void>> ready = new ArrayList<>();
        lock();
        for (Waiter waiter : promised) {
            if (waiter.ready.getAsBoolean()) {
                ready.add(waiter.promise);
            }
        }
        if (!ready.isEmpty()) {
            promised = promised.stream()
                    .filter(waiter -> !ready.contains(waiter.promise))
                    .toList();
        }
        unlock();
        countWaiting(-ready.size());
        ready.forEach(promise -> promise.complete(null));
    }

    /** Settles the promise once the condition, which is evaluated under the lock, holds; fails it when the session ends. */
    void whenReady(BooleanSupplier ready, Promise<Void> promise) {
        countWaiting(1);
        lock();
        RuntimeException ended = closedWith;
        boolean now = ended == null && ready.getAsBoolean();
        if (ended == null && !now) {
            List<Waiter> more = new ArrayList<>(promised);
            more.add(new Waiter(ready, promise));
            promised = more;
        }
        unlock();
        if (ended != null || now) {
            countWaiting(-1);
        }
        if (ended != null) {
            promise.completeExceptionally(ended);
        } else if (now) {
            promise.complete(null);
        }
    }

    /** Parks the calling thread until the condition, which is evaluated under the lock, holds or the session ends. */
    void await(BooleanSupplier ready) {
        Thread thread = Thread.currentThread();
        waiters.add(thread);
        countWaiting(1);
        boolean interrupted = false;
        try {
            while (!isReady(ready)) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        } finally {
            waiters.remove(thread);
            countWaiting(-1);
            if (interrupted) {
                thread.interrupt();
            }
        }
    }

    private boolean isReady(BooleanSupplier ready) {
        lock();
        boolean go = closed || ready.getAsBoolean();
        unlock();
        return go;
    }

    private synchronized void countWaiting(int change) {
        waiting += change;
    }

    /** Whether the calling thread may wait: it runs no actor and serves no socket. */
    static boolean mayPark() {
        DispatcherThread thread = DispatcherThread.current();
        return thread == null || thread.dispatcher() == null;
    }

    /** No frame leaves any more; those who wait go on, and see it. A second call changes nothing. */
    void close(RuntimeException reason) {
        lock();
        if (closedWith == null) {
            closedWith = reason;
        }
        closed = true;
        filling = new ByteWriter(64);
        List<Waiter> disappointed = promised;
        promised = List.of();
        unlock();
        for (Thread thread : waiters) {
            LockSupport.unpark(thread);
        }
        disappointed.forEach(waiter -> waiter.promise.completeExceptionally(reason));
    }
}
