package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Place;
import org.jspecify.annotations.Nullable;

/** The way from the root to a container, for messages. Immutable. */
record Path(@Nullable Path outer, Object step, Place place) {
    private static final int MAX_STEPS = 16;

    static String inWords(@Nullable Path path, Object lastStep) {
        StringBuilder words = new StringBuilder(spelled(lastStep));
        Path outer = path;
        for (int i = 1; outer != null && i < MAX_STEPS; i++) {
            words.insert(0, spelled(outer.step));
            outer = outer.outer;
        }
        return (outer == null ? "$" : "[...]") + words;
    }

    private static String spelled(Object step) {
        return step instanceof Integer index ? "[" + index + "]" : step.toString();
    }
}
