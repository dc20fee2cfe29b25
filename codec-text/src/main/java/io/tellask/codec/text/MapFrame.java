package io.tellask.codec.text;

import io.tellask.codec.MapNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import io.tellask.codec.ValueNode;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A map that is being written, key and value in turn. */
final class MapFrame extends Frame {
    private final MapNode map;
    private final boolean named;
    private boolean noted;
    private int index;
    private boolean inEntry;

    MapFrame(TreeWriter writer, MapNode map, Declared declared, int number) {
        super(writer, map, declared, number);
        this.map = map;
        this.named = !mayRepeatKeys(map)
                && (writer.sink.isNative()
                        ? map.keys().stream().noneMatch(MapFrame::readsAsNote)
                        : map.keys().stream().allMatch(this::isName));
    }

    /** Whether the map tells keys apart whose texts are the same. */
    private static boolean mayRepeatKeys(MapNode map) {
        return map.type() == IdentityHashMap.class
                || map.order() == SortOrder.COMPARATOR && new HashSet<>(map.keys()).size() < map.size();
    }

    /** Whether a reader takes the key for a string if it is written as a name. */
    private boolean isName(@Nullable Object key) {
        return key instanceof String text
                && writer.sink.takes(text)
                && declared.part(0).raw().isAssignableFrom(String.class);
    }

    /** Whether the text of a key that is no string begins with the sign that strings have twice. */
    private static boolean readsAsNote(@Nullable Object key) {
        Object value = key instanceof ValueNode held ? held.value() : key;
        if (value instanceof Character character) {
            return character == '@';
        }
        String text = value == null || value instanceof String || !TextForms.exists(value.getClass())
                ? null
                : TextForms.write(value);
        return text != null && text.startsWith("@");
    }

    @Override
    void start() {
        boolean told = Assumed.map(declared.raw()) == map.type();
        TypeName type = told && declared.arguments().size() == 2 ? null : map.keyType();
        String className = told && type == null ? null : map.className();
        int notes = notes(className, type, map.order());
        noted = notes > 0 || !named && !Map.class.isAssignableFrom(declared.raw());
        if (named || noted) {
            writer.sink.startMap(notes + (named ? map.size() : 1));
            writeAllNotes(className, type, map.order());
        }
        if (!named) {
            if (noted) {
                writer.sink.name(Note.ENTRIES);
            }
            writer.sink.startList(map.size());
        }
    }

    @Override
    boolean next() {
        if (inEntry) {
            inEntry = false;
            writer.emit(map.value(index++), declared.part(1));
            return true;
        }
        if (index <= map.size() && !named && index > 0) {
            writer.sink.endList();
        }
        if (index >= map.size()) {
            return end();
        }
        inEntry = true;
        startEntry(map.key(index));
        return true;
    }

    @Override
    Object step() {
        return isCompared() ? (Object) ("." + Note.COMPARATOR) : inEntry ? index : index - 1;
    }

    private void startEntry(@Nullable Object key) {
        if (!named) {
            writer.sink.startList(2);
        }
        if (named && isName(key)) {
            writer.sink.name(Note.escaped((String) Objects.requireNonNull(key)));
        } else {
            writer.emit(key, declared.part(0));
        }
    }

    private boolean end() {
        if (index++ == map.size() && !named) {
            writer.sink.endList();
        }
        if (writeComparator(map.order(), map.comparator())) {
            return true;
        }
        if (named || noted) {
            writer.sink.endMap();
        }
        return false;
    }
}
