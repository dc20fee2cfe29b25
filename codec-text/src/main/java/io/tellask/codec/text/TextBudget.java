package io.tellask.codec.text;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HeapBudget;
import io.tellask.codec.text.Tree.Place;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a text may cost while it is parsed, before anything is made of it: how far its lists and objects nest, and how
 * many of them and of its strings there are, and how much heap all of it takes at its peak, with what is made of it.
 * Not thread-safe.
 */
final class TextBudget {
    /** Levels of the text that one object may take beside its own: it may stand in a list in an object of notes. */
    private static final int FURTHER_LEVELS = 2;

    /** Heap at the peak, as measured for what is dearest: {@code docs/CODEC_TEXT.md}. */
    private static final int CONTAINER_BYTES = 500;

    private static final int STRING_BYTES = 100;
    private static final int SCALAR_BYTES = 50;

    /** Letters in the text, in an array and in strings. */
    private static final int BYTES_OF_TEXT_BYTE = 4;

    /** So much is counted before the budget is asked for it. */
    private static final int STEP_BYTES = 4 * 1024;

    private final CodecLimits limits;
    private final @Nullable HeapBudget heap;
    private final long maxNesting;
    private int nesting;
    private int objects;
    private long untakenBytes;

    /** Without {@code heap} the limits hold alone. */
    TextBudget(CodecLimits limits, @Nullable HeapBudget heap) {
        this.limits = limits;
        this.heap = heap;
        this.maxNesting = limits.levels() + (long) FURTHER_LEVELS * limits.depth() + 1;
    }

    /** Begins a text, before anything of it is copied. */
    void begin(int textBytes) {
        takeHeap((long) BYTES_OF_TEXT_BYTE * textBytes);
    }

    /** Begins a list or an object. */
    void enter(Place place) {
        countObject(() -> place);
        takeHeap(CONTAINER_BYTES);
        if (++nesting > maxNesting) {
            throw new DecodeException("decode: text nesting=" + nesting + " > " + maxNesting + ", which limits.depth="
                    + limits.depth() + " allows, " + place.inWords() + "; raise limits.depth");
        }
    }

    void leave() {
        nesting--;
    }

    /** Counts a string, or what costs as much. */
    void countString(Supplier<Place> place) {
        countObject(place);
        takeHeap(STRING_BYTES);
    }

    /** Counts the name of a field or a key. */
    void countName() {
        takeHeap(STRING_BYTES);
    }

    /** Counts a number or the like. */
    void countScalar() {
        takeHeap(SCALAR_BYTES);
    }

    private void takeHeap(long bytes) {
        untakenBytes += bytes;
        if (heap != null && untakenBytes >= STEP_BYTES) {
            if (!heap.take(untakenBytes)) {
                throw new DecodeException("decode: heap bytes=" + untakenBytes
                        + " of a text are more than the budget has left; send fewer elements at once");
            }
            untakenBytes = 0;
        }
    }

    private void countObject(Supplier<Place> place) {
        if (++objects > limits.objects()) {
            throw new DecodeException("decode: lists, objects and strings of the text=" + objects + " > limits.objects="
                    + limits.objects() + ", " + place.get().inWords() + "; raise the limit");
        }
    }
}
