package io.tellask.codec.hooks;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.object.FieldParts;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.codec.schema.FieldConversion;
import io.tellask.codec.schema.FieldMatch;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects whose class had hooks of Java serialization when they were written and has none here: takes the fields
 * of each part and drops what the hooks wrote besides. Immutable and thread-safe.
 */
public final class LostHooksCodec extends TypeCodec {
    /** In the place of the name of a class that is not here, which may be long. */
    private static final String NOT_HERE = "?";

    private final ClassShape shape;
    private final List<HierarchyPartReader> parts = new ArrayList<>();
    private final List<Map<String, Member>> targets = new ArrayList<>();

    public LostHooksCodec(ClassShape shape, Descriptor remote) {
        super(shape.type(), DESCRIBED, true);
        this.shape = shape;
        List<FieldSpec> fields = new ArrayList<>();
        Set<String> owners = new HashSet<>();
        for (Class<?> level = shape.type(); level != null; level = level.getSuperclass()) {
            owners.add(level.getName());
        }
        for (HierarchyPartSpec part : remote.levels) {
            String owner = part.className();
            String prefix = owner.isEmpty() ? "" : (owners.contains(owner) ? owner : NOT_HERE) + '#';
            part.fields().forEach(field -> fields.add(new FieldSpec(field.kind(), prefix + field.name())));
        }
        @Nullable Member[] members = FieldMatch.of(shape, fields);
        int next = 0;
        for (HierarchyPartSpec part : remote.levels) {
            parts.add(new HierarchyPartReader(part, null));
            Map<String, Member> found = new HashMap<>();
            for (FieldSpec field : part.fields()) {
                Member target = members[next++];
                if (target != null) {
                    found.put(field.name(), target);
                }
            }
            targets.add(found);
        }
    }

    /** Whether all that was written is in data of a form that only a hook or custom codec knows. */
    public static boolean isOpaque(Descriptor remote) {
        return remote.levels.stream()
                .allMatch(part -> part.hasItems() && part.fields().isEmpty());
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new IllegalStateException("class=" + type.getName() + " is written in this side's version");
    }

    @Override
    public Object read(GraphReader in) {
        Object object = FieldParts.allocate(shape, in);
        in.register(object);
        for (int i = 0; i < parts.size(); i++) {
            HierarchyPartReader part = parts.get(i);
            if (part.written.hasItems()) {
                readItems(in, object, new MessageItems(in, part), targets.get(i));
            } else {
                store(in, object, part.readFields(in), targets.get(i));
            }
        }
        return object;
    }

    private void readItems(GraphReader in, Object object, MessageItems items, Map<String, Member> found) {
        while (items.next() != HierarchyPartItems.END) {
            if (items.next() == HierarchyPartItems.FIELDS) {
                store(in, object, items.readFields(), found);
            } else if (items.next() == HierarchyPartItems.BYTES) {
                items.skipBytes();
            } else {
                in.patches.take(items.readReference());
            }
        }
    }

    private void store(GraphReader in, Object object, Map<String, @Nullable Object> values, Map<String, Member> found) {
        values.forEach((name, value) -> {
            Member target = found.get(name);
            Placeholder hole = in.patches.take(value);
            if (target != null && hole != null) {
                hole.then(built -> store(in, object, target, built));
            } else if (target != null) {
                store(in, object, target, value);
            }
        });
    }

    private void store(GraphReader in, Object object, Member target, @Nullable Object value) {
        try {
            String name = type.getName() + "." + target.name();
            target.requireSetter()
                    .handle()
                    .asType(MethodType.methodType(void.class, Object.class, Object.class))
                    .invokeExact(object, FieldConversion.checked(target.type(), name, value));
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, type, "." + target.name());
        }
    }
}
