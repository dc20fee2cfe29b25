package io.tellask.rest.check;

import io.tellask.rest.problem.Fault;
import io.tellask.rest.problem.Refusal;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a value of some type has to be, and all that it holds. Types may hold themselves, so that these may form
 * circles. Filled while a {@code Rest} is
 * built, then only read, by any thread.
 */
final class ValueCheck {
    /** Levels of values that are looked at; what is nested deeper is refused. */
    static final int MOST_DEPTH = 500;

    final List<Constraint> constraints = new ArrayList<>();

    @Nullable
    Structure structure;

    @Nullable
    ValueCheck element;

    @Nullable
    ValueCheck key;

    /** One look at the arguments of a call. */
    static final class Walk {
        private final List<Fault> faults = new ArrayList<>();
        private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final String kind;

        Walk(String kind) {
            this.kind = kind;
        }

        List<Fault> faults() {
            return faults;
        }

        private boolean isFull() {
            return faults.size() >= Refusal.MOST_FAULTS;
        }

        private void add(String where, String words) {
            faults.add(Fault.of(kind, where, words));
        }
    }

    /** Whether anything is asked of any value that this leads to. */
    boolean asksAnything(Set<Object> visited) {
        if (!visited.add(this)) {
            return false;
        }
        return !constraints.isEmpty()
                || structure != null && structure.asksAnything(visited)
                || element != null && element.asksAnything(visited)
                || key != null && key.asksAnything(visited);
    }

    /** Looks at a value, each object once: a text may refer to one from many places. */
    void check(@Nullable Object value, String where, int depth, Walk walk) {
        for (Constraint constraint : constraints) {
            if (!walk.isFull() && !constraint.admits(value)) {
                walk.add(where, constraint.words());
            }
        }
        boolean leaf = structure == null && element == null && key == null;
        if (value == null || leaf || walk.isFull() || !walk.seen.add(value)) {
            return;
        }
        if (depth > MOST_DEPTH) {
            walk.add(where, "is nested deeper than " + MOST_DEPTH + " levels");
            return;
        }
        checkParts(value, where, depth, walk);
    }

    private void checkParts(Object value, String where, int depth, Walk walk) {
        if (structure != null) {
            structure.check(value, where, depth, walk);
            return;
        }
        switch (value) {
            case Optional<?> optional -> checkElement(optional.orElse(null), where, depth, walk);
            case Map<?, ?> map -> checkEntries(map, where, depth, walk);
            case Iterable<?> items -> {
                int index = 0;
                for (Object item : items) {
                    checkElement(item, where + "/" + index++, depth, walk);
                }
            }
            default -> {
                if (value.getClass().isArray() && element != null) {
                    for (int i = 0; i < Array.getLength(value); i++) {
                        checkElement(Array.get(value, i), where + "/" + i, depth, walk);
                    }
                }
            }
        }
    }

    private void checkElement(@Nullable Object item, String where, int depth, Walk walk) {
        if (element != null) {
            element.check(item, where, depth + 1, walk);
        }
    }

    private void checkEntries(Map<?, ?> map, String where, int depth, Walk walk) {
        map.forEach((name, item) -> {
            String place = where + "/" + String.valueOf(name).replace("~", "~0").replace("/", "~1");
            if (key != null) {
                key.check(name, place, depth + 1, walk);
            }
            checkElement(item, place, depth, walk);
        });
    }
}
