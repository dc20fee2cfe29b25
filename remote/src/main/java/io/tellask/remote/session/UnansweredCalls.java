package io.tellask.remote.session;

import io.tellask.remote.MemoryHolder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the peer's that this side has not answered, by slot: asks, openings of streams, lookups.
 *
 * <p>A call is settled once: by its answer, or by the peer giving it up. Whoever settles it writes the frame that says so, and what comes
 * later for the same call is dropped. Nothing is kept of a settled call, so an actor that forgets its promises costs nothing here.
 * What is not settled counts in the account of the session.
 *
 * <p>Slots lie in segments of {@value #SEGMENT}. The peer chooses slots, so where the budget is tight segments without an unanswered call
 * are given back before there are twice as many as have one; else once the session is silent. Nothing counts what a segment holds: the
 * loop, which opens calls, and the actor, which answers them, would take that count from each other with each call.
 *
 * <p>Thread-safety: {@link #open} on the loop; {@link #settle}, {@link #defer}, {@link #deferred}, {@link #end}, {@link #someDeferred} and {@link #takeDeferred} under the lock of
 * {@link Outbound}; {@link #isOpen} by whoever the call was handed to. A slot is written by the loop before it hands the call on, and
 * again only once the peer has read the answer.
 */
final class UnansweredCalls {
    private static final int SEGMENT = 64;
    static final int SEGMENTS = 0x1_0000 / SEGMENT;
    private static final int KEPT_SEGMENTS = 32;

    /** What a call takes whose promise is not settled: that promise, its answer, the stage between them. Seen in a heap of half a million. */
    static final int DEFERRED_BYTES = 240;

    /** What a segment beyond the first takes, which count as the session's own. */
    static final int SEGMENT_BYTES = 640;

    private final MemoryHolder memory;
    private final @Nullable Segment[] segments = new Segment[SEGMENTS];
    private int inUse; // the loop's, as the next
    private int mostInUse = KEPT_SEGMENTS;
    private int toldSegments;
    private int deferredCount; // under the lock, as the next two
    private long toldBytes;
    private boolean ended;
    private @Nullable PipelinedCalls pipelined; // that wait for calls to settle

    UnansweredCalls(MemoryHolder memory) {
        this.memory = memory;
    }

    /** Neighbouring slots. */
    private static final class Segment {
        final int[] callIds = new int[SEGMENT];

        @Nullable
        DeferredAnswer @Nullable [] deferred;

        /** On the loop, which alone opens calls: one that is settled meanwhile may still be seen. */
        boolean isEmpty() {
            for (int callId : callIds) {
                if (callId != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A call came; false if its slot holds another that is not answered. */
    boolean open(int callId) {
        int slot = callId & 0xFFFF;
        Segment segment = segments[slot / SEGMENT];
        if (segment == null) {
            segment = addSegment(slot / SEGMENT);
        }
        if (segment.callIds[slot % SEGMENT] != 0) {
            return false;
        }
        segment.callIds[slot % SEGMENT] = callId;
        return true;
    }

    private Segment addSegment(int index) {
        if (inUse >= mostInUse && memory.isTight()) {
            giveBackEmpty();
            mostInUse = Math.max(KEPT_SEGMENTS, 2 * inUse);
        }
        Segment segment = new Segment();
        segments[index] = segment;
        inUse++;
        tellSegments();
        return segment;
    }

    private void tellSegments() {
        int counted = Math.max(0, inUse - KEPT_SEGMENTS);
        memory.add((long) SEGMENT_BYTES * (counted - toldSegments));
        toldSegments = counted;
    }

    private void giveBackEmpty() {
        for (int i = 0; i < SEGMENTS; i++) {
            Segment segment = segments[i];
            if (segment != null && segment.isEmpty()) {
                segments[i] = null;
                inUse--;
            }
        }
    }

    /** Gives memory back: the session is silent. On the loop. */
    void shrink() {
        giveBackEmpty();
        tellSegments();
    }

    /** How many segments are held; on the loop. */
    int segmentsInUse() {
        return inUse;
    }

    /** Whether a call was neither answered nor given up. */
    boolean isOpen(int callId) {
        Segment segment = segments[(callId & 0xFFFF) / SEGMENT];
        return segment != null && holds(segment, callId);
    }

    private static boolean holds(Segment segment, int callId) {
        return segment.callIds[(callId & 0xFFFF) % SEGMENT] == callId && callId != 0;
    }

    /** Ends a call: true for the one caller who now tells the peer. */
    boolean settle(int callId) {
        Segment segment = segments[(callId & 0xFFFF) / SEGMENT];
        if (segment == null || !holds(segment, callId)) {
            return false;
        }
        int at = (callId & 0xFFFF) % SEGMENT;
        segment.callIds[at] = 0;
        if (pipelined != null) {
            pipelined.settled();
        }
        if (segment.deferred != null && segment.deferred[at] != null) {
            segment.deferred[at] = null;
            deferredCount--;
            tellDeferred();
        }
        return true;
    }

    /** Has calls told of each that settles, while some wait for one; null for none. Under the lock. */
    void onSettled(@Nullable PipelinedCalls waiting) {
        pipelined = waiting;
    }

    /** Keeps what answers an open call later, so that it can be told if the call is given up; false if it was already. */
    boolean defer(int callId, DeferredAnswer answer) {
        Segment segment = segments[(callId & 0xFFFF) / SEGMENT];
        if (ended || segment == null || !holds(segment, callId)) {
            return false;
        }
        if (segment.deferred == null) {
            segment.deferred = new DeferredAnswer[SEGMENT];
        }
        segment.deferred[(callId & 0xFFFF) % SEGMENT] = answer;
        deferredCount++;
        tellDeferred();
        return true;
    }

    private void tellDeferred() {
        long change = (long) DEFERRED_BYTES * deferredCount - toldBytes;
        if (Math.abs(change) >= MemoryHolder.STEP_BYTES && !ended) {
            toldBytes += change;
            memory.add(change);
        }
    }

    /** Some of what would answer calls later, at most so many. */
    List<DeferredAnswer> someDeferred(int most) {
        List<DeferredAnswer> some = new ArrayList<>();
        for (int i = 0; i < SEGMENTS && some.size() < Math.min(most, deferredCount); i++) {
            Segment segment = segments[i];
            if (segment != null && segment.deferred != null) {
                for (DeferredAnswer answer : segment.deferred) {
                    if (answer != null && some.size() < most) {
                        some.add(answer);
                    }
                }
            }
        }
        return some;
    }

    /** The session has ended, and its account with it: what would answer later is not kept from now on, and is to be given up. */
    void end() {
        ended = true;
    }

    /** Takes what would answer the calls of one segment, some places empty, or null; for each number below {@value #SEGMENTS}. */
    @Nullable
    DeferredAnswer @Nullable [] takeDeferred(int number) {
        Segment segment = segments[number];
        @Nullable DeferredAnswer[] taken = segment == null ? null : segment.deferred;
        if (segment != null) {
            segment.deferred = null;
        }
        return taken;
    }

    /** What would answer this open call later, or null. */
    @Nullable
    DeferredAnswer deferred(int callId) {
        Segment segment = segments[(callId & 0xFFFF) / SEGMENT];
        return segment == null || segment.deferred == null || !holds(segment, callId)
                ? null
                : segment.deferred[(callId & 0xFFFF) % SEGMENT];
    }
}
