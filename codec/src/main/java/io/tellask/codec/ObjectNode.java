package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of a described class, record or exception: a value for each field, in the order of its description.
 *
 * {@snippet :
 * ObjectNode node = (ObjectNode) Codec.standard().describe(bytes);
 * String className = node.className();
 * Object text = node.value(0);
 * }
 */
public final class ObjectNode extends MessageNode {
    /** Stands for the cause of an exception that was never given one, which is not the same as a given null. */
    public static final Object ABSENT = new Object();

    private static final List<DataItem> USUAL_DATA = List.of(new DataItem.Fields());

    private final ClassDescription description;
    private final @Nullable Object[] values;
    private final List<List<DataItem>> data = new ArrayList<>(0);

    /** An object whose fields are zero, false or null. */
    public ObjectNode(ClassDescription description) {
        if (description.isEnum()) {
            throw new IllegalArgumentException(
                    "object node: class=" + SafeText.of(description.className()) + " is an enum; use EnumNode");
        }
        this.description = description;
        values = new Object[description.fields().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = description.fields().get(i).defaultValue();
        }
        for (HierarchyPartSpec part : description.descriptor.levels) {
            if (part.hasItems()) {
                data.add(new ArrayList<>(USUAL_DATA));
            }
        }
    }

    public ClassDescription description() {
        return description;
    }

    @Override
    public String className() {
        return description.className();
    }

    /** The value of a field, by its index in {@link ClassDescription#fields()}. */
    public @Nullable Object value(int field) {
        return values[field];
    }

    /**
     * Sets a field.
     *
     * @throws IllegalArgumentException if the field's kind does not take the value
     */
    public void put(int field, @Nullable Object value) {
        ClassDescription.Field target = description.fields().get(field);
        if (!target.takes(value)) {
            throw new IllegalArgumentException(
                    "object node: field=" + SafeText.of(className()) + "." + SafeText.of(target.name()) + " of kind="
                            + target.kind() + " takes no "
                            + (value == null ? "null" : value.getClass().getName()));
        }
        values[field] = value;
    }

    /** Sets what was read: a node kept by {@link UnknownClasses#KEEP} also holds objects of classes known here. */
    void store(int field, @Nullable Object value) {
        values[field] = value;
    }

    /**
     * What the classes with hooks wrote by themselves, in their order: a list for each class that does, from the
     * topmost. A new node has its fields there, as if each class had written them and nothing else.
     */
    public List<List<DataItem>> data() {
        return data;
    }

    /** Whether each class that writes by itself wrote its fields and nothing else. */
    public boolean hasUsualData() {
        for (int i = 0; i < data.size(); i++) {
            if (!USUAL_DATA.equals(data.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    TypeCodec codec() {
        return description.codec();
    }
}
