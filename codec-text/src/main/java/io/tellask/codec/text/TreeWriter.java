package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.Codec;
import io.tellask.codec.DataItem;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MapNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import io.tellask.codec.ValueNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the nodes of one message into a {@link TreeSink}, with notes only where the declared type does not tell.
 *
 * <p>Walks with a stack of its own, so that nesting costs memory and no stack of the thread. Not thread-safe.
 */
final class TreeWriter {
    private static final int NOT_SHARED = -1;

    private final TreeSink sink;
    private final @Nullable Classes classes;
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

    private void emit(@Nullable Object value, Declared declared) {
        if (value == null) {
            sink.nil();
        } else if (value instanceof MessageNode node) {
            emitNode(node, declared);
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
            case ObjectNode object -> open(new ObjectFrame(object, declared, number));
            case SequenceNode sequence -> open(new SequenceFrame(sequence, declared, number));
            case MapNode map -> open(new MapFrame(map, declared, number));
        }
    }

    private void open(Frame frame) {
        shared.open(frame.node);
        open.addLast(frame);
        frame.start();
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

    private void writeNotes(int number, @Nullable String className) {
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
    private @Nullable Class<?> classOf(MessageNode node) {
        return classes == null ? null : classes.find(node.className());
    }

    /** The class of enum sets has a name of its own. */
    private static String nameOf(SequenceNode sequence) {
        return sequence.type() == Assumed.ENUM_SET ? EnumSet.class.getName() : sequence.className();
    }

    private static String nameOf(SortOrder order) {
        return order.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A container that is being written; {@link #next} writes one more item, or the end. */
    private abstract class Frame {
        final MessageNode node;
        final Declared declared;
        final int number;

        Frame(MessageNode node, Declared declared, int number) {
            this.node = node;
            this.declared = declared;
            this.number = number;
        }

        abstract void start();

        abstract boolean next();

        final int notes(@Nullable String className, @Nullable TypeName type, SortOrder order) {
            return (number == NOT_SHARED ? 0 : 1)
                    + (className == null ? 0 : 1)
                    + (type == null ? 0 : 1)
                    + (order == SortOrder.NATURAL ? 0 : 1);
        }

        final void writeAllNotes(@Nullable String className, @Nullable TypeName type, SortOrder order) {
            writeNotes(number, className);
            if (type != null) {
                sink.name(Note.TYPE);
                sink.text(type.name());
            }
            if (order != SortOrder.NATURAL) {
                sink.name(Note.ORDER);
                sink.text(nameOf(order));
            }
        }
    }

    private final class ObjectFrame extends Frame {
        private final ObjectNode object;
        private final @Nullable List<Declared> types;
        private @Nullable DataFrame data;
        private int index;

        ObjectFrame(ObjectNode object, Declared declared, int number) {
            super(object, declared, number);
            this.object = object;
            Class<?> type = classOf(object);
            types = type == null || classes == null ? null : typesOf(classes, declared.narrowedTo(type));
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
            sink.startMap(count);
            writeAllNotes(className, null, SortOrder.NATURAL);
        }

        private List<ClassDescription.Field> fields() {
            return object.description().fields();
        }

        private boolean nextOfData() {
            if (data == null && !object.hasUsualData()) {
                data = new DataFrame(object);
            }
            if (data != null && data.next()) {
                return true;
            }
            sink.endMap();
            return false;
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
            sink.name(fields().get(field).name());
            emit(
                    object.value(field),
                    types != null
                            ? types.get(field)
                            : Classes.ofKind(fields().get(field).kind()));
            return true;
        }
    }

    /** What an object with hooks wrote by itself: a list for each part, with its items. */
    private final class DataFrame {
        private final Deque<Runnable> steps = new ArrayDeque<>();

        DataFrame(ObjectNode object) {
            steps.add(() -> sink.name(Note.DATA));
            steps.add(() -> sink.startList(object.data().size()));
            for (List<DataItem> part : object.data()) {
                steps.add(() -> sink.startList(part.size()));
                part.forEach(this::add);
                steps.add(sink::endList);
            }
            steps.add(sink::endList);
        }

        private void add(DataItem item) {
            if (item instanceof DataItem.Fields) {
                steps.add(() -> sink.text(Note.FIELDS));
                return;
            }
            steps.add(() -> sink.startMap(1));
            if (item instanceof DataItem.Bytes run) {
                steps.add(() -> sink.name(Note.BYTES));
                steps.add(() -> sink.bytes(run.bytes()));
            } else if (item instanceof DataItem.Reference reference) {
                steps.add(() -> sink.name(reference.unshared() ? Note.UNSHARED : Note.VALUE));
                steps.add(() -> emit(reference.value(), Declared.ANY));
            }
            steps.add(sink::endMap);
        }

        /** Whether there was one more step. */
        boolean next() {
            Runnable step = steps.pollFirst();
            if (step != null) {
                step.run();
            }
            return step != null;
        }
    }

    private final class SequenceFrame extends Frame {
        private final List<@Nullable Object> elements;
        private final SequenceNode sequence;
        private final boolean isEntry;
        private Declared element;
        private boolean noted;
        private int index;

        SequenceFrame(SequenceNode sequence, Declared declared, int number) {
            super(sequence, declared, number);
            this.sequence = sequence;
            boolean isEmpty =
                    sequence.type() == Optional.class && sequence.elements().getFirst() == null;
            elements = isEmpty ? List.of() : sequence.elements();
            isEntry = Map.Entry.class.isAssignableFrom(sequence.type());
            element = Assumed.element(sequence.type(), declared);
        }

        @Override
        void start() {
            boolean isArray = sequence.type().isArray();
            boolean told = isArray
                    ? declared.raw().getTypeName().equals(sequence.className())
                    : Assumed.sequence(declared.raw()) == sequence.type();
            TypeName type = isArray || told && declared.arguments().size() == 1 ? null : sequence.component();
            String className = told && type == null ? null : nameOf(sequence);
            if (isArray && !told) {
                Class<?> array = classOf(sequence);
                element = array == null ? Declared.ANY : Declared.of(array).element();
            }
            int notes = notes(className, type, sequence.order());
            noted = notes > 0;
            if (noted) {
                sink.startMap(notes + 1);
                writeAllNotes(className, type, sequence.order());
                sink.name(Note.ITEMS);
            }
            sink.startList(elements.size());
        }

        @Override
        boolean next() {
            if (index == elements.size()) {
                sink.endList();
                if (noted) {
                    sink.endMap();
                }
                return false;
            }
            Declared type = isEntry ? declared.part(index) : element;
            emit(elements.get(index++), type);
            return true;
        }
    }

    private final class MapFrame extends Frame {
        private final MapNode map;
        private final boolean named;
        private boolean noted;
        private int index;
        private boolean inEntry;

        MapFrame(MapNode map, Declared declared, int number) {
            super(map, declared, number);
            this.map = map;
            this.named = sink.isNative() || map.keys().stream().allMatch(this::isName);
        }

        /** Whether a reader takes the key for a string if it is written as a name. */
        private boolean isName(@Nullable Object key) {
            return key instanceof String text
                    && sink.takes(text)
                    && declared.part(0).raw().isAssignableFrom(String.class);
        }

        @Override
        void start() {
            boolean told = Assumed.map(declared.raw()) == map.type();
            TypeName type = told && declared.arguments().size() == 2 ? null : map.keyType();
            String className = told && type == null ? null : map.className();
            int notes = notes(className, type, map.order());
            noted = notes > 0 || !named && !Map.class.isAssignableFrom(declared.raw());
            if (named || noted) {
                sink.startMap(notes + (named ? map.size() : 1));
                writeAllNotes(className, type, map.order());
            }
            if (!named) {
                if (noted) {
                    sink.name(Note.ENTRIES);
                }
                sink.startList(map.size());
            }
        }

        @Override
        boolean next() {
            if (inEntry) {
                inEntry = false;
                emit(map.value(index++), declared.part(1));
                return true;
            }
            if (!named && index > 0) {
                sink.endList();
            }
            if (index == map.size()) {
                end();
                return false;
            }
            inEntry = true;
            startEntry(map.key(index));
            return true;
        }

        private void startEntry(@Nullable Object key) {
            if (!named) {
                sink.startList(2);
            }
            if (named && isName(key)) {
                sink.name(Note.escaped((String) Objects.requireNonNull(key)));
            } else {
                emit(key, declared.part(0));
            }
        }

        private void end() {
            if (!named) {
                sink.endList();
            }
            if (named || noted) {
                sink.endMap();
            }
        }
    }
}
