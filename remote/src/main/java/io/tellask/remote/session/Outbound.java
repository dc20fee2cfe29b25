package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.RunContext;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.MemoryHolder;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.LargeArrays;
import io.tellask.remote.resume.TellCounter;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
 *   Before a small batch is taken the loop yields once: the caller usually fills on, and writes fall to a third. Not where it serves
 *   several sessions in turn: on a busy machine each yield takes a time slice of milliseconds, and a thousand sessions wait for it.
 * </pre>
 *
 * <p>Thread-safety: the methods between lock and unlock by the thread that holds it; {@code flush} by the loop; the rest by anyone.
 */
final class Outbound extends BatchWriter {
    static final int BATCH_BYTES = 64 * 1024;
    static final int SMALL_BYTES = 4 * 1024;
    static final int SMALL_ARRAY_BYTES = SMALL_BYTES + ByteWriter.SLACK;
    private static final int KEPT_BYTES = 128 * 1024;
    private static final int FLUSHES_PER_TURN = 16;
    private static final ByteWriter IDLE = new ByteWriter(0);

    private final Wire wire;
    private final Runnable flushTask = this::flushOrEnd;
    private final WaitingCallers waiting;
    private final CallerQueue fragments = new CallerQueue(null, false);
    private @Nullable RuntimeException closedWith; // under the lock
    private final Runnable roomMade;
    private final Consumer<Throwable> failed;
    private final AwaitedConditions awaited = new AwaitedConditions(); // under the lock
    private ByteWriter callers = new ByteWriter(64); // swapped in while a caller sends; under the lock
    private ByteWriter spare = new ByteWriter(SMALL_BYTES); // the loop's
    private final LeavingBatch leaving; // the loop's
    private long leftBytes; // handed to the wire so far; under the lock
    private int
            fillingRest; // how many bytes at the front of the batch that is filled are the rest of a frame; under the
    // lock

    /** {@code roomMade} is called on the loop after a flush, {@code failed} if one cannot be done. */
    Outbound(Wire wire, MemoryHolder memory, Calls calls, Runnable roomMade, Consumer<Throwable> failed) {
        super(memory);
        this.wire = wire;
        this.roomMade = roomMade;
        this.failed = failed;
        leaving = new LeavingBatch(wire, memory);
        waiting = new WaitingCallers(this, calls);
        lock(); // so that neither is called for the first time where little stack is left: linking takes much
        unlockFailed();
    }

    /**
     * Gives the lock back if the calling thread holds it, having failed for want of memory or stack: what it has written of a frame is
     * dropped. A lock that is never given back would stop this session's loop, and all that live there.
     */
    void unlockFailed() {
        if (locked == Thread.currentThread().threadId()) {
            if (frameBegun) {
                dropFrame();
            }
            flushQueued = false; // it may have failed before it was; at worst one more is queued than needed
            try {
                unlockAndWake();
            } finally {
                unlockFailedAgain();
            }
        }
    }

    private void unlockFailedAgain() {
        if (locked == Thread.currentThread().threadId()) {
            unlock();
        }
    }

    /** Takes the lock and begins a frame; without the lock if that fails. */
    ByteWriter lockAndBeginFrame(int reserveBytes) {
        lock();
        try {
            return beginFrame(reserveBytes);
        } catch (Throwable failure) {
            unlockFailed();
            throw failure;
        }
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
        if (flushQueued || closed || !calls.isOnlyOne() || !WaitingCallers.mayPark()) {
            unlockAndSend();
            return;
        }
        flushQueued = true;
        callerSends = true;
        try {
            ByteWriter batch = filling;
            fill(callers);
            unlock();
            int length = batch.position();
            int sent = wire.sendNow(batch.array(), 0, length);
            if (sent == length) {
                batch.clear();
                endCallerSends(batch, length);
            } else {
                wireLeftOver(batch, sent);
            }
        } catch (Throwable failure) { // nobody knows how much of the batch has left
            unlockFailed();
            callerSends = false;
            failed.accept(failure);
            throw failure;
        }
    }

    private void endCallerSends(ByteWriter batch, int sent) {
        lock();
        leftBytes += sent;
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
        try {
            ByteWriter rest = new ByteWriter(SMALL_BYTES);
            rest.writeBytes(batch.array(), sent, batch.position() - sent);
            lock();
            leftBytes += sent;
            try {
                rest.writeBytes(filling.array(), 0, filling.position());
                if (!closed) {
                    memory.add(rest.array().length - fillingBytes);
                    fill(rest);
                    fillingRest = batch.position() - sent;
                }
            } finally {
                batch.clear();
                callers = batch;
                callerSends = false;
                unlock();
            }
        } catch (Throwable failure) { // half a frame has left
            failed.accept(failure);
            throw failure;
        }
        queueFlush();
    }

    private void queueFlush() {
        try {
            wire.loop().execute(flushTask);
        } catch (RejectedExecutionException loopEnded) {
            close(new DisconnectedException(
                    "call: the session with " + wire.peer() + " has ended with its actor system"));
        } catch (Throwable notQueued) {
            flushQueued = false; // the next caller queues it; without the lock, at worst one more is queued than needed
            throw notQueued;
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

    /** The address of the other side. */
    String peer() {
        return wire.peer();
    }

    /** Bytes that were handed to the wire so far; an estimate without the lock. */
    long leftBytes() {
        return leftBytes;
    }

    /** Bytes that wait to leave; exact under the lock, an estimate without. */
    int pendingBytes() {
        return filling.position() + leaving.bytes();
    }

    /** What was taken out of the batch and not sent is lost, so a flush that fails ends the session. */
    private void flushOrEnd() {
        try {
            flush(0);
        } catch (Throwable failure) {
            failed.accept(failure);
        }
    }

    /** Sends what has gathered, while the wire takes it; on the loop only. */
    void flush() {
        flush(1);
    }

    /** Gives callers on other threads a moment to fill a small batch up, from a turn on; not where the loop flushes several sessions in turn. */
    private void flush(int yieldFromTurn) {
        RunContext thread = RunContext.current();
        flushWhileWritable(thread == null || thread.servesAgain(this) ? yieldFromTurn : FLUSHES_PER_TURN);
        if (mayBeAboveHighWater()) {
            lock();
            lookAtHighWater(pendingBytes());
            unlock();
        }
        roomMade.run();
    }

    private void flushWhileWritable(int yieldFromTurn) {
        for (int turn = 0; turn < FLUSHES_PER_TURN; turn++) {
            if (closed || !wire.isWritable()) {
                return; // Receiver.writable() flushes again
            }
            if (!leaving.send()) {
                return;
            }
            if (turn >= yieldFromTurn && filling.position() < BATCH_BYTES / 2) {
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
        leftBytes += batch.position();
        int rest = fillingRest;
        fillingRest = 0;
        fill(spare);
        unlockAndWake();
        int length = batch.position();
        int part = Math.min(length, BATCH_BYTES);
        wire.send(batch.array(), 0, part);
        if (part < length && !closed) {
            memory.add(SMALL_ARRAY_BYTES);
            spare = new ByteWriter(SMALL_BYTES);
            leaving.begin(batch, part, rest);
        } else {
            keepSpare(batch);
        }
        return true;
    }

    /** Nothing leaves any more, so whoever still refers to this session keeps no batch of it; on the loop. */
    void wireClosed() {
        leaving.drop();
        spare = IDLE;
    }

    private void keepSpare(ByteWriter batch) {
        batch.clear();
        int length = batch.array().length;
        if (length > KEPT_BYTES || length > SMALL_ARRAY_BYTES && memory.isTight()) {
            memory.add(SMALL_ARRAY_BYTES - length);
            spare = new ByteWriter(SMALL_BYTES);
            LargeArrays.shared().giveBack(batch.array());
        } else {
            spare = batch;
        }
    }

    /**
     * Sends a frame before all that waits, writable or not: only the frame of which a part has left goes first. False, and nothing is sent, while a caller
     * sends; its one write does not wait for anything. On the loop only.
     */
    boolean sendAhead(byte[] frame, int length) {
        leaving.endFrame();
        lock();
        try {
            if (callerSends) {
                return false;
            }
            int rest = fillingRest;
            if (rest > 0 && leaving.isEmpty()) { // the rest of what a caller began to send
                wire.send(filling.array(), 0, rest);
                int left = filling.position() - rest;
                System.arraycopy(filling.array(), rest, filling.array(), 0, left);
                filling.position(left);
                fillingRest = 0;
            }
        } finally {
            unlock();
        }
        if (!closed) {
            wire.send(frame, 0, length);
        }
        return true;
    }

    /** Hands all that waits to the wire, writable or not: the connection is about to be closed. On the loop only. */
    void flushAll() {
        ByteWriter empty = new ByteWriter(SMALL_BYTES);
        lock();
        while (callerSends) { // its one write does not wait for anything
            unlock();
            Thread.yield();
            lock();
        }
        ByteWriter batch = filling;
        fillingRest = 0;
        renew(empty);
        unlock();
        leaving.sendAll();
        if (batch.position() > 0) {
            wire.send(batch.array(), 0, batch.position());
        }
    }

    /** Tells the peer why the session ends, in place of all that waits, if that can leave at once. On the loop only. */
    void sendLast(String reason) {
        boolean whole = leaving.isEmpty() && wire.isWritable();
        ByteWriter empty = new ByteWriter(SMALL_BYTES);
        lock();
        whole &= !callerSends && fillingRest == 0;
        closed = true;
        renew(empty);
        ByteWriter out = filling;
        unlock();
        leaving.drop();
        if (whole) {
            FrameType.writeClose(out, 1, reason);
            wire.send(out.array(), 0, out.position());
        }
    }

    /** Forgets what waits to leave if it is more than so many bytes: the peer does not read it. */
    void dropOver(int bytes) {
        ByteWriter empty = new ByteWriter(SMALL_BYTES);
        lock();
        if (filling.position() > Math.max(bytes, fillingRest)) {
            if (fillingRest == 0) {
                renew(empty);
            } else {
                filling.position(fillingRest);
            }
        }
        unlock();
        leaving.dropOver(bytes);
    }

    /** Gives memory back while nothing waits to leave; on the loop. */
    void shrink() {
        ByteWriter empty = new ByteWriter(SMALL_BYTES);
        ByteWriter secondEmpty = new ByteWriter(SMALL_BYTES);
        lock();
        if (filling.position() == 0 && !closed) {
            renew(empty);
            memory.add(SMALL_ARRAY_BYTES - spare.array().length);
            spare = secondEmpty;
        }
        unlock();
    }

    /** Unlocks after credit, a slot or room came back, and wakes those that now have it. */
    void unlockAndWake() {
        WaitingCallers.Caller granted = waiting.isEmpty() ? null : waiting.grant();
        List<Promise<Void>> ready = List.of();
        try {
            ready = awaited.takeReady();
        } finally {
            unlock();
            WaitingCallers.wake(granted);
        }
        ready.forEach(promise -> promise.complete(null));
    }

    /** Settles the promise once the condition, which is evaluated under the lock, holds; fails it when the session ends. */
    void whenReady(BooleanSupplier ready, Promise<Void> promise) {
        RuntimeException ended;
        boolean now;
        lock();
        try {
            ended = closedWith;
            now = ended == null && ready.getAsBoolean();
            if (ended == null && !now) {
                awaited.add(ready, promise);
            }
        } finally {
            unlock();
        }
        if (ended != null) {
            promise.completeExceptionally(ended);
        } else if (now) {
            promise.complete(null);
        }
    }

    /** Has the frames counted that wait to leave. */
    void countWaiting(TellCounter counter) {
        lock();
        try {
            leaving.count(counter);
            counter.take(filling.array(), 0, filling.position());
        } finally {
            unlock();
        }
    }

    /** The callers that wait; under the lock. */
    WaitingCallers waiting() {
        return waiting;
    }

    /** Waits for room for one more fragment, with the lock held before and after. */
    WaitingCallers.Outcome awaitRoom(int bytes, long deadlineNanos, boolean mayInterrupt) {
        if (closed) {
            return WaitingCallers.Outcome.CLOSED;
        }
        return waiting.admits(fragments)
                ? WaitingCallers.Outcome.GRANTED
                : waiting.await(fragments, bytes, deadlineNanos, mayInterrupt);
    }

    /** Ends the waiting of callers whose time is over; on the loop. */
    void endLate(long nowNanos) {
        lock();
        WaitingCallers.Caller late;
        try {
            late = waiting.endLate(nowNanos);
        } finally {
            unlock();
        }
        WaitingCallers.wake(late);
    }

    /** No frame leaves any more; those who wait go on, and see it. A second call changes nothing. */
    void close(RuntimeException reason) {
        ByteWriter empty = new ByteWriter(SMALL_BYTES);
        lock();
        if (closedWith == null) {
            closedWith = reason;
        }
        closed = true;
        renew(empty);
        WaitingCallers.Caller ended = waiting.endAll();
        List<Promise<Void>> toFail = List.of();
        try {
            toFail = awaited.takeAll();
        } finally {
            unlock();
            WaitingCallers.wake(ended);
        }
        toFail.forEach(promise -> promise.completeExceptionally(reason));
    }
}
