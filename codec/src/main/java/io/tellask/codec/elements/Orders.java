package io.tellask.codec.elements;

import io.tellask.codec.DecodeException;
import io.tellask.codec.SortOrder;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import java.util.Collections;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The comparator of a sorted collection: one byte for those that everybody uses, any other as an object behind it.
 *
 * <p>The collection takes its number before its comparator does, and exists after it.
 */
public final class Orders {
    private static final SortOrder[] ALL = SortOrder.values();

    private Orders() {}

    private static SortOrder kindOf(@Nullable Comparator<?> comparator) {
        if (comparator == null) {
            return SortOrder.NATURAL;
        }
        if (comparator == Collections.reverseOrder()) {
            return SortOrder.REVERSE;
        }
        return comparator == String.CASE_INSENSITIVE_ORDER ? SortOrder.CASE_INSENSITIVE : SortOrder.COMPARATOR;
    }

    /** Reads which order it is; where that is a comparator's, the comparator follows. */
    public static SortOrder readKind(GraphReader in) {
        int order = in.in.readByte();
        if (order < 0 || order >= ALL.length) {
            throw in.damaged("order=" + order + " of a sorted collection is unknown");
        }
        return ALL[order];
    }

    public static void write(GraphWriter out, @Nullable Comparator<?> order) {
        SortOrder known = kindOf(order);
        out.out.writeByte(known.ordinal());
        if (known == SortOrder.COMPARATOR) {
            out.writeRef(order);
        }
    }

    /** Reads what {@link #write} wrote for the collection that took {@code number}. */
    @SuppressWarnings("unchecked")
    public static Order read(GraphReader in, int number) {
        SortOrder known = readKind(in);
        return switch (known) {
            case NATURAL -> Order.NATURAL;
            case REVERSE -> new Order(Collections.reverseOrder(), true);
            case CASE_INSENSITIVE ->
                new Order((Comparator<Object>) (Comparator<?>) String.CASE_INSENSITIVE_ORDER, true);
            case COMPARATOR -> readComparator(in, number);
            case ACCESS -> throw in.damaged("order=" + known + " of a sorted collection");
        };
    }

    @SuppressWarnings("unchecked")
    private static Order readComparator(GraphReader in, int number) {
        in.reach.beginKey();
        Object comparator = in.readRef();
        boolean complete = !in.reach.isKeyIncomplete(number);
        if (!(comparator instanceof Comparator<?>)) {
            throw new DecodeException("decode: a sorted collection has no comparator yet, offset=" + in.in.offset()
                    + "; put an object with fields between the comparator and the collection");
        }
        return new Order((Comparator<Object>) comparator, complete);
    }

    /**
     * A comparator that was read.
     *
     * @param complete whether it can compare already; else elements wait for the end of the message
     */
    public record Order(@Nullable Comparator<Object> comparator, boolean complete) {
        private static final Order NATURAL = new Order(null, true);
    }
}
