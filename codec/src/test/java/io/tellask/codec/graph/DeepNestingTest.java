package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.RoundTrips;
import io.tellask.test.Rounds;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects of each shape that hold parts, nested deeper than stacks reach; in the slow tier in all ways, and a million levels deep. */
@Timeout(120)
public class DeepNestingTest {
    private static final int MILLION = 1_000_000;

    /** More than stacks may take. */
    private static final int LEVELS = 110_000;

    public static final Codec CODEC =
            Codec.builder().allow(Holder.class, Pair.class, Box.class).build();
    private static final Codec TREE_CODEC =
            CODEC.toBuilder().trackReferences(false).build();

    static final class Holder implements Serializable {
        int number = 7;
        Object inner;
        boolean flag = true;
        String text = "t";
    }

    record Pair(int number, @Nullable Object inner, boolean flag, String text) implements Serializable {}

    /** Hashed by identity, so that sets may hold it however much is in it. */
    static final class Box implements Serializable {
        final Object inner;

        Box(Object inner) {
            this.inner = inner;
        }
    }

    /** Ways to nest. */
    public enum Shape {
        CLASS(inner -> {
            Holder holder = new Holder();
            holder.inner = inner;
            return holder;
        }),
        RECORD(inner -> new Pair(7, inner, true, "t")),
        ARRAY_LIST(inner -> new ArrayList<>(Collections.singleton(inner))),
        LINKED_LIST(inner -> new LinkedList<>(Collections.singleton(inner))),
        VECTOR(inner -> new Vector<>(Collections.singleton(inner))),
        ARRAY_DEQUE(inner -> new ArrayDeque<>(Collections.singleton(inner))),
        LIST_OF(List::of),
        MIXED_LIST(inner -> new ArrayList<>(Arrays.asList(null, "x", inner, 1L))),
        SINGLETON_LIST(Collections::singletonList),
        AS_LIST(inner -> Arrays.asList(inner)),
        OBJECTS(inner -> new Object[] {inner, "after"}),
        UNMODIFIABLE(inner -> Collections.unmodifiableList(Arrays.asList(inner))),
        SYNCHRONIZED(inner -> Collections.synchronizedList(new ArrayList<>(Collections.singleton(inner)))),
        OPTIONAL(Optional::of),
        REFERENCE(AtomicReference::new),
        ENTRY(inner -> Map.entry("k", inner)),
        HASH_SET(inner -> new HashSet<>(Set.of(new Box(inner)))),
        LINKED_HASH_SET(inner -> new LinkedHashSet<>(Set.of(new Box(inner)))),
        SET_OF(inner -> Set.of(new Box(inner))),
        HASH_MAP(inner -> new HashMap<>(Collections.singletonMap("k", inner))),
        NULL_KEY(inner -> new LinkedHashMap<>(Collections.singletonMap(null, inner))),
        TREE_MAP(inner -> new TreeMap<>(Map.of(1, inner))),
        CONCURRENT_MAP(inner -> new ConcurrentHashMap<>(Map.of(1L, inner))),
        MAP_OF(inner -> Map.of("k", inner)),
        SINGLETON_MAP(inner -> Collections.singletonMap("k", inner)),
        ENUM_MAP(inner -> new EnumMap<>(Map.of(Thread.State.NEW, inner))),
        IDENTITY_MAP(inner -> {
            Map<Object, Object> map = new IdentityHashMap<>();
            map.put("k", inner);
            return map;
        });

        final UnaryOperator<Object> wrap;

        Shape(UnaryOperator<Object> wrap) {
            this.wrap = wrap;
        }
    }

    public static Object nested(Shape shape, int levels) {
        return nested(shape, levels, "end");
    }

    private static Object nested(Shape shape, int levels, Object innermost) {
        Object inner = innermost;
        for (int i = 0; i < levels; i++) {
            inner = shape.wrap.apply(inner);
        }
        return inner;
    }

    /** The part that goes on, which {@link Shape} put in. */
    private static @Nullable Object inner(Object outer) {
        return switch (outer) {
            case Holder holder -> holder.number == 7 && holder.flag && holder.text.equals("t") ? holder.inner : null;
            case Pair pair -> pair.number == 7 && pair.flag && pair.text.equals("t") ? pair.inner : null;
            case Set<?> set -> ((Box) set.iterator().next()).inner;
            case Optional<?> optional -> optional.orElseThrow();
            case AtomicReference<?> reference -> reference.get();
            case Map.Entry<?, ?> entry -> entry.getValue();
            case Map<?, ?> map -> map.values().iterator().next();
            case Object[] array -> array[0];
            case List<?> list when list.size() == 4 -> list.get(2);
            case Collection<?> collection -> collection.iterator().next();
            default -> null;
        };
    }

    private static void requireSame(Object original, @Nullable Object back, int levels) {
        Object expected = original;
        Object actual = back;
        for (int i = 0; i < levels; i++) {
            if (actual == null || actual.getClass() != expected.getClass()) {
                throw new AssertionError("level " + i + " of " + original.getClass() + " is "
                        + (actual == null ? null : actual.getClass()));
            }
            expected = inner(expected);
            actual = inner(actual);
        }
        assertThat(actual).isEqualTo("end");
    }

    /** The ways that a message goes. */
    enum Way {
        TRACKING(original -> CODEC.decode(CODEC.encode(original), Object.class)),
        TREES(original -> TREE_CODEC.decode(TREE_CODEC.encode(original), Object.class)),
        SESSION(original -> RoundTrips.session(CODEC, original, Object.class)),
        STORE(DeepNestingTest::throughStore),
        COPY(CODEC::copy),
        READ_ANEW(DeepNestingTest::besideSharingKey),
        DESCRIBED(original -> CODEC.decode(CODEC.encode(CODEC.describe(CODEC.encode(original))), Object.class));

        final UnaryOperator<@Nullable Object> send;

        Way(UnaryOperator<@Nullable Object> send) {
            this.send = send;
        }
    }

    private static @Nullable Object throughStore(@Nullable Object original) {
        Map<Long, byte[]> descriptors = new HashMap<>();
        ByteWriter out = new ByteWriter(64);
        CODEC.newStoreEncoder(descriptors::put).encode(original, Object.class, out);
        return CODEC.newStoreDecoder(descriptors::get).decode(new ByteReader(out.toByteArray()), Object.class);
    }

    /** A key with a back reference makes the reader weigh each object of the message. */
    private static @Nullable Object besideSharingKey(@Nullable Object original) {
        List<Object> shared = new ArrayList<>(List.of("shared"));
        List<Object> key = new ArrayList<>(List.of(shared, shared));
        Object both = new Object[] {new HashSet<>(Set.of(key)), original};

        Object[] back = (Object[]) CODEC.decode(CODEC.encode(both), Object.class);

        assertThat(back[0]).isEqualTo(Set.of(key));
        return back[1];
    }

    @ParameterizedTest
    @EnumSource
    void levelsOfAllShapesInTurnComeBack(Way way) {
        Object original = "end";
        Shape[] shapes = Shape.values();
        int times = Rounds.of(LEVELS, 2 * MILLION / 3) / shapes.length * shapes.length;
        for (int i = 0; i < times; i++) {
            original = shapes[i % shapes.length].wrap.apply(original);
        }

        requireSame(original, way.send.apply(original), times);
    }

    @ParameterizedTest
    @EnumSource
    void levelsOfOneShapeComeBack(Shape shape) {
        Object original = nested(shape, LEVELS);

        List<Way> ways = List.of(Way.TREES, Way.READ_ANEW, Way.DESCRIBED);
        for (int i = 0; i < Rounds.of(1, ways.size()); i++) {
            Way way = ways.get((shape.ordinal() + i) % ways.size());
            requireSame(original, way.send.apply(original), LEVELS);
        }
    }

    @Test
    void millionNestedListsComeBack() {
        Object original = nested(Shape.ARRAY_LIST, MILLION);

        requireSame(original, Way.TRACKING.send.apply(original), MILLION);
    }

    @ParameterizedTest
    @EnumSource(names = {"RECORD", "LIST_OF", "UNMODIFIABLE", "OPTIONAL", "MAP_OF", "OBJECTS", "HASH_SET"})
    void innermostObjectRefersToTheOutermost(Shape shape) {
        Object[] innermost = {null};
        Object outermost = new Pair(1, nested(shape, LEVELS, innermost), false, "");
        innermost[0] = outermost;

        Object back = CODEC.decode(CODEC.encode(outermost), Object.class);

        Object at = ((Pair) back).inner();
        for (int i = 0; i < LEVELS; i++) {
            at = inner(at);
        }
        assertThat(((Object[]) at)[0]).isSameAs(back);
    }
}
