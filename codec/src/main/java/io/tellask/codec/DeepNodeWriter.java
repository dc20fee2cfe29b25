package io.tellask.codec;

import io.tellask.codec.ClassDescription.Field;
import java.util.ArrayDeque;
import java.util.Objects;

/** Writes what {@link DeepNodeReader} reads, in the same way: what is begun waits on the heap. Not thread-safe. */
final class DeepNodeWriter {
    private final GraphWriter out;
    private final int room;
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private DeepNodeWriter(GraphWriter out) {
        this.out = out;
        this.room = out.levels.room();
    }

    /** Writes the body of an object that was begun. */
    static void write(GraphWriter out, ObjectNode node) {
        new DeepNodeWriter(out).writeAll(node);
    }

    private void writeAll(ObjectNode root) {
        begun.addLast(new Begun(root));
        while (!begun.isEmpty()) {
            Begun last = begun.getLast();
            if (last.index < last.node.description().fields().size()) {
                writeNext(last, last.node.description().fields().get(last.index));
            } else {
                begun.removeLast();
                if (!begun.isEmpty()) {
                    out.levels.leaveDeep(room);
                }
            }
        }
    }

    private void writeNext(Begun last, Field field) {
        Object value = last.node.value(last.index++);
        if (value instanceof ObjectNode node
                && node.codec() instanceof ObjectNodeCodec codec
                && codec.isReadByFields()) {
            if (out.beginDeep(node, codec, room)) {
                begun.addLast(new Begun(node));
            }
            return;
        }
        switch (field.kind()) {
            case 'T' -> out.writeString((String) value);
            case 'L' -> NodeCodecs.write(out, value);
            case 'Z' -> last.flags.write((boolean) Objects.requireNonNull(value), out.out);
            default -> FieldwiseCodec.writeNumber(out.out, field.kind(), Objects.requireNonNull(value));
        }
    }

    /** A node with the index of the field that comes next. */
    private static final class Begun {
        private final ObjectNode node;
        private final FieldwiseCodec.Flags flags;
        private int index;

        Begun(ObjectNode node) {
            this.node = node;
            this.flags = new FieldwiseCodec.Flags((int) node.description().fields().stream()
                    .filter(field -> field.kind() == 'Z')
                    .count());
        }
    }
}
