package io.tellask.codec.node;

import io.tellask.codec.ClassDescription.Field;
import io.tellask.codec.MapNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.PartReader;
import io.tellask.codec.graph.PartWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.object.ConvertingReader;
import io.tellask.codec.object.FieldwiseCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Nodes of messages as parts: those of the objects that they describe. */
final class NodeParts {
    private NodeParts() {}

    /** The fields of an object or record. */
    static final class FieldReader extends PartReader {
        private final ObjectNode node;
        private ConvertingReader.@Nullable Flags flags;
        private int index;

        FieldReader(ObjectNode node) {
            this.node = node;
        }

        @Override
        public @Nullable TypeCodec next(GraphReader in) throws Throwable {
            List<Field> fields = node.description().fields();
            while (index < fields.size()) {
                char kind = fields.get(index).kind();
                if (kind == 'L') {
                    TypeCodec codec = reference(in);
                    if (codec != null) {
                        return codec;
                    }
                } else if (kind == 'Z') {
                    take(in, flags().read(in.in));
                } else {
                    take(in, ConvertingReader.readValue(in, kind));
                }
            }
            return null;
        }

        private ConvertingReader.Flags flags() {
            ConvertingReader.Flags made = flags;
            if (made == null) {
                made = new ConvertingReader.Flags();
                flags = made;
            }
            return made;
        }

        @Override
        public void take(GraphReader in, @Nullable Object part) {
            NodeAccess.nodes().store(node, index++, part);
        }

        @Override
        public Object end(GraphReader in) {
            return node;
        }
    }

    static final class FieldWriter extends PartWriter {
        private final ObjectNode node;
        private final FieldwiseCodec.Flags flags;
        private int index;

        FieldWriter(ObjectNode node) {
            this.node = node;
            this.flags = new FieldwiseCodec.Flags((int) node.description().fields().stream()
                    .filter(field -> field.kind() == 'Z')
                    .count());
        }

        @Override
        public @Nullable Object next(GraphWriter out) {
            List<Field> fields = node.description().fields();
            while (index < fields.size()) {
                char kind = fields.get(index).kind();
                Object value = node.value(index++);
                switch (kind) {
                    case 'T' -> out.writeString((String) value);
                    case 'L' -> {
                        if (value != null) {
                            return value;
                        }
                        out.out.writeByte(HeadNumbers.NULL);
                    }
                    case 'Z' -> flags.write((boolean) Objects.requireNonNull(value), out.out);
                    default -> FieldwiseCodec.writeNumber(out.out, kind, Objects.requireNonNull(value));
                }
            }
            return null;
        }
    }

    /** The elements of a sequence. */
    static final class SequenceReader extends SequenceParts.Reader {
        private final SequenceNode node;

        SequenceReader(SequenceNode node, ElementReader elements) {
            super(elements, null);
            this.node = node;
        }

        @Override
        public void take(GraphReader in, int index, @Nullable Object element) {
            node.elements().add(element);
        }

        @Override
        public Object end(GraphReader in) {
            return node;
        }
    }

    /** The entries of a map whose count and shape were read last. */
    static final class EntryReader extends EntryParts.Reader {
        private final MapNode node;

        EntryReader(GraphReader in, MapNode node, int count) {
            super(in, MapNode.class, count);
            this.node = node;
        }

        @Override
        public void enter(@Nullable Object key, @Nullable Object value) {
            node.add(key, value);
        }

        @Override
        public Object end(GraphReader in) {
            return node;
        }
    }

    /** The entries of a map of which count and shape are written. */
    static final class EntryWriter extends EntryParts.Writer {
        private final MapNode node;
        private int at;

        EntryWriter(MapNode node, int shape) {
            super(MapNode.class, shape);
            this.node = node;
        }

        @Override
        public boolean advance(int index) {
            at = index;
            return index < node.size();
        }

        @Override
        public @Nullable Object key() {
            return node.key(at);
        }

        @Override
        public @Nullable Object value() {
            return node.value(at);
        }
    }
}
