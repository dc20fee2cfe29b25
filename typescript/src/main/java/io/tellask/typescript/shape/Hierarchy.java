package io.tellask.typescript.shape;

import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.Declared;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The types above a class, looked up once each. Not thread-safe. */
final class Hierarchy {
    private final ClassSource classes;
    private final Map<String, Set<String>> known = new HashMap<>();

    Hierarchy(ClassSource classes) {
        this.classes = classes;
    }

    /** The class itself and all above it, nearest first. */
    Set<String> upwards(String className) {
        Set<String> found = known.get(className);
        if (found == null) {
            found = collect(className);
            known.put(className, found);
        }
        return found;
    }

    private Set<String> collect(String className) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(className));
        while (!open.isEmpty()) {
            String next = open.removeFirst();
            if (found.add(next)) {
                above(classes.find(next)).forEach(open::addLast);
            }
        }
        return found;
    }

    private static List<String> above(@Nullable ClassShape shape) {
        List<String> names = new ArrayList<>();
        if (shape != null) {
            add(names, shape.superclass());
            shape.interfaces().forEach(each -> add(names, each));
        }
        return names;
    }

    private static void add(List<String> names, @Nullable JavaType type) {
        if (type instanceof Declared declared) {
            names.add(declared.className());
        }
    }

    boolean isBelow(String className, String above) {
        return upwards(className).contains(above);
    }
}
