package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Shared;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Items that no field takes, such as those of a field that the class has no more. An object that is referred to
 * elsewhere may first stand in one of them; they are searched when a reference finds nothing. Not thread-safe.
 */
final class LeftOut {
    private final Deque<Object> unsearched = new ArrayDeque<>();
    private final Map<Integer, Object> found = new HashMap<>();

    void add(Object item) {
        unsearched.addLast(item);
    }

    /** The item that has the number, with it; null where there is none. */
    @Nullable
    Object find(int number) {
        while (!unsearched.isEmpty()) {
            search(unsearched.removeLast());
        }
        return found.get(number);
    }

    private void search(Object item) {
        switch (item) {
            case Shared shared -> {
                found.putIfAbsent(shared.number(), shared);
                push(shared.item());
            }
            case Items items -> items.elements().forEach(this::push);
            case Entries entries -> {
                if (Numbers.integer(entries.value(Note.ID), 1, Integer.MAX_VALUE) instanceof Long number) {
                    found.putIfAbsent(number.intValue(), entries);
                }
                entries.keys().forEach(this::push);
                entries.values().forEach(this::push);
            }
            default -> {}
        }
    }

    private void push(@Nullable Object item) {
        if (item instanceof Shared || item instanceof Items || item instanceof Entries) {
            unsearched.addLast(item);
        }
    }
}
