package io.tellask.codec;

import io.tellask.codec.ClassDescription.Field;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Objects of a class that is known by its description only. */
final class ObjectNodeCodec extends NodeCodecs.Described {
    private static final TypeCodec FRAME = Objects.requireNonNull(BuiltIns.of(StackTraceElement.class));
    private static final TypeName FRAMES = new TypeName(FRAME, 0);
    private static final int MIN_FRAME_BYTES = 7;

    ObjectNodeCodec(ClassDescription description) {
        super(description, ObjectNode.class, true);
    }

    @Override
    void write(GraphWriter out, Object value) {
        ObjectNode node = (ObjectNode) value;
        int count = description.descriptor.fields.size();
        if (description.isException()) {
            writeException(out, node, count);
        }
        FieldwiseCodec.Flags flags = new FieldwiseCodec.Flags(flagCount());
        for (int i = 0; i < count; i++) {
            Object field = node.value(i);
            switch (description.fields().get(i).kind()) {
                case 'T' -> out.writeString((String) field);
                case 'L' -> NodeCodecs.write(out, field);
                case 'Z' -> flags.write((boolean) Objects.requireNonNull(field), out.out);
                default ->
                    FieldwiseCodec.writeNumber(
                            out.out, description.fields().get(i).kind(), Objects.requireNonNull(field));
            }
        }
    }

    private int flagCount() {
        return (int) description.descriptor.fields.stream()
                .filter(field -> field.kind() == 'Z')
                .count();
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
    Object read(GraphReader in) {
        if (description.descriptor.kind == Descriptor.TYPE) {
            throw in.damaged("class=" + description.className() + " has no objects of its own");
        }
        ObjectNode node = new ObjectNode(description);
        in.register(node);
        readFields(in, node);
        return node;
    }

    /** Reads an object that nobody keeps; null stands for it where its own parts refer to it. */
    void skip(GraphReader in) {
        in.fill(in.reserve(), null);
        readFields(in, new ObjectNode(description));
    }

    private void readFields(GraphReader in, ObjectNode node) {
        int count = description.descriptor.fields.size();
        if (description.isException()) {
            readException(in, node, count);
        }
        ConvertingReader.Flags flags = new ConvertingReader.Flags();
        for (int i = 0; i < count; i++) {
            Field field = description.fields().get(i);
            node.store(i, field.kind() == 'Z' ? flags.read(in.in) : ConvertingReader.readValue(in, field.kind()));
        }
    }

    private static void readException(GraphReader in, ObjectNode node, int first) {
        node.store(first, in.readString());
        node.store(first + 1, in.in.readBoolean() ? in.readRef() : ObjectNode.ABSENT);
        SequenceNode frames = SequenceNode.arrayOf(FRAMES);
        for (int i = in.readSlots(MIN_FRAME_BYTES); i > 0; i--) {
            frames.elements().add(FRAME.read(in));
        }
        node.store(first + 2, frames);
        SequenceNode suppressed = SequenceNode.arrayOf(FRAMES);
        for (int i = in.readSlots(1); i > 0; i--) {
            suppressed.elements().add(in.readRef());
        }
        node.store(first + 3, suppressed);
    }
}
