package io.tellask.remote.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one session that wait for an answer, found by slot.
 *
 * <p>A call id is {@code generation << 16 | slot}. Slots come from a queue of free ones, so that neighbours are not reused at once, and a
 * slow call holds up none but its own slot. A call that was settled before its answer came (deadline, cancel) keeps its slot until then:
 * a late answer can settle nobody else's call. Slots are added 1,024 at a time up to the limit.
 *
 * <p>{@link #nextId}, {@link #place}, {@link #release} and {@link #hasRoom} under the lock of {@link Outbound}; {@link #find}, {@link #remove} and
 * {@link #all} on the loop.
 */
final class Calls extends CallsFields {
    private static final int SEGMENT = 1_024;
    static final int RELEASED_AT_ONCE = 256;

    private static final VarHandle SETTLED;

    static {
        try {
            SETTLED = MethodHandles.lookup().findVarHandle(CallsFields.class, "settled", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int limit;
    private final @Nullable PendingCall[] @Nullable [] pending;

    Calls(int limit) {
        this.limit = limit;
        pending = new PendingCall[(limit + SEGMENT - 1) / SEGMENT][];
    }

    boolean hasRoom() {
        return freeCount > reserved || freeCount + limit - slots > reserved;
    }

    /** Whether one call waits, and no other; under the lock. Reads what the loop writes per answer, so not for every call. */
    boolean isOnlyOne() {
        return opened - (long) SETTLED.getAcquire((CallsFields) this) == 1;
    }

    /** How many calls wait for their answers, about; from any thread. */
    long waiting() {
        return Math.max(0, opened - (long) SETTLED.getOpaque((CallsFields) this));
    }

    boolean isIdle() {
        return freeCount == slots;
    }

    /** Lowers the limit to what the peer accepts; under the lock, before the first call. */
    void lowerLimit(int peerLimit) {
        limit = Math.min(limit, peerLimit);
    }

    int limit() {
        return limit;
    }

    /** A fresh call id; ask {@link #hasRoom} first, and {@link #place} the call under it. */
    int nextId() {
        if (freeCount == 0) {
            addSegment();
        }
        int slot = free[freeHead];
        freeHead = freeHead + 1 == free.length ? 0 : freeHead + 1;
        freeCount--;
        opened++;
        int callId = ++generations[slot] << 16 | slot;
        return callId != 0 ? callId : ++generations[slot] << 16 | slot; // 0 is what a tell has
    }

    void place(int callId, PendingCall call) {
        int slot = callId & 0xFFFF;
        pending[slot / SEGMENT][slot % SEGMENT] = call;
    }

    /**
     * Takes out a call whose frame was not written: its id is the next one again. Does nothing for 0. Without the lock having been given back since
     * {@link #nextId}.
     */
    void takeBack(int callId) {
        if (callId != 0) {
            int slot = callId & 0xFFFF;
            pending[slot / SEGMENT][slot % SEGMENT] = null;
            freeHead = freeHead == 0 ? free.length - 1 : freeHead - 1;
            free[freeHead] = slot;
            freeCount++;
            generations[slot]--;
            opened--;
        }
    }

    private void free(int slot) {
        int at = freeHead + freeCount;
        free[at >= free.length ? at - free.length : at] = slot;
        freeCount++;
    }

    private void addSegment() {
        int more = Math.min(SEGMENT, limit - slots);
        pending[slots / SEGMENT] = new PendingCall[more];
        generations = Arrays.copyOf(generations, slots + more);
        free = new int[slots + more];
        for (int i = 0; i < more; i++) {
            free[i] = slots + i;
        }
        freeHead = 0;
        freeCount = more;
        slots += more;
    }

    /** The call that waits under this id, or null. */
    @Nullable
    PendingCall find(int callId) {
        int slot = callId & 0xFFFF;
        PendingCall[] segment = slot / SEGMENT < pending.length ? pending[slot / SEGMENT] : null;
        if (segment == null || slot % SEGMENT >= segment.length) {
            return null;
        }
        PendingCall call = segment[slot % SEGMENT];
        return call != null && call.callId() == callId ? call : null;
    }

    /** Takes an answered call out; true if enough slots have gathered that {@link #release} should be called. */
    boolean remove(int callId) {
        int slot = callId & 0xFFFF;
        pending[slot / SEGMENT][slot % SEGMENT] = null;
        removed[removedCount++] = slot;
        SETTLED.setRelease((CallsFields) this, settled + 1);
        return removedCount == RELEASED_AT_ONCE;
    }

    boolean hasRemoved() {
        return removedCount > 0;
    }

    /** Makes the slots of removed calls free again. */
    void release() {
        for (int i = 0; i < removedCount; i++) {
            free(removed[i]);
        }
        removedCount = 0;
    }

    /** Every call that waits now. */
    List<PendingCall> all() {
        List<PendingCall> calls = new ArrayList<>();
        for (PendingCall[] segment : pending) {
            if (segment != null) {
                for (PendingCall call : segment) {
                    if (call != null) {
                        calls.add(call);
                    }
                }
            }
        }
        return calls;
    }
}
