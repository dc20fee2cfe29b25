package io.tellask.codec;

import java.util.Collections;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The comparators of sorted collections that travel as one byte; others are objects of their own and are refused. */
final class Orders {
    private static final int NATURAL = 0;
    private static final int REVERSE = 1;
    private static final int CASE_INSENSITIVE = 2;

    private Orders() {}

    static void write(GraphWriter out, @Nullable Comparator<?> order, Class<?> owner) {
        if (order == null || order == Comparator.naturalOrder()) {
            out.out.writeByte(NATURAL);
        } else if (order == Collections.reverseOrder()) {
            out.out.writeByte(REVERSE);
        } else if (order == String.CASE_INSENSITIVE_ORDER) {
            out.out.writeByte(CASE_INSENSITIVE);
        } else {
            throw new EncodeException(
                    "encode: comparator=" + order.getClass().getName() + " of class=" + owner.getName()
                            + " cannot travel; use natural order, reverseOrder() or CASE_INSENSITIVE_ORDER, or copy into another collection");
        }
    }

    @SuppressWarnings("unchecked")
    static @Nullable Comparator<Object> read(GraphReader in) {
        int order = in.in.readByte();
        return switch (order) {
            case NATURAL -> null;
            case REVERSE -> (Comparator<Object>) (Comparator<?>) Collections.reverseOrder();
            case CASE_INSENSITIVE -> (Comparator<Object>) (Comparator<?>) String.CASE_INSENSITIVE_ORDER;
            default -> throw in.damaged("order=" + order + " of a sorted collection is unknown");
        };
    }
}
