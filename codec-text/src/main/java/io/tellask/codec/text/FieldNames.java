package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which field of a class each name of a text fills, as the codec does for another version of the class.
 *
 * <p>In this order, each field once: a field of class {@code C} takes {@code C#name}, what a hidden field is called; a
 * field whose name is not in the text takes one of its former names; equal names; at last equal names without their
 * class, where only one is left on each side. So a field may move along the hierarchy. Not thread-safe.
 */
final class FieldNames {
    private static final int NONE = -1;
    private static final char OWNER_END = '#';

    private final List<ClassDescription.Field> fields;
    private final List<@Nullable Object> names;

    /** The place of each name in the text. */
    private final Map<String, Integer> places = new HashMap<>();

    private final int[] fieldOfPlace;
    private final boolean[] taken;

    private FieldNames(ClassDescription description, List<@Nullable Object> names) {
        this.fields = description.fields();
        this.names = names;
        fieldOfPlace = new int[names.size()];
        Arrays.fill(fieldOfPlace, NONE);
        taken = new boolean[fields.size()];
    }

    /** The index of the field for each name, or -1 where there is none. */
    static int[] match(ClassDescription description, List<@Nullable Object> names) {
        FieldNames match = new FieldNames(description, names);
        if (!match.isPlain(description)) {
            match.assign();
        }
        return match.fieldOfPlace;
    }

    /** Whether each name is that of one field and none has a class before it: then there is nothing to decide. */
    private boolean isPlain(ClassDescription description) {
        boolean plain = true;
        for (int place = 0; place < names.size(); place++) {
            if (names.get(place) instanceof String name) {
                int field = description.indexOf(name);
                fieldOfPlace[place] = field;
                plain &= name.indexOf(OWNER_END) < 0 && (field != NONE || Note.isNote(name));
            }
        }
        return plain;
    }

    private void assign() {
        Map<String, List<Integer>> bySimpleName = new HashMap<>();
        Arrays.fill(fieldOfPlace, NONE);
        for (int place = 0; place < names.size(); place++) {
            if (names.get(place) instanceof String name) {
                places.put(name, place);
                bySimpleName
                        .computeIfAbsent(simpleName(name), ignored -> new ArrayList<>(1))
                        .add(place);
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            take(
                    places.get(fields.get(i).owner()
                            + OWNER_END
                            + simpleName(fields.get(i).name())),
                    i);
        }
        for (int i = 0; i < fields.size(); i++) {
            if (!places.containsKey(fields.get(i).name())) {
                take(firstFree(fields.get(i).formerNames(), bySimpleName), i);
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            take(places.get(fields.get(i).name()), i);
        }
        assignMoved(bySimpleName);
    }

    private void assignMoved(Map<String, List<Integer>> bySimpleName) {
        Map<String, Integer> untaken = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            if (!taken[i]) {
                untaken.merge(simpleName(fields.get(i).name()), 1, Integer::sum);
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            String name = simpleName(fields.get(i).name());
            List<Integer> left = bySimpleName.getOrDefault(name, List.of()).stream()
                    .filter(place -> fieldOfPlace[place] == NONE)
                    .toList();
            if (!taken[i] && untaken.getOrDefault(name, 0) == 1 && left.size() == 1) {
                take(left.getFirst(), i);
            }
        }
    }

    private @Nullable Integer firstFree(List<String> formerNames, Map<String, List<Integer>> bySimpleName) {
        Integer first = null;
        for (String former : formerNames) {
            for (Integer place : bySimpleName.getOrDefault(former, List.of())) {
                if (fieldOfPlace[place] == NONE && (first == null || place < first)) {
                    first = place;
                }
            }
        }
        return first;
    }

    private void take(@Nullable Integer place, int field) {
        if (place != null && fieldOfPlace[place] == NONE && !taken[field]) {
            fieldOfPlace[place] = field;
            taken[field] = true;
        }
    }

    private static String simpleName(String name) {
        return name.substring(name.lastIndexOf(OWNER_END) + 1);
    }
}
