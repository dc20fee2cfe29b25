package io.tellask.codec.builtin;

import io.tellask.codec.EncodeException;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.schema.SerialFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's wrappers around one collection, map or array: they refer to it, so that a wrapper and what it wraps keep
 * their connection where both are in the graph.
 */
final class WrapperCodecs {
    private static final TreeSet<Object> SET = new TreeSet<>();
    private static final TreeMap<Object, Object> MAP = new TreeMap<>();

    private WrapperCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(new Wrapper<Object[]>(53, "a", new Object[0], Arrays::asList));
        addUnmodifiable(registry);
        addSynchronized(registry);
        registry.add(new CopiesCodec(ext(60)));
        registry.add(new Wrapper<Deque<Object>>(ext(59), "q", new ArrayDeque<>(), Collections::asLifoQueue));
    }

    private static int ext(int number) {
        return HeadNumbers.extended(number);
    }

    private static void addUnmodifiable(BuiltIns.Registry registry) {
        registry.add(
                new Wrapper<Collection<Object>>(47, "c", SET, Collections::unmodifiableCollection),
                new Wrapper<List<Object>>(48, "c", new ArrayList<>(), Collections::unmodifiableList),
                new Wrapper<List<Object>>(ext(9), "c", new LinkedList<>(), Collections::unmodifiableList),
                new Wrapper<Set<Object>>(49, "c", SET, Collections::unmodifiableSet),
                new Wrapper<Map<Object, Object>>(50, "m", MAP, Collections::unmodifiableMap),
                new Wrapper<SequencedCollection<Object>>(
                        ext(44), "c", SET, Collections::unmodifiableSequencedCollection),
                new Wrapper<SequencedSet<Object>>(
                        ext(45), "c", new LinkedHashSet<>(), Collections::unmodifiableSequencedSet),
                new Wrapper<SortedSet<Object>>(ext(46), "c", SET, Collections::unmodifiableSortedSet),
                new Wrapper<NavigableSet<Object>>(ext(47), "c", SET, Collections::unmodifiableNavigableSet),
                new Wrapper<SequencedMap<Object, Object>>(
                        ext(48), "m", new LinkedHashMap<>(), Collections::unmodifiableSequencedMap),
                new Wrapper<SortedMap<Object, Object>>(ext(49), "m", MAP, Collections::unmodifiableSortedMap),
                new Wrapper<NavigableMap<Object, Object>>(ext(50), "m", MAP, Collections::unmodifiableNavigableMap));
    }

    private static void addSynchronized(BuiltIns.Registry registry) {
        registry.add(
                new Wrapper<Collection<Object>>(ext(4), "c", SET, Collections::synchronizedCollection),
                new Wrapper<List<Object>>(ext(5), "c", new ArrayList<>(), Collections::synchronizedList),
                new Wrapper<List<Object>>(ext(10), "c", new LinkedList<>(), Collections::synchronizedList),
                new Wrapper<Set<Object>>(ext(51), "c", SET, Collections::synchronizedSet),
                new Wrapper<SortedSet<Object>>(ext(52), "c", SET, Collections::synchronizedSortedSet),
                new Wrapper<NavigableSet<Object>>(ext(53), "c", SET, Collections::synchronizedNavigableSet),
                new Wrapper<Map<Object, Object>>(ext(8), "m", MAP, Collections::synchronizedMap),
                new Wrapper<SortedMap<Object, Object>>(ext(54), "m", MAP, Collections::synchronizedSortedMap),
                new Wrapper<NavigableMap<Object, Object>>(ext(55), "m", MAP, Collections::synchronizedNavigableMap));
    }

    /** One class of wrappers; its body is the reference to what it wraps. */
    private static final class Wrapper<T> extends PartsCodec {
        private final SerialFields fields;
        private final String field;
        private final Class<?> wrapped;
        private final Function<T, Object> factory;

        /** {@code sample} is wrapped once, to learn the class of the wrapper and where it keeps what it wraps. */
        Wrapper(int head, String field, T sample, Function<T, Object> factory) {
            Class<?> type = factory.apply(sample).getClass();
            super(type, head, true, true, Layout.ONE_REFERENCE);
            this.field = field;
            this.factory = factory;
            Class<?> level = type;
            while (!declares(level, field)) {
                level = level.getSuperclass();
            }
            this.fields = new SerialFields(level);
            this.wrapped = Arrays.stream(level.getDeclaredFields())
                    .filter(each -> each.getName().equals(field))
                    .findFirst()
                    .orElseThrow()
                    .getType();
        }

        private static boolean declares(Class<?> level, String field) {
            return Arrays.stream(level.getDeclaredFields())
                    .anyMatch(each -> each.getName().equals(field));
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            return new SequenceParts.Writer(new Object[] {inner(value)}, null, true);
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            int number = in.reserve();
            return new SequenceParts.Collected(
                    ElementReader.references(in, 1), null, number, inner -> wrap(in, inner[0]));
        }

        private Object inner(Object value) {
            Map<String, @Nullable Object> state = fields.of(value);
            Object mutex = state.get("mutex");
            if (mutex != null && mutex != value) {
                throw new EncodeException("encode: class=" + type.getName()
                        + " is locked by another object than itself; send what it is a view of");
            }
            return Objects.requireNonNull(state.get(field));
        }

        @SuppressWarnings("unchecked")
        private Object wrap(GraphReader in, @Nullable Object inner) {
            if (!wrapped.isInstance(inner)) {
                throw in.damaged("class=" + type.getName() + " wraps no " + wrapped.getSimpleName());
            }
            Object wrapper = factory.apply((T) inner);
            if (wrapper.getClass() != type && wrapper != inner) {
                throw in.damaged("class=" + type.getName() + " does not wrap class="
                        + inner.getClass().getName());
            }
            return wrapper;
        }
    }
}
