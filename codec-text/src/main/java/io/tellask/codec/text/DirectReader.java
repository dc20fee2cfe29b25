package io.tellask.codec.text;

import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of a declared type from items without notes, with no nodes and no message of the codec between. What is not plain, or does not
 * fit, is {@link #OTHER}: then {@link TreeBinder} reads the same tree, or says what is wrong with it. Thread-safe.
 *
 * <p>An item that is read here becomes what {@code TreeBinder} and the codec would make of it.
 */
abstract sealed class DirectReader {
    /** Stands for a value that is not made here. */
    static final Object OTHER = new Object();

    /** Reads nothing but null. */
    static final DirectReader NONE = new OfNone();

    private static final int MAX_DEPTH = 32;

    /** The fields that a text may leave out of one record, whose zeros take heap that no text pays for. */
    private static final int MAX_MISSING_FIELDS = 16;

    /** The object that {@code item} stands for, or {@link #OTHER}. */
    final @Nullable Object read(@Nullable Object item, int depth) {
        if (item == null) {
            return ofNull();
        }
        return depth > MAX_DEPTH ? OTHER : of(item, depth);
    }

    @Nullable
    Object ofNull() {
        return null;
    }

    abstract Object of(Object item, int depth);

    private static final class OfNone extends DirectReader {
        @Override
        Object of(Object item, int depth) {
            return OTHER;
        }
    }

    /** A value of the JDK that {@link Scalars} has a form of. */
    static final class OfScalar extends DirectReader {
        private final Class<?> type;

        OfScalar(Class<?> type) {
            this.type = type;
        }

        @Override
        @Nullable
        Object ofNull() {
            return type.isPrimitive() ? OTHER : null;
        }

        @Override
        Object of(Object item, int depth) {
            try {
                Object value = Scalars.read(type, item);
                return value != null && (type.isPrimitive() || type.isInstance(value)) ? value : OTHER;
            } catch (RuntimeException malformed) { // the general way says which text of which class it is
                return OTHER;
            }
        }
    }

    /** A constant by its name of today. */
    static final class OfEnum extends DirectReader {
        private final Map<String, Object> constants;

        OfEnum(Map<String, Object> constants) {
            this.constants = Map.copyOf(constants);
        }

        @Override
        Object of(Object item, int depth) {
            return item instanceof String name ? constants.getOrDefault(name, OTHER) : OTHER;
        }
    }

    /** An optional that is its value. */
    static final class OfOptional extends DirectReader {
        private final DirectReader content;

        OfOptional(DirectReader content) {
            this.content = content;
        }

        @Override
        Object of(Object item, int depth) {
            Object value = item instanceof Items ? OTHER : content.read(item, depth + 1);
            return value == OTHER || value == null ? OTHER : Optional.of(value);
        }
    }

    /** A list, as the usual one. */
    static final class OfList extends DirectReader {
        private final DirectReader element;

        OfList(DirectReader element) {
            this.element = element;
        }

        @Override
        Object of(Object item, int depth) {
            if (!(item instanceof Items items)) {
                return OTHER;
            }
            List<@Nullable Object> elements = items.elements();
            List<@Nullable Object> list = new ArrayList<>(elements.size());
            for (Object each : elements) {
                Object value = element.read(each, depth + 1);
                if (value == OTHER) {
                    return OTHER;
                }
                list.add(value);
            }
            return list;
        }
    }

    /** A record; fields that are missing are zero, false or null. */
    static final class OfRecord extends DirectReader {
        /** A component. */
        record Component(int index, DirectReader reader) {}

        private final Function<@Nullable Object[], Object> constructor;
        private final @Nullable Object[] defaults;
        private final boolean takesMissing;
        private Map<String, Component> components = Map.of();

        /**
         * Without components, so that these may be of the same class.
         *
         * @param defaults of the components, in their declared order
         */
        OfRecord(Function<@Nullable Object[], Object> constructor, @Nullable Object[] defaults, boolean takesMissing) {
            this.constructor = constructor;
            this.defaults = defaults;
            this.takesMissing = takesMissing;
        }

        /** Sets the components; before others see this. */
        void components(Map<String, Component> all) {
            components = Map.copyOf(all);
        }

        @Override
        Object of(Object item, int depth) {
            if (!(item instanceof Entries entries) || !hasEnough(entries.keys().size())) {
                return OTHER;
            }
            @Nullable Object[] values = defaults.clone();
            for (int i = 0; i < entries.keys().size(); i++) {
                Component component = entries.keys().get(i) instanceof String name ? components.get(name) : null;
                Object value = component == null
                        ? OTHER
                        : component.reader.read(entries.values().get(i), depth + 1);
                if (value == OTHER) {
                    return OTHER;
                }
                values[Objects.requireNonNull(component).index] = value;
            }
            try {
                return constructor.apply(values);
            } catch (RuntimeException refused) { // the general way says of which record
                return OTHER;
            }
        }

        private boolean hasEnough(int fields) {
            return fields == defaults.length || takesMissing && fields >= defaults.length - MAX_MISSING_FIELDS;
        }
    }
}
