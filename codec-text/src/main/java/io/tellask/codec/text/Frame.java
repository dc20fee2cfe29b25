package io.tellask.codec.text;

import io.tellask.codec.MessageNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A container that is being written; {@link #next} writes one more item, or the end. */
abstract class Frame {
    final TreeWriter writer;
    final MessageNode node;
    final Declared declared;
    final int number;
    private boolean compared;

    Frame(TreeWriter writer, MessageNode node, Declared declared, int number) {
        this.writer = writer;
        this.node = node;
        this.declared = declared;
        this.number = number;
    }

    abstract void start();

    abstract boolean next();

    /** Where the item that was begun last stands: a position, or a field's name behind a point. */
    abstract Object step();

    final int notes(@Nullable String className, @Nullable TypeName type, SortOrder order) {
        return (number == TreeWriter.NOT_SHARED ? 0 : 1)
                + (className == null ? 0 : 1)
                + (type == null ? 0 : 1)
                + (order == SortOrder.NATURAL ? 0 : 1);
    }

    final void writeAllNotes(@Nullable String className, @Nullable TypeName type, SortOrder order) {
        writer.writeNotes(number, className);
        if (type != null) {
            writer.sink.name(Note.TYPE);
            writer.sink.text(type.name());
        }
        if (order != SortOrder.NATURAL && order != SortOrder.COMPARATOR) {
            writer.sink.name(Note.ORDER);
            writer.sink.text(nameOf(order));
        }
    }

    /**
     * Writes the comparator of a collection that has one, as the last of its notes: it may be an object of any size.
     * Whether there was one.
     */
    final boolean writeComparator(SortOrder order, @Nullable Object comparator) {
        if (order != SortOrder.COMPARATOR || compared) {
            return false;
        }
        compared = true;
        writer.sink.name(Note.COMPARATOR);
        writer.emit(comparator, Declared.ANY);
        return true;
    }

    /** Whether the comparator has been begun. */
    final boolean isCompared() {
        return compared;
    }

    private static String nameOf(SortOrder order) {
        return order.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
