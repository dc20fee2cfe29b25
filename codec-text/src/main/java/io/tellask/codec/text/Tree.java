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

    /**
     * A list or a map, small because hostile texts are full of empty ones: it knows where it begins itself, and has no
     * room before something is added. In a text without lines the place is an offset.
     */
    abstract static sealed class Container implements Place {
        static final int NO_LINE = 0;

        private final int line;
        private final int column;

        Container(int line, int column) {
            this.line = line;
            this.column = column;
        }

        @Override
        public final String inWords() {
            return line == NO_LINE ? "offset=" + column : "line=" + line + ", column=" + column;
        }

        static List<@Nullable Object> added(List<@Nullable Object> list, @Nullable Object item) {
            List<@Nullable Object> target = list.isEmpty() ? new ArrayList<>(2) : list;
            target.add(item);
            return target;
        }
    }

    /** A list with its elements. */
    static final class Items extends Container {
        private List<@Nullable Object> elements = List.of();

        Items(int line, int column) {
            super(line, column);
        }

        void add(@Nullable Object item) {
            elements = added(elements, item);
        }

        List<@Nullable Object> elements() {
            return elements;
        }
    }

    /** A map: keys and values at the same index; keys of JSON are strings. */
    static final class Entries extends Container {
        private List<@Nullable Object> keys = List.of();
        private List<@Nullable Object> values = List.of();

        Entries(int line, int column) {
            super(line, column);
        }

        void addKey(@Nullable Object key) {
            keys = added(keys, key);
        }

        void addValue(@Nullable Object value) {
            values = added(values, value);
        }

        /** Whether the value of the last key is still to come. */
        boolean isHalfway() {
            return keys.size() > values.size();
        }

        List<@Nullable Object> keys() {
            return keys;
        }

        List<@Nullable Object> values() {
            return values;
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
