package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Place;
import io.tellask.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The way from the root to a container of class {@code owner}, for messages. Immutable. */
record Path(@Nullable Path outer, Object step, Place place, Class<?> owner) {
    private static final int MAX_STEPS = 16;

    static String inWords(@Nullable Path path, Object lastStep) {
        List<Object> steps = new ArrayList<>(List.of(lastStep));
        Path outer = path;
        for (int i = 0; outer != null && i <= MAX_STEPS; i++) {
            steps.addFirst(outer.step);
            outer = outer.outer;
        }
        return inWords(steps);
    }

    /** Of many steps the last ones. */
    static String inWords(List<Object> steps) {
        int first = Math.max(0, steps.size() - MAX_STEPS);
        StringBuilder words = new StringBuilder(first == 0 ? "$" : "[...]");
        steps.subList(first, steps.size()).forEach(step -> words.append(spelled(step)));
        return words.toString();
    }

    private static String spelled(Object step) {
        return step instanceof Integer index ? "[" + index + "]" : SafeText.of(step.toString());
    }
}
