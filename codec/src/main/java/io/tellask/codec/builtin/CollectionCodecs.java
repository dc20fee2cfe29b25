package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.Elements;
import io.tellask.codec.elements.KeyedFill;
import io.tellask.codec.elements.Orders;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.hashing.KeyFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lists, sets and queues of the JDK: a count and the {@link Elements}, sorted ones with their {@link Orders order}
 * first.
 */
final class CollectionCodecs {
    private CollectionCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                new ArrayListCodec(22),
                new Listed(LinkedList.class, 23, count -> new LinkedList<>()),
                new Listed(ArrayDeque.class, 24, ArrayDeque::new),
                new Listed(Vector.class, 25, Vector::new),
                new Hashed(HashSet.class, 26, count -> HashSet.newHashSet(Math.max(count, MapCodecs.USUAL_ROOM))),
                new Hashed(LinkedHashSet.class, 27, LinkedHashSet::newLinkedHashSet),
                new Sorted(TreeSet.class, 28),
                new Listed(CopyOnWriteArrayList.class, 29, count -> new CopyOnWriteArrayList<>()),
                new Built(Collections.emptyList().getClass(), 41, elements -> Collections.emptyList()),
                new Built(Collections.emptySet().getClass(), 42, elements -> Collections.emptySet()),
                new Built(
                        Collections.singletonList(1).getClass(),
                        44,
                        elements -> Collections.singletonList(only(elements))),
                new Built(Collections.singleton(1).getClass(), 45, elements -> Collections.singleton(only(elements))));
        addImmutable(registry);
        registry.add(
                new Sorted(ConcurrentSkipListSet.class, HeadNumbers.extended(0)),
                new Sorted(PriorityQueue.class, HeadNumbers.extended(1)),
                new Listed(
                        ConcurrentLinkedQueue.class, HeadNumbers.extended(2), count -> new ConcurrentLinkedQueue<>()),
                new Hashed(CopyOnWriteArraySet.class, HeadNumbers.extended(3), count -> new CopyOnWriteArraySet<>()));
    }

    private static void addImmutable(BuiltIns.Registry registry) {
        List<Integer> three = List.of(1, 2, 3);
        registry.add(
                List.of(new Built(three.getClass(), 30, CollectionCodecs::immutableList)),
                List.of(List.of(1).getClass(), three.subList(0, 2).getClass()));
        registry.add(
                List.of(new Built(Set.of(1, 2, 3).getClass(), 32, Set::of)),
                List.of(Set.of(1).getClass()));
    }

    private static Object only(Object[] elements) {
        if (elements.length != 1) {
            throw new DecodeException("decode: singleton with size=" + elements.length + "; the stream is damaged");
        }
        return elements[0];
    }

    /** {@code List.of} where no element is null, else what {@code Stream.toList} gives. */
    private static List<Object> immutableList(Object[] elements) {
        for (Object element : elements) {
            if (element == null) {
                return Arrays.stream(elements).toList();
            }
        }
        return List.of(elements);
    }

    /** A collection that is created empty and takes its elements one by one, so that it may contain itself. */
    private static final class Listed extends TypeCodec implements Parts {
        private final IntFunction<Collection<Object>> factory;

        Listed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head, true);
            this.factory = factory;
        }

        @Override
        public Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        public Parts parts() {
            return this;
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            return writerOf(out, (Collection<?>) value);
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            ElementReader elements = ElementReader.open(in);
            Collection<Object> collection = factory.apply(elements.count);
            in.register(collection);
            return SequenceParts.into(collection, elements);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        public Object read(GraphReader in) {
            return reader(in).readAll(in);
        }
    }

    /** A collection that hashes or compares its elements: one that is not complete yet enters when the whole message is read. */
    private abstract static class Keyed extends TypeCodec implements Parts {
        Keyed(Class<?> type, int head) {
            super(type, head, true);
        }

        @Override
        public final Parts parts() {
            return this;
        }

        /** Makes the collection that is about to be filled. */
        abstract <T> T begin(GraphReader in, Filling<T> filling);

        @Override
        public final Parts.Reader reader(GraphReader in) {
            return begin(in, SequenceParts.Keyed::new);
        }

        @Override
        public final Object read(GraphReader in) {
            return begin(in, Keyed::fill);
        }

        private static Object fill(
                GraphReader in, Collection<@Nullable Object> set, ElementReader elements, int own, boolean wait) {
            KeyedFill.readSet(in, set, elements, own, wait);
            return set;
        }
    }

    /** Fills a set that took the number {@code own}; with {@code wait} its comparator is not complete. */
    private interface Filling<T> {
        T fill(GraphReader in, Collection<@Nullable Object> set, ElementReader elements, int own, boolean wait);
    }

    private static final class Hashed extends Keyed {
        private final IntFunction<Collection<Object>> factory;

        Hashed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head);
            this.factory = factory;
        }

        @Override
        public Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            return writerOf(out, (Collection<?>) value);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        public <T> T begin(GraphReader in, Filling<T> filling) {
            ElementReader elements = ElementReader.open(in);
            Collection<Object> set = factory.apply(elements.count);
            in.register(set);
            return filling.fill(in, set, elements, in.lastNumber(), false);
        }
    }

    /** A collection in an order of its own. */
    private static final class Sorted extends Keyed {
        Sorted(Class<?> type, int head) {
            super(type, head);
        }

        @Override
        public Layout layout() {
            return Layout.ELEMENTS.afterOrder();
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            Orders.write(out, comparator(value));
            return writerOf(out, (Collection<?>) value);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            Orders.write(out, comparator(value));
            writeAll(out, (Collection<?>) value);
        }

        private static @Nullable Comparator<?> comparator(Object value) {
            return switch (value) {
                case TreeSet<?> set -> set.comparator();
                case PriorityQueue<?> queue -> queue.comparator();
                default -> ((ConcurrentSkipListSet<?>) value).comparator();
            };
        }

        @Override
        public <T> T begin(GraphReader in, Filling<T> filling) {
            int number = in.reserve();
            Orders.Order order = Orders.read(in, number);
            Collection<Object> set = switch (head) {
                case 28 -> new TreeSet<>(order.comparator());
                case HeadNumbers.EXTENDED_BASE -> new ConcurrentSkipListSet<>(order.comparator());
                default -> new PriorityQueue<>(order.comparator());
            };
            in.fill(number, set);
            return filling.fill(in, set, ElementReader.open(in), number, !order.complete());
        }
    }

    /** A collection that exists only once all its elements do. */
    private static final class Built extends TypeCodec implements Parts {
        private static final @Nullable Object[] NONE = {};

        private final Function<@Nullable Object[], Object> factory;

        Built(Class<?> type, int head, Function<@Nullable Object[], Object> factory) {
            super(type, head, true, true);
            this.factory = factory;
        }

        @Override
        public Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        public Parts parts() {
            return this;
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            return writerOf(out, (Collection<?>) value);
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            int number = in.reserve();
            ElementReader elements = ElementReader.open(in);
            if (!Set.class.isAssignableFrom(type) || elements.count == 0) {
                return new SequenceParts.Collected(elements, type, number, factory);
            }
            List<@Nullable Object> keys = new ArrayList<>(elements.count);
            return new SequenceParts.Keyed(in, keys, elements) {
                @Override
                public Object end(GraphReader source, @Nullable KeyedFill rest) {
                    return buildSet(source, number, keys, rest);
                }
            };
        }

        @Override
        public void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        public Object read(GraphReader in) {
            int number = in.reserve();
            return Set.class.isAssignableFrom(type)
                    ? readSet(in, number)
                    : in.late.build(number, Elements.readAll(in), factory);
        }

        private Object readSet(GraphReader in, int number) {
            ElementReader reader = ElementReader.open(in);
            if (reader.count == 0) {
                Object empty = factory.apply(NONE);
                in.fill(number, empty);
                return empty;
            }
            List<@Nullable Object> keys = new ArrayList<>(reader.count);
            return buildSet(in, number, keys, KeyedFill.readSet(in, keys, reader, in.lastNumber(), false));
        }

        private Object buildSet(GraphReader in, int number, List<@Nullable Object> keys, @Nullable KeyedFill rest) {
            HashGuard.CostliestKey costliest = in.keys.costliest();
            return rest == null
                    ? in.late.build(number, keys.toArray(), elements -> buildSet(in, elements, costliest))
                    : in.late.buildLast(number, rest, () -> buildSet(in, keys.toArray(), costliest));
        }

        private Object buildSet(GraphReader in, @Nullable Object[] elements, HashGuard.CostliestKey costliest) {
            try {
                HashGuard.checkProbes(in.keys, in.in, Arrays.asList(elements), costliest);
                return factory.apply(elements);
            } catch (Throwable e) {
                throw KeyFailure.building(e, type, in.table.unknownClasses(), in.in.position());
            }
        }
    }

    private static Parts.Writer writerOf(GraphWriter out, Collection<?> elements) {
        return Elements.writer(out, new ArrayList<>(elements), elements.getClass());
    }

    private static void writeAll(GraphWriter out, Collection<?> elements) {
        Elements.write(out, new ArrayList<>(elements), elements.getClass());
    }
}
