package io.tellask.codec.text;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.text.Tree.Place;
import java.util.function.Supplier;

/**
 * What a text may cost while it is parsed, before anything is made of it: how far its lists and objects nest, and how
 * many of them and of its strings there are. Not thread-safe.
 */
final class TextBudget {
    /** Levels of the text that one object may take beside its own: it may stand in a list in an object of notes. */
    private static final int FURTHER_LEVELS = 2;

    private final CodecLimits limits;
    private final long maxNesting;
    private int nesting;
    private int objects;

    TextBudget(CodecLimits limits) {
        this.limits = limits;
        this.maxNesting = limits.levels() + (long) FURTHER_LEVELS * limits.depth() + 1;
    }

    /** Begins a list or an object. */
    void enter(Place place) {
        countString(() -> place);
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
        if (++objects > limits.objects()) {
            throw new DecodeException("decode: lists, objects and strings of the text=" + objects + " > limits.objects="
                    + limits.objects() + ", " + place.get().inWords() + "; raise the limit");
        }
    }
}
