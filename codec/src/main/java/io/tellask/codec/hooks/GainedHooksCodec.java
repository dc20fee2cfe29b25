package io.tellask.codec.hooks;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.object.FieldValues;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.FieldMatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects that were written by their fields, before their class had hooks of Java serialization: to each class's
 * readObject its fields look as if they had been written by default. Immutable and thread-safe.
 */
final class GainedHooksCodec extends TypeCodec {
    private static final Deque<Integer> NONE = new ArrayDeque<>(0);

    private final Supplier<Object> allocator;
    private final List<FieldSpec> written;
    private final List<Part> parts;

    GainedHooksCodec(Class<?> type, List<HierarchyPart> levels, Supplier<Object> allocator, Descriptor remote) {
        super(type, DESCRIBED, true);
        this.allocator = allocator;
        this.written = remote.fields;
        List<Part> found = new ArrayList<>();
        Map<String, Deque<Integer>> left = new HashMap<>();
        for (int i = 0; i < written.size(); i++) {
            left.computeIfAbsent(written.get(i).name(), _ -> new ArrayDeque<>(1))
                    .addLast(i);
        }
        for (HierarchyPart level : levels.reversed()) {
            Map<String, Integer> fields = new HashMap<>();
            for (Member member : level.fields.shape.members()) {
                int field = fieldOf(level, member, left);
                if (field >= 0) {
                    fields.put(member.name(), field);
                }
            }
            found.addFirst(new Part(level, new HierarchyPartReader(level.spec, level), fields));
        }
        parts = List.copyOf(found);
    }

    /** The written field for one of a class: by its class and name, by its name, or by a former one. */
    private int fieldOf(HierarchyPart level, Member member, Map<String, Deque<Integer>> left) {
        List<String> names = new ArrayList<>(List.of(level.type.getName() + '#' + member.name(), member.name()));
        try {
            names.addAll(FieldMatch.formersOf(level.type.getDeclaredField(member.name())));
        } catch (NoSuchFieldException e) {
            // declared by serialPersistentFields only
        }
        for (String name : names) {
            Integer field = left.getOrDefault(name, NONE).pollFirst();
            if (field != null) {
                FieldMatch.requireConvertible(level.type, written.get(field), member);
                return field;
            }
        }
        return -1;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new IllegalStateException("class=" + type.getName() + " is written in this side's version");
    }

    @Override
    public Object read(GraphReader in) {
        Object object = allocator.get();
        in.register(object);
        @Nullable Object[] values = readFields(in);
        for (Part part : parts) {
            Map<String, @Nullable Object> fields = new HashMap<>();
            part.fields.forEach((name, field) -> fields.put(name, values[field]));
            if (part.level.readObject == null) {
                part.level.fields.store(object, fields);
            } else {
                BufferedItems items = new BufferedItems(in, part.reader, new ArrayList<>());
                items.addFields(fields);
                HookInput.of(in).call(part.level, items, object);
            }
        }
        return object;
    }

    private @Nullable Object[] readFields(GraphReader in) {
        @Nullable Object[] values = new Object[written.size()];
        FieldValues.read(in, written, type, (index, value) -> {
            if (value instanceof Placeholder) {
                throw in.damaged(
                        "class=" + type.getName() + " has hooks here and refers to an object that is not built yet");
            }
            values[index] = value;
        });
        return values;
    }

    /** One class of the hierarchy; {@code fields} leads from its fields to the written ones. */
    private record Part(HierarchyPart level, HierarchyPartReader reader, Map<String, Integer> fields) {}
}
