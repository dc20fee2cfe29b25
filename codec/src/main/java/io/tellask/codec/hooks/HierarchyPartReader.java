package io.tellask.codec.hooks;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.object.FieldParts;
import io.tellask.codec.object.FieldValues;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what one class of a hierarchy wrote into the part of the object that this class has here. Immutable. */
final class HierarchyPartReader {
    /** Stands for a class that the sender's class did not extend. */
    private static final HierarchyPartSpec NOTHING = new HierarchyPartSpec("", 0, List.of());

    final HierarchyPartSpec written;

    /** The class here, or null where it is no superclass of the object's class any more: then all is dropped. */
    final @Nullable HierarchyPart local;

    private final boolean absent;
    private final @Nullable ClassShape direct;
    private final @Nullable Member[] targets;

    /** Of what was not written nothing is read, of what is not here all is dropped. */
    HierarchyPartReader(@Nullable HierarchyPartSpec written, @Nullable HierarchyPart local) {
        this.written = written == null ? NOTHING : written;
        this.local = local;
        this.absent = written == null;
        this.direct = local == null ? null : local.fields.directShape(this.written);
        this.targets = local == null ? new Member[this.written.fields().size()] : local.fields.targets(this.written);
    }

    /** Reads into the object numbered {@code own}. */
    void read(GraphReader in, Object object, int own) {
        HierarchyPart here = local;
        if (absent && here != null) {
            here.readNothing(object);
        } else if (here != null && here.readObject != null) {
            HookInput.of(in).call(here, items(in, here, own), object);
        } else {
            readByDefault(in, object);
        }
    }

    private HierarchyPartItems items(GraphReader in, HierarchyPart here, int own) {
        return here.keys == HierarchyPart.Keys.NONE ? new MessageItems(in, this) : new KeyItems(in, this, here, own);
    }

    /** The same, with what a hook reads kept until all of it is there. */
    void readLater(GraphReader in, Object object, HookedFill fill) {
        HierarchyPart here = local;
        if (absent && here != null) {
            fill.add(() -> here.readNothing(object));
        } else if (here != null && here.readObject != null) {
            fill.add(this, here);
        } else {
            readByDefault(in, object);
        }
    }

    private void readByDefault(GraphReader in, Object object) {
        if (written.hasItems()) {
            readItems(in, new MessageItems(in, this), object);
        } else {
            readFieldsInto(in, object);
        }
    }

    /** Sets the fields and drops the rest: a class that wrote by itself and reads by default. */
    private void readItems(GraphReader in, HierarchyPartItems items, Object object) {
        while (items.next() != HierarchyPartItems.END) {
            if (items.next() == HierarchyPartItems.FIELDS) {
                items.readFieldsInto(object);
            } else if (items.next() == HierarchyPartItems.BYTES) {
                items.skipBytes();
            } else {
                in.patches.take(items.readReference());
            }
        }
    }

    void readFieldsInto(GraphReader in, Object object) {
        if (direct != null) {
            FieldParts.readInto(direct, in, object);
        } else {
            store(in, object, readFields(in));
        }
    }

    private void store(GraphReader in, Object object, Map<String, @Nullable Object> values) {
        if (values.isEmpty()) {
            return;
        }
        Map<String, Placeholder> missing = takeMissing(in, values);
        values.keySet().removeAll(missing.keySet());
        HierarchyPart here = local;
        if (here != null) {
            here.fields.store(object, values);
            missing.forEach((name, hole) -> hole.then(built -> {
                values.put(name, built);
                here.fields.store(object, values);
            }));
        }
    }

    private static Map<String, Placeholder> takeMissing(GraphReader in, Map<String, @Nullable Object> values) {
        Map<String, Placeholder> missing = Map.of();
        for (Map.Entry<String, @Nullable Object> field : values.entrySet()) {
            Placeholder hole = in.patches.take(field.getValue());
            if (hole != null) {
                missing = missing.isEmpty() ? new HashMap<>() : missing;
                missing.put(field.getKey(), hole);
            }
        }
        return missing;
    }

    /** Reads the fields by the names that they have here. */
    Map<String, @Nullable Object> readFields(GraphReader in) {
        Map<String, @Nullable Object> values = HashMap.newHashMap(targets.length);
        Class<?> owner = local == null ? Object.class : local.type;
        FieldValues.read(in, written.fields(), owner, (index, value) -> {
            Member target = targets[index];
            values.put(target == null ? written.fields().get(index).name() : target.name(), value);
        });
        return values;
    }
}
