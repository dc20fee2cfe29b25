package io.tellask.bench.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that a value holds, as lists and maps that can be compared, and whose hash codes are the same in each process. */
final class Contents {
    /** Names of the classes of the comparison begin so; they have public fields, and no {@code equals}. */
    static final String OWN = "io.tellask.bench.codec.";

    private Contents() {}

    /**
     * The contents of what came back.
     *
     * @throws IllegalStateException if they are not those of what was encoded
     */
    static Object requireSame(String what, Object original, Object decoded) {
        Object contents = of(decoded);
        if (!of(original).equals(contents)) {
            throw new IllegalStateException("what came back differs: value=" + what);
        }
        return contents;
    }

    static Object of(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case Enum<?> constant -> constant.name();
            case Collection<?> elements -> elements.stream().map(Contents::of).toList();
            case Map<?, ?> map -> {
                Map<Object, Object> entries = new HashMap<>();
                map.forEach((key, element) -> entries.put(of(key), of(element)));
                yield entries;
            }
            default ->
                value.getClass().isArray()
                        ? elements(value)
                        : value.getClass().getName().startsWith(OWN) ? fields(value) : value;
        };
    }

    private static List<Object> elements(Object array) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            elements.add(of(Array.get(array, i)));
        }
        return elements;
    }

    private static Map<String, Object> fields(Object object) {
        Map<String, Object> contents =
                new HashMap<>(Map.of("class", object.getClass().getName()));
        try {
            for (Field field : object.getClass().getFields()) {
                contents.put(field.getName(), of(field.get(object)));
            }
        } catch (IllegalAccessException e) {
            throw new LinkageError(
                    "a field is not public: class=" + object.getClass().getName(), e);
        }
        return contents;
    }
}
