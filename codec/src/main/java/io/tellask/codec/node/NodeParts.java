package io.tellask.codec.node;

import io.tellask.codec.MapNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.object.FieldParts;
import org.jspecify.annotations.Nullable;

/** Nodes of messages as parts: those of the objects that they describe. */
final class NodeParts {
    private NodeParts() {}

    /** The fields of an object or record. */
    static final class FieldReader extends FieldParts.Reader {
        private final ObjectNode node;

        FieldReader(ObjectNode node) {
            super(node.description().fields().size());
            this.node = node;
        }

        @Override
        public char kind(int field) {
            return node.description().fields().get(field).kind();
        }

        @Override
        public void store(GraphReader in, int field, @Nullable Object value) {
            NodeAccess.nodes().store(node, field, value);
        }

        @Override
        public Object end(GraphReader in) {
            return node;
        }
    }

    static final class FieldWriter extends FieldParts.Writer {
        private final ObjectNode node;

        FieldWriter(ObjectNode node, int flags) {
            super(node.description().fields().size(), flags);
            this.node = node;
        }

        @Override
        public char kind(int field) {
            return node.description().fields().get(field).kind();
        }

        @Override
        public @Nullable Object value(int field) {
            return node.value(field);
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
