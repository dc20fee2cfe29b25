package io.tellask.codec.object;

import io.tellask.codec.budget.AllocationBudget;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.FieldConversion;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.codec.schema.SerialFields;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a serializable class whose package is closed to us: {@link SerialFields} of each level of its
 * hierarchy, by name. The fields of an object are set when all of them are read. Immutable and thread-safe.
 */
final class ClosedFields implements OwnFields {
    private final ClassShape shape;
    private final List<Level> levels;
    private final List<FieldSpec> written;

    /** The field here for each written one, null where there is none. */
    private final @Nullable Member[] targets;

    private ClosedFields(ClassShape shape, List<Level> levels, List<FieldSpec> written, @Nullable Member[] targets) {
        this.shape = shape;
        this.levels = levels;
        this.written = written;
        this.targets = targets;
    }

    /** The fields of a class that is described as {@code kind}. */
    static ClosedFields of(Class<?> type, int kind) throws ReflectiveOperationException {
        List<Level> levels = new ArrayList<>();
        List<Member> members = new ArrayList<>();
        ClassFields.forEachField(type, (field, name) -> {
            members.add(new Member(name, FieldSpec.kindOf(field.getType()), field.getType(), null, null, -1));
            levelOf(levels, field).names.put(name, field.getName());
        });
        members.sort(ClassFields.WIRE_ORDER);
        ClassShape shape = ClassShape.of(type, kind, members, ClassAccess.allocator(type), null);
        @Nullable Member[] all = shape.members().toArray(Member[]::new);
        return new ClosedFields(shape, levels, shape.descriptor().fields, all);
    }

    private static Level levelOf(List<Level> levels, Field field) {
        for (Level level : levels) {
            if (level.type == field.getDeclaringClass()) {
                return level;
            }
        }
        Level level =
                new Level(field.getDeclaringClass(), new SerialFields(field.getDeclaringClass()), new HashMap<>());
        levels.add(level);
        return level;
    }

    @Override
    public ClassShape shape() {
        return shape;
    }

    /** What an object counts, as {@link AllocationBudget#PART_SLOTS} has it. */
    int unbackedSlots() {
        return AllocationBudget.PART_SLOTS * levels.size();
    }

    @Override
    public ClosedFields writtenAs(Descriptor remote) {
        return new ClosedFields(shape, levels, remote.fields, FieldMatch.of(shape, remote));
    }

    @Override
    public void write(GraphWriter out, Object value) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (Level level : levels) {
            Map<String, @Nullable Object> fields = level.fields.of(value);
            level.names.forEach((name, plain) -> values.put(name, fields.get(plain)));
        }
        FieldwiseCodec.writeValues(shape, out, values);
    }

    @Override
    public void readInto(GraphReader in, Object object) {
        Map<String, @Nullable Object> values = HashMap.newHashMap(targets.length);
        FieldValues.read(in, written, shape.type(), (index, value) -> take(in, object, targets[index], value, values));
        store(object, values);
    }

    private void put(Map<String, @Nullable Object> values, @Nullable Member target, @Nullable Object value) {
        if (target != null && FieldConversion.takes(target.type(), value)) {
            values.put(target.name(), value);
        } else if (target != null) {
            String name = shape.type().getName() + "." + target.name();
            values.put(target.name(), FieldConversion.checked(target.type(), name, value));
        }
    }

    private void store(Object object, Map<String, @Nullable Object> values) {
        for (Level level : levels) {
            Map<String, @Nullable Object> fields = HashMap.newHashMap(level.names.size());
            level.names.forEach((name, plain) -> {
                if (values.containsKey(name)) {
                    fields.put(plain, values.get(name));
                }
            });
            if (!fields.isEmpty()) {
                level.fields.store(object, fields);
            }
        }
    }

    private void take(
            GraphReader in,
            Object object,
            @Nullable Member target,
            @Nullable Object value,
            Map<String, @Nullable Object> values) {
        Placeholder hole = in.patches.take(value);
        if (hole != null) {
            hole.then(built -> {
                if (target != null) {
                    put(values, target, built);
                    store(object, values);
                }
            });
        } else {
            put(values, target, value);
        }
    }

    /** One class of the hierarchy; {@code names} leads from the names on the wire to those of its fields. */
    private record Level(Class<?> type, SerialFields fields, Map<String, String> names) {}
}
