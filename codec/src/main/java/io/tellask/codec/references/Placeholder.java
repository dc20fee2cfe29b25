package io.tellask.codec.references;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands for an object that is not built yet, where a back reference meets it: a record whose components are being
 * read, an immutable collection, an object that its readResolve will replace.
 *
 * <p>Whoever is given one keeps its place empty and says with {@link #then} how to fill it. Not thread-safe.
 */
public final class Placeholder {
    private @Nullable Object value;
    private boolean filled;
    private List<Consumer<@Nullable Object>> waiting = List.of();

    /** {@code patch} runs with the object, null if it resolved to that, once it is built; holes are never handed out after that. */
    public void then(Consumer<@Nullable Object> patch) {
        if (waiting.isEmpty()) {
            waiting = new ArrayList<>(2);
        }
        waiting.add(patch);
    }

    public boolean isFilled() {
        return filled;
    }

    /** The object, or null while it is not built. */
    @Nullable
    public Object value() {
        return value;
    }

    /** Gives the object; returns what waited for it. */
    List<Consumer<@Nullable Object>> fill(@Nullable Object built) {
        value = built;
        filled = true;
        List<Consumer<@Nullable Object>> patches = waiting;
        waiting = List.of();
        return patches;
    }
}
