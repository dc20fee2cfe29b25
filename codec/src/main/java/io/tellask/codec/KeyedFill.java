package io.tellask.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills sets and maps as they are read, or after the whole message is read where a key is not complete before.
 *
 * <p>A key that lies on a cycle through its own container has no hash and no order yet when it is reached. From the
 * first such key on, the entries wait; they enter in their order when every object is complete, inner containers
 * before outer ones.
 */
final class KeyedFill {
    private final @Nullable Collection<@Nullable Object> set;
    private final @Nullable Map<@Nullable Object, @Nullable Object> map;
    private final List<@Nullable Object> waiting = new ArrayList<>();

    private KeyedFill(
            @Nullable Collection<@Nullable Object> set, @Nullable Map<@Nullable Object, @Nullable Object> map) {
        this.set = set;
        this.map = map;
    }

    /** Reads elements; whether all of them could enter at once. */
    static boolean readSet(GraphReader in, Collection<@Nullable Object> set, int count) {
        boolean strings = Elements.readShape(in);
        int own = in.lastNumber();
        int lowest = in.lowestOpen();
        @Nullable KeyedFill rest = null;
        HashGuard guard = HashGuard.of(count);
        int index = 0;
        try {
            for (; index < count; index++) {
                int deferrals = in.beginKey();
                Object element = Elements.read(in, strings);
                lowest = Math.min(lowest, in.lowestOpen());
                if (in.isKeyIncomplete(own, deferrals) && rest == null) {
                    rest = new KeyedFill(set, null);
                }
                if (rest == null) {
                    if (guard != null) {
                        guard.check(element, in.in.position());
                    }
                    set.add(element);
                } else {
                    rest.waiting.add(element);
                }
            }
        } catch (Throwable e) {
            throw FailurePath.readingElement(e, in, set.getClass(), index);
        }
        in.endKeys(lowest, rest);
        return rest == null;
    }

    /** Reads entries; whether all of them could enter at once. */
    static boolean readMap(GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count) {
        int shape = MapCodecs.readShape(in);
        boolean keyStrings = (shape & MapCodecs.KEY_STRINGS) != 0;
        boolean valueStrings = (shape & MapCodecs.VALUE_STRINGS) != 0;
        int own = in.lastNumber();
        int lowest = in.lowestOpen();
        @Nullable KeyedFill rest = null;
        HashGuard guard = HashGuard.of(count);
        int parts = 0;
        try {
            for (; parts < 2 * count; parts++) {
                int deferrals = in.beginKey();
                Object key = Elements.read(in, keyStrings);
                if (in.isKeyIncomplete(own, deferrals) && rest == null) {
                    rest = new KeyedFill(null, map);
                }
                parts++;
                Object value = Elements.read(in, valueStrings);
                lowest = Math.min(lowest, in.lowestOpen());
                if (rest == null) {
                    if (guard != null) {
                        guard.check(key, in.in.position());
                    }
                    map.put(key, value);
                } else {
                    rest.waiting.add(key);
                    rest.waiting.add(value);
                }
            }
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, map.getClass(), FailurePath.entryStep(parts));
        }
        in.endKeys(lowest, rest);
        return rest == null;
    }

    void finish() {
        if (set != null) {
            set.addAll(waiting);
        } else if (map != null) {
            for (int i = 0; i < waiting.size(); i += 2) {
                map.put(waiting.get(i), waiting.get(i + 1));
            }
        }
    }
}
