package io.tellask.codec;

import io.tellask.codec.ClassShape.Member;
import io.tellask.codec.Descriptor.FieldSpec;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what one class of a hierarchy wrote into the part of the object that this class has here. Immutable. */
final class LevelReader {
    final LevelSpec written;

    /** The class here, or null where it is no superclass of the object's class any more: then all is dropped. */
    final @Nullable HookLevel local;

    private final @Nullable ConvertingReader direct;
    private final @Nullable Member[] targets;

    LevelReader(LevelSpec written, @Nullable HookLevel local) {
        this.written = written;
        this.local = local;
        this.direct = local == null ? null : local.fields.directReader(written);
        this.targets = local == null ? new Member[written.fields().size()] : local.fields.targets(written);
    }

    void read(GraphReader in, Object object) {
        if (local != null && local.readObject != null) {
            in.hooks().call(local, new StreamItems(in, this), object);
        } else if (written.hasItems()) {
            readItems(new StreamItems(in, this), object);
        } else {
            readFieldsInto(in, object);
        }
    }

    /** Sets the fields and drops the rest: a class that wrote by itself and reads by default. */
    void readItems(LevelItems items, Object object) {
        while (items.next() != LevelItems.END) {
            if (items.next() == LevelItems.FIELDS) {
                items.readFieldsInto(object);
            } else if (items.next() == LevelItems.BYTES) {
                items.skipBytes();
            } else {
                items.readReference();
            }
        }
    }

    void readFieldsInto(GraphReader in, Object object) {
        if (direct != null) {
            direct.readInto(in, object);
        } else {
            Map<String, @Nullable Object> values = readFields(in);
            if (local != null) {
                local.fields.store(object, values);
            }
        }
    }

    /** Reads the fields by the names that they have here. */
    Map<String, @Nullable Object> readFields(GraphReader in) {
        Map<String, @Nullable Object> values = new HashMap<>();
        ConvertingReader.Flags flags = new ConvertingReader.Flags();
        int index = 0;
        try {
            for (; index < targets.length; index++) {
                FieldSpec field = written.fields().get(index);
                Object value = field.kind() == 'Z' ? flags.read(in.in) : ConvertingReader.readValue(in, field.kind());
                Member target = targets[index];
                values.put(target == null ? field.name() : target.name(), value);
            }
        } catch (Throwable e) {
            String step = "." + written.fields().get(index).name();
            throw FailurePath.readingStep(e, in, local == null ? Object.class : local.type, step);
        }
        return values;
    }
}
