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
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.hashing.KeyFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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

    /** Any of these: what it holds is copied before it is written. */
    private abstract static class Elementary extends PartsCodec {
        Elementary(Class<?> type, int head, boolean built, Layout layout) {
            super(type, head, true, built, layout);
        }

        /** Writes what comes before the elements. */
        void begin(GraphWriter out, Object value) {}

        @Override
        public final Parts.Writer writer(GraphWriter out, Object value) {
            begin(out, value);
            return Elements.writer(out, new ArrayList<>((Collection<?>) value), value.getClass());
        }

        @Override
        public final void write(GraphWriter out, Object value) {
            begin(out, value);
            Elements.write(out, new ArrayList<>((Collection<?>) value), value.getClass());
        }
    }

    /** A collection that is created empty and takes its elements one by one, so that it may contain itself. */
    private static final class Listed extends Elementary {
        private final IntFunction<Collection<Object>> factory;

        Listed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head, false, Layout.ELEMENTS);
            this.factory = factory;
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            ElementReader elements = ElementReader.open(in);
            Collection<Object> collection = factory.apply(elements.count);
            in.register(collection);
            return SequenceParts.into(collection, elements);
        }
    }

    /** A collection that hashes its elements: one that is not complete yet enters when the whole message is read. */
    private static final class Hashed extends Elementary {
        private final IntFunction<Collection<Object>> factory;

        Hashed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head, false, Layout.ELEMENTS);
            this.factory = factory;
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            ElementReader elements = ElementReader.open(in);
            Collection<Object> set = factory.apply(elements.count);
            in.register(set);
            return new SequenceParts.Keyed(in, set, elements);
        }
    }

    /** A collection in an order of its own, which comes first; elements wait as in one that hashes them. */
    private static final class Sorted extends Elementary {
        Sorted(Class<?> type, int head) {
            super(type, head, false, Layout.ELEMENTS.afterOrder());
        }

        @Override
        void begin(GraphWriter out, Object value) {
            Orders.write(
                    out,
                    switch (value) {
                        case TreeSet<?> set -> set.comparator();
                        case PriorityQueue<?> queue -> queue.comparator();
                        default -> ((ConcurrentSkipListSet<?>) value).comparator();
                    });
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            int number = in.reserve();
            Orders.Order order = Orders.read(in, number);
            Collection<Object> set = switch (head) {
                case 28 -> new TreeSet<>(order.comparator());
                case HeadNumbers.EXTENDED_BASE -> new ConcurrentSkipListSet<>(order.comparator());
                default -> new PriorityQueue<>(order.comparator());
            };
            in.fill(number, set);
            return new SequenceParts.Keyed(in, set, ElementReader.open(in), number, !order.complete());
        }
    }

    /** A collection that exists only once all its elements do. */
    private static final class Built extends Elementary {
        private final Function<@Nullable Object[], Object> factory;

        Built(Class<?> type, int head, Function<@Nullable Object[], Object> factory) {
            super(type, head, true, Layout.ELEMENTS);
            this.factory = factory;
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
                throw KeyFailure.building(e, type, in.table.unknownClasses(), in.in.offset());
            }
        }
    }
}
