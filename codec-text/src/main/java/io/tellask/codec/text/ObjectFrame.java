package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SortOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An object that is being written, field by field. */
final class ObjectFrame extends Frame {
    private final ObjectNode object;
    private final @Nullable List<Declared> types;
    private @Nullable DataSteps data;
    private int index;

    ObjectFrame(TreeWriter writer, ObjectNode object, Declared declared, int number) {
        super(writer, object, declared, number);
        this.object = object;
        Class<?> type = writer.classOf(object);
        types = type == null || writer.classes == null ? null : typesOf(writer.classes, declared.narrowedTo(type));
    }

    /** The fields' types, if the class here is the one that was written. */
    private @Nullable List<Declared> typesOf(Classes known, Declared type) {
        ClassDescription here = known.findDescription(type.raw());
        return object.description().equals(here) ? known.fieldsOf(type) : null;
    }

    @Override
    void start() {
        String className = declared.raw().getName().equals(object.className()) ? null : object.className();
        int count = notes(className, null, SortOrder.NATURAL);
        for (int i = 0; i < fields().size(); i++) {
            count += object.value(i) == ObjectNode.ABSENT ? 0 : 1;
        }
        count += object.hasUsualData() ? 0 : 1;
        writer.sink.startMap(count);
        writeAllNotes(className, null, SortOrder.NATURAL);
    }

    private List<ClassDescription.Field> fields() {
        return object.description().fields();
    }

    private boolean nextOfData() {
        if (data == null && !object.hasUsualData()) {
            data = new DataSteps(writer, object);
        }
        if (data != null && data.next()) {
            return true;
        }
        writer.sink.endMap();
        return false;
    }

    @Override
    Object step() {
        return "." + (data == null && index > 0 ? fields().get(index - 1).name() : Note.DATA);
    }

    @Override
    boolean next() {
        while (index < fields().size() && object.value(index) == ObjectNode.ABSENT) {
            index++;
        }
        if (index == fields().size()) {
            return nextOfData();
        }
        int field = index++;
        writer.sink.name(fields().get(field).name());
        writer.emit(
                object.value(field),
                types != null
                        ? types.get(field)
                        : Classes.ofKind(fields().get(field).kind()));
        return true;
    }
}
