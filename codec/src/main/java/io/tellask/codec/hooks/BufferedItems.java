package io.tellask.codec.hooks;

import io.tellask.codec.ByteReader;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.references.ForwardReferences;
import io.tellask.codec.references.Placeholder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Items that were read before the hook that takes them runs, because some of them are not built or not complete. Not
 * thread-safe.
 */
final class BufferedItems extends HierarchyPartItems {
    private final GraphReader graph;
    private final HierarchyPartReader level;
    private final List<@Nullable Object> parts;
    private final List<Item> items = new ArrayList<>();
    private int next;
    private int taken;

    /** References, and those among the fields that are not built yet, go into {@code parts}. */
    BufferedItems(GraphReader graph, HierarchyPartReader level, List<@Nullable Object> parts) {
        this.graph = graph;
        this.level = level;
        this.parts = parts;
    }

    /** Adds the bytes that come next and are known to be there; a stream keeps none of them. */
    void addBytes(int length) {
        ByteReader in = graph.in;
        int at = in.position();
        items.add(
                in.isStreamed()
                        ? new Item(BYTES, 0, length, Arrays.copyOfRange(in.array(), at, at + length))
                        : new Item(BYTES, at, length, in.array()));
    }

    /** Adds a reference; gives its index among the parts. */
    int addReference(int tag, @Nullable Object value) {
        items.add(new Item(tag, parts.size(), 0, null));
        parts.add(value);
        return parts.size() - 1;
    }

    void addFields(Map<String, @Nullable Object> values) {
        Map<String, Integer> missing = new HashMap<>();
        values.forEach((name, value) -> {
            if (value instanceof Placeholder) {
                missing.put(name, parts.size());
                parts.add(value);
            }
        });
        items.add(new Item(FIELDS, 0, 0, new Fields(values, missing)));
    }

    /** Lets the items be read once more. */
    void rewind() {
        next = 0;
        taken = 0;
    }

    private Item take() {
        taken = 0;
        return items.get(next++);
    }

    @Override
    public int next() {
        return next < items.size() ? items.get(next).tag : END;
    }

    @Override
    public int bytesLeft() {
        return items.get(next).length - taken;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int count = Math.min(length, bytesLeft());
        Item item = items.get(next);
        System.arraycopy(item.bytes(), item.at + taken, target, offset, count);
        taken += count;
        if (bytesLeft() == 0) {
            take();
        }
        return count;
    }

    @Override
    public void skipBytes() {
        take();
    }

    @Override
    public @Nullable Object readReference() {
        return ForwardReferences.filled(parts.get(take().at));
    }

    @Override
    public boolean isAtBackReference() {
        return false;
    }

    @Override
    public Map<String, @Nullable Object> readFields() {
        Fields fields = (Fields) Objects.requireNonNull(take().content);
        Map<String, @Nullable Object> values = new HashMap<>(fields.values);
        fields.missing.forEach((name, part) -> values.put(name, ForwardReferences.filled(parts.get(part))));
        return values;
    }

    @Override
    public void readFieldsInto(Object object) {
        Map<String, @Nullable Object> values = readFields();
        if (level.local != null) {
            level.local.fields.store(object, values);
        }
    }

    /**
     * One item.
     *
     * @param at position of the bytes, or index of the part
     * @param content the array of the bytes, or the fields
     */
    private record Item(
            int tag, int at, int length, @Nullable Object content) {
        byte[] bytes() {
            return (byte[]) Objects.requireNonNull(content);
        }
    }

    private record Fields(Map<String, @Nullable Object> values, Map<String, Integer> missing) {}
}
