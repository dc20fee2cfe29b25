package io.tellask.codec.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was read, before it is known what it is: maps, lists, and scalars as they are (null, Boolean, Long, String and,
 * as the encoding has them, {@link Literal}, BigInteger, BigDecimal, Float, Double, {@code byte[]}).
 */
final class Tree {
    private Tree() {}

    /** Where a container begins, in words for messages. */
    interface Place {
        String inWords();
    }

    /** A list with its elements. */
    record Items(Place place, List<@Nullable Object> elements) {
        Items(Place place) {
            this(place, new ArrayList<>());
        }
    }

    /** A map: keys and values at the same index; keys of JSON are strings. */
    record Entries(Place place, List<@Nullable Object> keys, List<@Nullable Object> values) {
        Entries(Place place) {
            this(place, new ArrayList<>(), new ArrayList<>());
        }

        int indexOf(String key) {
            return keys.indexOf(key);
        }

        @Nullable
        Object value(String key) {
            int index = indexOf(key);
            return index < 0 ? null : values.get(index);
        }
    }

    /** A number with a point or an exponent, or one that is longer than a long. */
    record Literal(String text) {}

    /** An item that others refer to. */
    record Shared(int number, @Nullable Object item) {}

    /** A reference to a shared item. */
    record Reference(int number) {}
}
