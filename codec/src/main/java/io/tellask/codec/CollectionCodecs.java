package io.tellask.codec;

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
                new Sorted(ConcurrentSkipListSet.class, BuiltIns.extended(0)),
                new Sorted(PriorityQueue.class, BuiltIns.extended(1)),
                new Listed(ConcurrentLinkedQueue.class, BuiltIns.extended(2), count -> new ConcurrentLinkedQueue<>()),
                new Hashed(CopyOnWriteArraySet.class, BuiltIns.extended(3), count -> new CopyOnWriteArraySet<>()));
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
    private static final class Listed extends TypeCodec {
        private final IntFunction<Collection<Object>> factory;

        Listed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head, true);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        Object read(GraphReader in) {
            ElementReader reader = ElementReader.open(in);
            Collection<Object> elements = factory.apply(reader.count);
            in.register(elements);
            boolean copiesOnWrite = elements instanceof CopyOnWriteArrayList;
            Collection<Object> target = copiesOnWrite ? new ArrayList<>(reader.count) : elements;
            int index = 0;
            try {
                for (; index < reader.count; index++) {
                    target.add(reader.next());
                }
            } catch (Throwable e) {
                throw FailurePath.readingElement(e, in, type, index);
            }
            if (copiesOnWrite) {
                elements.addAll(target);
            }
            return elements;
        }
    }

    /** A set by hash: an element that is not complete yet enters when the whole message is read. */
    private static final class Hashed extends TypeCodec {
        private final IntFunction<Collection<Object>> factory;

        Hashed(Class<?> type, int head, IntFunction<Collection<Object>> factory) {
            super(type, head, true);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        Object read(GraphReader in) {
            ElementReader reader = ElementReader.open(in);
            Collection<Object> elements = factory.apply(reader.count);
            in.register(elements);
            KeyedFill.readSet(in, elements, reader);
            return elements;
        }
    }

    /**
     * A collection in an order of its own; elements enter as those of a hashed set do, because comparing needs
     * complete ones too.
     */
    private static final class Sorted extends TypeCodec {
        Sorted(Class<?> type, int head) {
            super(type, head, true);
        }

        @Override
        Layout layout() {
            return Layout.ELEMENTS.afterOrder();
        }

        @Override
        void write(GraphWriter out, Object value) {
            Orders.write(
                    out,
                    switch (value) {
                        case TreeSet<?> set -> set.comparator();
                        case PriorityQueue<?> queue -> queue.comparator();
                        default -> ((ConcurrentSkipListSet<?>) value).comparator();
                    });
            writeAll(out, (Collection<?>) value);
        }

        @Override
        Object read(GraphReader in) {
            int number = in.reserve();
            Orders.Order order = Orders.read(in, number);
            Collection<Object> elements = switch (head) {
                case 28 -> new TreeSet<>(order.comparator());
                case BuiltIns.EXTENDED_BASE -> new ConcurrentSkipListSet<>(order.comparator());
                default -> new PriorityQueue<>(order.comparator());
            };
            in.fill(number, elements);
            KeyedFill.readSet(in, elements, ElementReader.open(in), number, !order.complete());
            return elements;
        }
    }

    /** A collection that exists only once all its elements do. */
    private static final class Built extends TypeCodec {
        private static final @Nullable Object[] NONE = {};

        private final Function<@Nullable Object[], Object> factory;

        Built(Class<?> type, int head, Function<@Nullable Object[], Object> factory) {
            super(type, head, true, true);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ELEMENTS;
        }

        @Override
        void write(GraphWriter out, Object value) {
            writeAll(out, (Collection<?>) value);
        }

        @Override
        Object read(GraphReader in) {
            int number = in.reserve();
            return Set.class.isAssignableFrom(type)
                    ? readSet(in, number)
                    : in.build(number, Elements.readAll(in), factory);
        }

        private Object readSet(GraphReader in, int number) {
            ElementReader reader = ElementReader.open(in);
            if (reader.count == 0) {
                Object empty = factory.apply(NONE);
                in.fill(number, empty);
                return empty;
            }
            List<@Nullable Object> keys = new ArrayList<>(reader.count);
            KeyedFill rest = KeyedFill.readSet(in, keys, reader);
            HashGuard.Dearest dearest = in.keys.dearest();
            return rest == null
                    ? in.build(number, keys.toArray(), elements -> buildSet(in, elements, dearest))
                    : in.buildLast(number, rest, () -> buildSet(in, keys.toArray(), dearest));
        }

        private Object buildSet(GraphReader in, @Nullable Object[] elements, HashGuard.Dearest dearest) {
            HashGuard.checkProbes(in, Arrays.asList(elements), dearest);
            return factory.apply(elements);
        }
    }

    private static void writeAll(GraphWriter out, Collection<?> elements) {
        Elements.write(out, new ArrayList<>(elements), elements.getClass());
    }
}
