package io.tellask.codec.budget;

import io.tellask.codec.DecodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.schema.HeapEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Slots that a message makes the reader allocate without a byte of its own for each: tables that a hook of the JDK makes
 * by a count, the places of an enum map for constants that it does not hold, large objects of which the message has few
 * fields, and parts of objects that leave garbage. Asks a
 * {@link HeapBudget}, where there is one, for these slots, for all references and for all objects. Not thread-safe.
 */
public final class AllocationBudget {
    /** Slots that any message may have. */
    static final int FREE_SLOTS = 1 << 14;

    /**
     * Slots that a part of an object counts which a hook reads or whose fields are set by name, for what that leaves
     * behind: as many as a byte may have, so that each such part has a byte.
     */
    public static final int PART_SLOTS = HeapEstimate.SLOTS_PER_BYTE;

    /** What an element takes that is a reference: its place, and a small object. */
    private static final int REFERENCE_BYTES = 32;

    /** What a collection or array takes beside its elements. */
    private static final int COLLECTION_BYTES = 64;

    /** So much heap of fields is counted before the budget is asked for it. */
    static final int STEP_BYTES = 16 << 10;

    private long slots;
    private long heapBytes;
    private long takenBytes;
    private long askAtBytes;
    private @Nullable HeapBudget budget;

    /** Sets what grants the heap of the next messages; null: nothing but the limits bounds it. */
    public void budget(@Nullable HeapBudget newBudget) {
        budget = newBudget;
        askAtBytes = STEP_BYTES;
    }

    /** Counts an object, where it counts anything. */
    public void takeObject(int unbackedSlots, MessageExtent in) {
        if (unbackedSlots > 0) {
            take(unbackedSlots, in);
        }
    }

    public void take(int more, MessageExtent in) {
        slots += more;
        long limit = FREE_SLOTS + HeapEstimate.SLOTS_PER_BYTE * in.messageBytes();
        if (slots > limit) {
            throw new DecodeException("decode: unbacked slots=" + slots + " > limit=" + limit + ", offset="
                    + in.offset() + "; the message claims tables or objects that it does not fill");
        }
        takeHeap((long) HeapEstimate.BYTES_PER_SLOT * more, in);
    }

    /** Asks the budget for an array or collection of so many references, before it is allocated; gives {@code count}. */
    public int takeReferences(int count, MessageExtent in) {
        if (budget != null) {
            takeHeap(COLLECTION_BYTES + (long) REFERENCE_BYTES * count, in);
        }
        return count;
    }

    /** Counts the fields of an object, as {@link HeapEstimate#heapOf} has them, before it is allocated; generated code calls it. */
    public void countHeap(int bytes, MessageExtent in) {
        if (budget != null) {
            heapBytes += bytes;
            if (heapBytes >= askAtBytes) {
                askAtBytes = heapBytes + STEP_BYTES;
                takeObjects(in);
            }
        }
    }

    /** Asks for what was not asked for yet. */
    public void endMessage(MessageExtent in) {
        if (budget != null) {
            takeObjects(in);
            askAtBytes = STEP_BYTES;
        }
    }

    private void takeObjects(MessageExtent in) {
        long bytes = (long) HeapEstimate.OBJECT_BYTES * in.objectCount() + heapBytes;
        long missing = bytes - takenBytes;
        takenBytes = bytes;
        takeHeap(missing, in);
    }

    private void takeHeap(long bytes, MessageExtent in) {
        if (budget != null && !budget.take(bytes)) {
            throw new DecodeException("decode: heap bytes=" + bytes + " are more than the budget has left, offset="
                    + in.offset() + " of message bytes=" + in.messageBytes() + "; send fewer elements at once");
        }
    }

    /** Whether anything was counted, or a budget is to be asked when the message ends. */
    public boolean isUsed() {
        return slots != 0 || budget != null;
    }

    public void clear() {
        slots = 0;
        heapBytes = 0;
        takenBytes = 0;
    }

    /** How much of a message there is and what was read of it: what allocations are measured by. Not thread-safe. */
    public interface MessageExtent {
        /** Bytes that the message has at most. */
        long messageBytes();

        /** Where the reader is. */
        long offset();

        /** Objects that were read so far. */
        int objectCount();
    }
}
