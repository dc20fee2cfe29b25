package io.tellask.codec;

import io.tellask.codec.ClassDescription.Field;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads nodes of objects that refer to each other far down, as {@link DeepReader} reads the objects themselves: what is
 * begun and not finished waits on the heap and takes no stack. Not thread-safe.
 */
final class DeepNodeReader {
    private final GraphReader in;
    private final int room;
    private final ArrayDeque<Begun> begun = new ArrayDeque<>();

    private DeepNodeReader(GraphReader in) {
        this.in = in;
        this.room = in.levels.room();
    }

    /** Reads the body of an object that was begun. */
    static Object read(ObjectNodeCodec codec, GraphReader in) {
        return new DeepNodeReader(in).readAll(codec);
    }

    private Object readAll(ObjectNodeCodec codec) {
        begin(codec);
        while (true) {
            Begun last = begun.getLast();
            if (last.index < last.node.description().fields().size()) {
                readNext(last, last.node.description().fields().get(last.index));
            } else {
                begun.removeLast();
                if (begun.isEmpty()) {
                    return last.node;
                }
                in.levels.leaveDeep(room);
                begun.getLast().store(last.node);
            }
        }
    }

    private void begin(ObjectNodeCodec codec) {
        ObjectNode node = new ObjectNode(codec.description);
        in.register(node);
        begun.addLast(new Begun(node));
    }

    private void readNext(Begun last, Field field) {
        if (field.kind() == 'Z') {
            last.store(last.flags.read(in.in));
        } else if (field.kind() != 'L') {
            last.store(ConvertingReader.readValue(in, field.kind()));
        } else {
            readReference(last);
        }
    }

    private void readReference(Begun last) {
        int head = in.in.readVarInt();
        if (head == GraphWriter.NULL || head == GraphWriter.BACK_REFERENCE) {
            last.store(head == GraphWriter.NULL ? null : in.readBackReference());
            return;
        }
        TypeCodec codec = in.heads.codecOf(head);
        if (codec instanceof ObjectNodeCodec next && next.isReadByFields()) {
            in.enterDeep(next, room);
            begin(next);
        } else {
            last.store(in.readBody(codec));
        }
    }

    /** A node with the index of the field that comes next. */
    private static final class Begun {
        private final ObjectNode node;
        private final ConvertingReader.Flags flags = new ConvertingReader.Flags();
        private int index;

        Begun(ObjectNode node) {
            this.node = node;
        }

        void store(@Nullable Object value) {
            node.store(index++, value);
        }
    }
}
