package io.tellask.codec.hooks;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.Unshared;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Items as they come from the message. Not thread-safe. */
class MessageItems extends HierarchyPartItems {
    private static final int UNREAD = -1;

    final GraphReader graph;
    private final HierarchyPartReader level;
    private final boolean tagged;
    private int tag = UNREAD;
    private int bytesLeft;

    MessageItems(GraphReader graph, HierarchyPartReader level) {
        this.graph = graph;
        this.level = level;
        this.tagged = level.written.hasItems();
        if (!tagged) {
            tag = FIELDS;
        }
    }

    @Override
    public int next() {
        if (bytesLeft > 0) {
            return BYTES;
        }
        if (tag != UNREAD) {
            return tag;
        }
        int read = graph.in.readVarInt();
        if (read < 0) {
            throw graph.damaged("tag=" + Integer.toUnsignedString(read) + " of an item is unknown");
        }
        if (read >= BYTES) {
            bytesLeft = read - BYTES + 1;
            graph.in.require(bytesLeft);
            return BYTES;
        }
        tag = read;
        return tag;
    }

    private void taken() {
        tag = tagged ? UNREAD : END;
    }

    @Override
    public int bytesLeft() {
        return bytesLeft;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int count = Math.min(length, bytesLeft);
        System.arraycopy(graph.in.array(), graph.in.position(), target, offset, count);
        graph.in.skip(count);
        bytesLeft -= count;
        return count;
    }

    @Override
    public void skipBytes() {
        graph.in.skip(bytesLeft);
        bytesLeft = 0;
    }

    @Override
    public boolean isAtBackReference() {
        return graph.isAtBackReference();
    }

    @Override
    public @Nullable Object readReference() {
        boolean unshared = tag == UNSHARED;
        taken();
        return unshared ? Unshared.read(graph) : graph.readRef();
    }

    @Override
    public Map<String, @Nullable Object> readFields() {
        taken();
        return level.readFields(graph);
    }

    @Override
    public void readFieldsInto(Object object) {
        taken();
        level.readFieldsInto(graph, object);
    }
}
