package io.tellask.codec.text;

import io.tellask.codec.SequenceNode;
import io.tellask.codec.TypeName;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A list, set, array or holder that is being written, element by element. */
final class SequenceFrame extends Frame {
    private final List<@Nullable Object> elements;
    private final SequenceNode sequence;
    private Declared element;
    private boolean noted;
    private int index;

    SequenceFrame(TreeWriter writer, SequenceNode sequence, Declared declared, int number) {
        super(writer, sequence, declared, number);
        this.sequence = sequence;
        boolean isEmpty =
                sequence.type() == Optional.class && sequence.elements().getFirst() == null;
        elements = isEmpty ? List.of() : sequence.elements();
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
            Class<?> array = writer.classOf(sequence);
            element = array == null ? Declared.ANY : Declared.of(array).element();
        }
        int notes = notes(className, type, sequence.order());
        noted = notes > 0;
        if (noted) {
            writer.sink.startMap(notes + 1);
            writeAllNotes(className, type, sequence.order());
            writer.sink.name(Note.ITEMS);
        }
        writer.sink.startList(elements.size());
    }

    @Override
    boolean next() {
        if (index == elements.size()) {
            writer.sink.endList();
            index++;
        }
        if (index > elements.size()) {
            return end();
        }
        Declared type = Assumed.part(sequence.type(), declared, element, index);
        writer.emit(elements.get(index++), type);
        return true;
    }

    @Override
    Object step() {
        return isCompared() ? (Object) ("." + Note.COMPARATOR) : index - 1;
    }

    private boolean end() {
        if (writeComparator(sequence.order(), sequence.comparator())) {
            return true;
        }
        if (noted) {
            writer.sink.endMap();
        }
        return false;
    }

    /** The class of enum sets has a name of its own. */
    private static String nameOf(SequenceNode sequence) {
        return sequence.type() == Assumed.ENUM_SET ? EnumSet.class.getName() : sequence.className();
    }
}
