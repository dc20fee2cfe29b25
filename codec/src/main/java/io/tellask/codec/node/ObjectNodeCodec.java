package io.tellask.codec.node;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.ClassDescription.Field;
import io.tellask.codec.DataItem;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.TypeName;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.Unshared;
import io.tellask.codec.hooks.HierarchyPartItems;
import io.tellask.codec.object.FieldValues;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.text.SafeText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Objects of a class that is known by its description only. */
public final class ObjectNodeCodec extends NodeCodecs.Described implements Parts {
    private static final TypeCodec FRAME = Objects.requireNonNull(BuiltIns.of(StackTraceElement.class));
    private static final TypeName FRAMES = NodeAccess.nodes().name(FRAME);
    private static final TypeName SUPPRESSED = NodeAccess.nodes()
            .name(NodeCodecs.described(new Descriptor(Descriptor.TYPE, Throwable.class.getName(), List.of())));
    private static final int MIN_FRAME_BYTES = 7;

    public ObjectNodeCodec(ClassDescription description, Descriptor descriptor) {
        super(description, descriptor, ObjectNode.class, true);
    }

    /** Objects that are no more than their fields need no stack, however deep. */
    @Override
    public @Nullable Parts parts() {
        return descriptor.kind == Descriptor.OBJECT || description.isRecord() ? this : null;
    }

    @Override
    public Parts.Reader reader(GraphReader in) {
        ObjectNode node = new ObjectNode(description);
        in.register(node);
        return new NodeParts.FieldReader(node);
    }

    @Override
    public Parts.Writer writer(GraphWriter out, Object value) {
        return new NodeParts.FieldWriter((ObjectNode) value, flags(description.fields()));
    }

    @Override
    public void write(GraphWriter out, Object value) {
        ObjectNode node = (ObjectNode) value;
        if (descriptor.kind == Descriptor.HOOKED) {
            writeParts(out, node);
            return;
        }
        int count = descriptor.fields.size();
        if (description.isException()) {
            writeException(out, node, count);
        }
        writeFields(out, node, 0, count);
    }

    private void writeFields(GraphWriter out, ObjectNode node, int from, int to) {
        List<Field> fields = description.fields().subList(from, to);
        FieldValues.Output values = new FieldValues.Output(flags(fields));
        for (int i = from; i < to; i++) {
            char kind = description.fields().get(i).kind();
            if (kind == 'L') {
                NodeCodecs.write(out, node.value(i));
            } else {
                values.write(out, kind, node.value(i));
            }
        }
    }

    private static int flags(List<Field> fields) {
        int flags = 0;
        for (int i = 0; i < fields.size(); i++) {
            flags += fields.get(i).kind() == 'Z' ? 1 : 0;
        }
        return flags;
    }

    private void writeParts(GraphWriter out, ObjectNode node) {
        int field = 0;
        int dataIndex = 0;
        for (HierarchyPartSpec part : descriptor.levels) {
            int end = field + part.fields().size();
            if (part.hasItems()) {
                for (DataItem item : node.data().get(dataIndex++)) {
                    write(out, item, node, field, end);
                }
                out.out.writeByte(HierarchyPartItems.END);
            } else {
                writeFields(out, node, field, end);
            }
            field = end;
        }
    }

    private void write(GraphWriter out, DataItem item, ObjectNode node, int field, int end) {
        switch (item) {
            case DataItem.Fields ignored -> {
                out.out.writeByte(HierarchyPartItems.FIELDS);
                writeFields(out, node, field, end);
            }
            case DataItem.Bytes run -> {
                int length = run.bytes().length;
                if (length > 0) {
                    out.countNumbers(length, 1);
                    out.out.writeVarInt(HierarchyPartItems.BYTES + length - 1);
                    out.out.writeBytes(run.bytes(), 0, length);
                }
            }
            case DataItem.Reference reference
            when reference.unshared() -> {
                out.out.writeByte(HierarchyPartItems.UNSHARED);
                if (reference.value() instanceof MessageNode shared) {
                    Unshared.write(out, shared, NodeAccess.nodes().codecOf(shared));
                } else {
                    Unshared.write(out, reference.value());
                }
            }
            case DataItem.Reference reference -> {
                out.out.writeByte(HierarchyPartItems.REFERENCE);
                NodeCodecs.write(out, reference.value());
            }
        }
    }

    private static void writeException(GraphWriter out, ObjectNode node, int first) {
        out.writeString((String) node.value(first));
        Object cause = node.value(first + 1);
        out.out.writeBoolean(cause != ObjectNode.ABSENT);
        if (cause != ObjectNode.ABSENT) {
            NodeCodecs.write(out, cause);
        }
        List<@Nullable Object> frames = elements(node.value(first + 2));
        out.countSlots(frames.size(), MIN_FRAME_BYTES);
        out.out.writeVarInt(frames.size());
        for (Object frame : frames) {
            FRAME.write(out, Objects.requireNonNull(frame));
        }
        List<@Nullable Object> suppressed = elements(node.value(first + 3));
        out.countSlots(suppressed.size(), 1);
        out.out.writeVarInt(suppressed.size());
        for (Object each : suppressed) {
            NodeCodecs.write(out, each);
        }
    }

    private static List<@Nullable Object> elements(@Nullable Object sequence) {
        return sequence instanceof SequenceNode node ? node.elements() : List.of();
    }

    @Override
    public Object read(GraphReader in) {
        if (descriptor.kind == Descriptor.TYPE) {
            throw in.damaged("class=" + SafeText.of(description.className()) + " has no objects of its own");
        }
        ObjectNode node = new ObjectNode(description);
        in.register(node);
        readFields(in, node);
        return node;
    }

    /** Reads an object that nobody keeps; null stands for it where its own parts refer to it. */
    @Override
    public void skip(GraphReader in) {
        in.fill(in.reserve(), null);
        readFields(in, new ObjectNode(description));
    }

    private void readFields(GraphReader in, ObjectNode node) {
        if (descriptor.kind == Descriptor.HOOKED) {
            readParts(in, node);
            return;
        }
        int count = descriptor.fields.size();
        if (description.isException()) {
            readException(in, node, count);
        }
        readFields(in, node, 0, count);
    }

    private void readFields(GraphReader in, ObjectNode node, int from, int to) {
        FieldValues.Input values = new FieldValues.Input();
        for (int i = from; i < to; i++) {
            NodeAccess.nodes()
                    .store(node, i, values.read(in, description.fields().get(i).kind()));
        }
    }

    private void readParts(GraphReader in, ObjectNode node) {
        int field = 0;
        int dataIndex = 0;
        for (HierarchyPartSpec part : descriptor.levels) {
            int end = field + part.fields().size();
            if (part.hasItems()) {
                List<DataItem> items = node.data().get(dataIndex++);
                items.clear();
                for (int tag = readTag(in); tag != HierarchyPartItems.END; tag = readTag(in)) {
                    items.add(readItem(in, tag, node, field, end));
                }
            } else {
                readFields(in, node, field, end);
            }
            field = end;
        }
    }

    private static int readTag(GraphReader in) {
        int tag = in.in.readVarInt();
        if (tag < 0) {
            throw in.damaged("tag=" + Integer.toUnsignedString(tag) + " of an item is unknown");
        }
        return tag;
    }

    private DataItem readItem(GraphReader in, int tag, ObjectNode node, int field, int end) {
        if (tag == HierarchyPartItems.FIELDS) {
            readFields(in, node, field, end);
            return new DataItem.Fields();
        }
        return switch (tag) {
            case HierarchyPartItems.REFERENCE -> new DataItem.Reference(in.readRef(), false);
            case HierarchyPartItems.UNSHARED -> new DataItem.Reference(Unshared.read(in), true);
            default -> new DataItem.Bytes(in.in.readBytes(tag - HierarchyPartItems.BYTES + 1));
        };
    }

    private static void readException(GraphReader in, ObjectNode node, int first) {
        NodeAccess.nodes().store(node, first, in.strings.readString());
        NodeAccess.nodes().store(node, first + 1, in.in.readBoolean() ? in.readRef() : ObjectNode.ABSENT);
        SequenceNode frames = SequenceNode.arrayOf(FRAMES);
        for (int i = in.readSlots(MIN_FRAME_BYTES); i > 0; i--) {
            frames.elements().add(FRAME.read(in));
        }
        NodeAccess.nodes().store(node, first + 2, frames);
        SequenceNode suppressed = SequenceNode.arrayOf(SUPPRESSED);
        for (int i = in.readSlots(1); i > 0; i--) {
            suppressed.elements().add(in.readRef());
        }
        NodeAccess.nodes().store(node, first + 3, suppressed);
    }
}
