package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MapNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.ValueNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the nodes of one message into a {@link TreeSink}, with notes only where the declared type does not tell.
 *
 * <p>Walks with a stack of its own, so that nesting costs memory and no stack of the thread. Not thread-safe.
 */
final class TreeWriter {
    static final int NOT_SHARED = -1;

    final TreeSink sink;
    final @Nullable Classes classes;
    private final SharedNodes shared;
    private final Deque<Frame> open = new ArrayDeque<>();

    /** Without {@code classes} nothing is known but what the nodes say. */
    TreeWriter(TreeSink sink, @Nullable Classes classes, SharedNodes shared) {
        this.sink = sink;
        this.classes = classes;
        this.shared = shared;
    }

    void write(@Nullable Object root, Declared declared) {
        emit(root, declared);
        while (!open.isEmpty()) {
            Frame frame = open.getLast();
            if (!frame.next()) {
                open.removeLast();
                shared.close(frame.node);
            }
        }
    }

    void emit(@Nullable Object value, Declared declared) {
        if (value == null) {
            sink.nil();
        } else if (value instanceof MessageNode node) {
            emitNode(node, declared);
        } else if (value instanceof RemotePlace(int number)) {
            sink.startMap(1);
            sink.name(Note.REMOTE);
            sink.integer(number);
            sink.endMap();
        } else {
            emitScalar(value, value, declared, NOT_SHARED);
        }
    }

    private void emitNode(MessageNode node, Declared declared) {
        int number = shared.numberOf(node);
        if (number != NOT_SHARED && shared.isWritten(node)) {
            sink.reference(number);
            return;
        }
        if (number != NOT_SHARED) {
            shared.markWritten(node);
            if (sink.isNative()) {
                sink.share();
                number = NOT_SHARED;
            }
        }
        switch (node) {
            case EnumNode constant -> emitEnum(constant, declared);
            case ValueNode held -> emitScalar(held, held.value(), declared, number);
            case ObjectNode object -> open(new ObjectFrame(this, object, declared, number));
            case SequenceNode sequence -> open(new SequenceFrame(this, sequence, declared, number));
            case MapNode map -> open(new MapFrame(this, map, declared, number));
        }
    }

    private void open(Frame frame) {
        if (!shared.open(frame.node)) {
            throw cycle(frame.node);
        }
        open.addLast(frame);
        frame.start();
    }

    private EncodeException cycle(MessageNode node) {
        List<Object> steps = new ArrayList<>();
        open.forEach(frame -> steps.add(frame.step()));
        String path = Path.inWords(steps);
        return new EncodeException(
                "encode: a cycle runs through class=" + node.className() + ", path=" + path
                        + "; encode without asTrees(), which keeps shared objects and cycles",
                null,
                path,
                open.getLast().node.className());
    }

    private void emitEnum(EnumNode constant, Declared declared) {
        boolean told = declared.raw().getName().equals(constant.className());
        startNotes(told ? 0 : 1, NOT_SHARED, told ? null : constant.className());
        sink.text(constant.constant());
        if (!told) {
            sink.endMap();
        }
    }

    /** Opens a map with the notes and leaves it at {@code @value}; nothing where there are none. */
    private void startNotes(int others, int number, @Nullable String className) {
        int notes = (number == NOT_SHARED ? 0 : 1) + (className == null ? 0 : 1);
        if (notes > 0) {
            sink.startMap(notes + others);
            writeNotes(number, className);
            sink.name(Note.VALUE);
        }
    }

    void writeNotes(int number, @Nullable String className) {
        if (number != NOT_SHARED) {
            sink.name(Note.ID);
            sink.integer(number);
        }
        if (className != null) {
            sink.name(Note.CLASS);
            sink.text(className);
        }
    }

    private void emitScalar(Object holder, Object value, Declared declared, int number) {
        if (!Scalars.hasForm(value.getClass()) || hasNoText(value)) {
            emitBinary(holder, value, number);
            return;
        }
        boolean told = Scalars.isTold(declared.raw(), value, sink);
        startNotes(1, number, told ? null : value.getClass().getTypeName());
        Scalars.write(sink, value);
        if (number != NOT_SHARED || !told) {
            sink.endMap();
        }
    }

    private boolean hasNoText(Object value) {
        if (value instanceof String text) {
            return !sink.takes(text);
        }
        if (!TextForms.exists(value.getClass()) || sink.isNative() && value instanceof Number) {
            return false;
        }
        String text = TextForms.write(value);
        return text == null || !sink.takes(text);
    }

    /** A value without a text: a message of the codec, always with its class. */
    private void emitBinary(Object holder, Object value, int number) {
        sink.startMap(number == NOT_SHARED ? 2 : 3);
        writeNotes(number, value.getClass().getTypeName());
        sink.name(Note.BINARY);
        sink.bytes(Codec.standard().encode(holder));
        sink.endMap();
    }

    /** The class of a node, where it is known here. */
    @Nullable
    Class<?> classOf(MessageNode node) {
        return classes == null ? null : classes.find(node.className());
    }
}
