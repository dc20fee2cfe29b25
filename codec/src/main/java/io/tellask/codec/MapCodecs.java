package io.tellask.codec;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps of the JDK: a count, a shape byte, then key and value in turn; sorted ones with their {@link Orders order}
 * first.
 */
final class MapCodecs {
    static final int KEY_STRINGS = 1;
    static final int VALUE_STRINGS = 2;

    /** What a table created without a size has room for: with it, the order of iteration is that of the original. */
    static final int USUAL_ROOM = 12;

    private MapCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                new Hashed(HashMap.class, 34, count -> HashMap.newHashMap(Math.max(count, USUAL_ROOM))),
                new Linked(),
                new Sorted(TreeMap.class, 36, TreeMap::new),
                new Hashed(ConcurrentHashMap.class, 37, ConcurrentHashMap::new),
                new Sorted(ConcurrentSkipListMap.class, 38, ConcurrentSkipListMap::new),
                new EnumMaps(),
                new Built(Collections.emptyMap().getClass(), 43, _ -> Collections.emptyMap()),
                new Built(Collections.singletonMap(1, 1).getClass(), 46, MapCodecs::singleton),
                new Hashed(Hashtable.class, BuiltIns.extended(6), count -> new Hashtable<>(HashGuard.chains(count))),
                new Hashed(IdentityHashMap.class, BuiltIns.extended(7), IdentityHashMap::new));
        registry.add(
                List.of(new Built(Map.of(1, 1, 2, 2).getClass(), 33, Map::copyOf)),
                List.of(Map.of(1, 1).getClass()));
        registry.add(List.of(new EnumSets(EnumSet.noneOf(Thread.State.class).getClass())), List.of(jumboEnumSet()));
        registry.add(
                new Entries(Map.entry(1, 1).getClass(), 54, Map::entry),
                new Entries(AbstractMap.SimpleEntry.class, 55, AbstractMap.SimpleEntry::new),
                new Entries(AbstractMap.SimpleImmutableEntry.class, 56, AbstractMap.SimpleImmutableEntry::new));
    }

    private static Class<?> jumboEnumSet() {
        return EnumSet.noneOf(Character.UnicodeScript.class).getClass();
    }

    private static Map<Object, Object> singleton(Map<Object, Object> entries) {
        Map.Entry<Object, Object> only = entries.entrySet().iterator().next();
        return Collections.singletonMap(only.getKey(), only.getValue());
    }

    /** Writes count and shape; gives the shape. */
    private static int writeShape(GraphWriter out, Map<?, ?> map) {
        int count = map.size();
        out.countSlots(count, 2);
        int shape = count == 0 ? 0 : shapeOf(map);
        out.out.writeVarInt(count << Elements.SHAPE_BITS | shape);
        return shape;
    }

    private static PartWriter writer(GraphWriter out, Map<?, ?> map) {
        int count = map.size();
        return new EntryParts.MapWriter(map, count, writeShape(out, map));
    }

    private static void write(GraphWriter out, Map<?, ?> map) {
        int count = map.size();
        int shape = writeShape(out, map);
        TypeCodec lastKey = RefusedCodec.NONE;
        TypeCodec lastValue = RefusedCodec.NONE;
        int parts = 0;
        try {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                lastKey = Elements.write(out, entry.getKey(), (shape & KEY_STRINGS) != 0, lastKey);
                parts++;
                lastValue = Elements.write(out, entry.getValue(), (shape & VALUE_STRINGS) != 0, lastValue);
                parts++;
            }
        } catch (Throwable e) {
            throw FailurePath.writingStep(e, map.getClass(), FailurePath.entryStep(parts));
        }
        requireUnchanged(map, count, parts / 2);
    }

    static void requireUnchanged(Map<?, ?> map, int count, int written) {
        if (written != count) {
            throw new EncodeException("encode: map of class=" + map.getClass().getName() + " changed from size=" + count
                    + " to size=" + written + " while it was written; let one thread use it at a time");
        }
    }

    private static int shapeOf(Map<?, ?> map) {
        int shape = KEY_STRINGS | VALUE_STRINGS;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!Elements.isString(entry.getKey())) {
                shape &= ~KEY_STRINGS;
            }
            if (!Elements.isString(entry.getValue())) {
                shape &= ~VALUE_STRINGS;
            }
            if (shape == 0) {
                break;
            }
        }
        return shape;
    }

    /** A map that is created empty and filled as {@link KeyedFill} says. */
    private abstract static class Filled extends TypeCodec implements Parts {
        Filled(Class<?> type, int head) {
            super(type, head, true);
        }

        @Override
        final Parts parts() {
            return this;
        }

        /** Makes the map that is about to be filled. */
        abstract <T> T begin(GraphReader in, Filling<T> filling);

        /** Writes what comes before the entries; gives a map of these that does not change while they are written. */
        abstract Map<?, ?> begin(GraphWriter out, Object value);

        @Override
        public final PartReader reader(GraphReader in) {
            return begin(in, EntryParts.Keyed::new);
        }

        @Override
        public final PartWriter writer(GraphWriter out, Object value) {
            return MapCodecs.writer(out, begin(out, value));
        }

        @Override
        final Object read(GraphReader in) {
            return begin(in, Filled::fill);
        }

        @Override
        final void write(GraphWriter out, Object value) {
            MapCodecs.write(out, begin(out, value));
        }

        private static Object fill(
                GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait) {
            KeyedFill.readMap(in, map, count, own, wait);
            return map;
        }
    }

    /** Fills a map that took the number {@code own}; with {@code wait} its comparator is not complete. */
    private interface Filling<T> {
        T fill(GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait);
    }

    private static final class Hashed extends Filled {
        private final IntFunction<Map<Object, Object>> factory;

        Hashed(Class<?> type, int head, IntFunction<Map<Object, Object>> factory) {
            super(type, head);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ENTRIES;
        }

        @Override
        Map<?, ?> begin(GraphWriter out, Object value) {
            boolean shared = value instanceof ConcurrentHashMap<?, ?>;
            return shared ? new LinkedHashMap<>((Map<?, ?>) value) : (Map<?, ?>) value;
        }

        @Override
        <T> T begin(GraphReader in, Filling<T> filling) {
            int count = in.readShaped(2);
            Map<Object, Object> map = factory.apply(count);
            in.register(map);
            return filling.fill(in, map, count, in.lastNumber(), false);
        }
    }

    /** The order, which may be that of access, then as any map. */
    private static final class Linked extends Filled {
        private static final SerialFields FIELDS = new SerialFields(LinkedHashMap.class);
        private static final float LOAD = 0.75f;

        Linked() {
            super(LinkedHashMap.class, 35);
        }

        @Override
        Layout layout() {
            return Layout.ENTRIES.afterOrder();
        }

        @Override
        Map<?, ?> begin(GraphWriter out, Object value) {
            boolean byAccess = Boolean.TRUE.equals(FIELDS.of(value).get("accessOrder"));
            out.out.writeByte((byAccess ? SortOrder.ACCESS : SortOrder.NATURAL).ordinal());
            return (Map<?, ?>) value;
        }

        @Override
        <T> T begin(GraphReader in, Filling<T> filling) {
            SortOrder order = SortOrder.read(in);
            if (order != SortOrder.NATURAL && order != SortOrder.ACCESS) {
                throw in.damaged("order=" + order + " of a linked map");
            }
            int count = in.readShaped(2);
            int room = (int) Math.ceil(Math.max(count, USUAL_ROOM) / (double) LOAD);
            Map<Object, Object> map = new LinkedHashMap<>(room, LOAD, order == SortOrder.ACCESS);
            in.register(map);
            return filling.fill(in, map, count, in.lastNumber(), false);
        }
    }

    private static final class Sorted extends Filled {
        private final Function<Comparator<Object>, Map<Object, Object>> factory;

        Sorted(Class<?> type, int head, Function<Comparator<Object>, Map<Object, Object>> factory) {
            super(type, head);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ENTRIES.afterOrder();
        }

        @Override
        Map<?, ?> begin(GraphWriter out, Object value) {
            SortedMap<?, ?> map = (SortedMap<?, ?>) value;
            Orders.write(out, map.comparator());
            return value instanceof ConcurrentSkipListMap<?, ?> ? new LinkedHashMap<>(map) : map;
        }

        @Override
        <T> T begin(GraphReader in, Filling<T> filling) {
            int number = in.reserve();
            Orders.Order order = Orders.read(in, number);
            Map<Object, Object> map = factory.apply(order.comparator());
            in.fill(number, map);
            return filling.fill(in, map, in.readShaped(2), number, !order.complete());
        }
    }

    /** A map that exists only once all its entries do. */
    private static final class Built extends TypeCodec implements Parts {
        private final Function<Map<Object, Object>, Object> factory;

        Built(Class<?> type, int head, Function<Map<Object, Object>, Object> factory) {
            super(type, head, true, true);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.ENTRIES;
        }

        @Override
        Parts parts() {
            return this;
        }

        @Override
        public PartWriter writer(GraphWriter out, Object value) {
            return MapCodecs.writer(out, (Map<?, ?>) value);
        }

        @Override
        public PartReader reader(GraphReader in) {
            int number = in.reserve();
            int count = in.readShaped(2);
            Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(count);
            return new EntryParts.Keyed(in, entries, count, in.lastNumber(), false) {
                @Override
                Object end(GraphReader source, @Nullable KeyedFill rest) {
                    return build(source, number, entries, rest);
                }
            };
        }

        @Override
        void write(GraphWriter out, Object value) {
            MapCodecs.write(out, (Map<?, ?>) value);
        }

        @Override
        Object read(GraphReader in) {
            int number = in.reserve();
            int count = in.readShaped(2);
            if (count == 0) {
                Object map = factory.apply(Map.of());
                in.fill(number, map);
                return map;
            }
            Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(count);
            return build(in, number, entries, KeyedFill.readMap(in, entries, count));
        }

        private Object build(GraphReader in, int number, Map<Object, Object> entries, @Nullable KeyedFill rest) {
            HashGuard.Dearest dearest = in.keys.dearest();
            if (rest != null) {
                return in.buildLast(number, rest, () -> {
                    HashGuard.checkProbes(in, entries.keySet(), dearest);
                    return factory.apply(entries);
                });
            }
            HashGuard.checkProbes(in, entries.keySet(), dearest);
            return in.build(number, entries.values().toArray(), values -> fill(entries, values));
        }

        private Object fill(Map<Object, Object> entries, @Nullable Object[] values) {
            int at = 0;
            for (Map.Entry<Object, Object> entry : entries.entrySet()) {
                entry.setValue(values[at++]);
            }
            return factory.apply(entries);
        }
    }

    /** The enum class, then entries as in any map: keys are enum constants. */
    private static final class EnumMaps extends Filled {
        private static final SerialFields FIELDS = new SerialFields(EnumMap.class);

        EnumMaps() {
            super(EnumMap.class, 39);
        }

        @Override
        Layout layout() {
            return Layout.ENTRIES.afterType();
        }

        @Override
        Map<?, ?> begin(GraphWriter out, Object value) {
            EnumMap<?, ?> map = (EnumMap<?, ?>) value;
            out.writeType(keyType(map));
            return map;
        }

        /** An empty map tells its key type only through its serializable fields. */
        private static Class<?> keyType(EnumMap<?, ?> map) {
            return map.isEmpty()
                    ? (Class<?>) Objects.requireNonNull(FIELDS.of(map).get("keyType"))
                    : map.keySet().iterator().next().getDeclaringClass();
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        <T> T begin(GraphReader in, Filling<T> filling) {
            Class<?> keyType = EnumCodec.requireEnum(in);
            in.unbacked.take(EnumCodec.constantCount(keyType, in), in);
            Map<Object, Object> map = new EnumMap(keyType);
            in.register(map);
            return filling.fill(in, map, in.readShaped(2), in.lastNumber(), false);
        }
    }

    /** The enum class, then the constants as references. */
    private static final class EnumSets extends TypeCodec {
        EnumSets(Class<?> type) {
            super(type, 40, true);
        }

        @Override
        Layout layout() {
            return Layout.REFERENCES.afterType();
        }

        @Override
        void write(GraphWriter out, Object value) {
            EnumSet<?> set = (EnumSet<?>) value;
            EnumSet<?> sample = set.isEmpty() ? EnumSet.complementOf(set) : set;
            if (sample.isEmpty()) {
                throw new EncodeException(
                        "encode: an EnumSet of an enum without constants does not tell its class; use another set");
            }
            out.writeType(sample.iterator().next().getDeclaringClass());
            Object[] constants = set.toArray();
            out.countSlots(constants.length, 1);
            out.out.writeVarInt(constants.length);
            for (Object constant : constants) {
                out.writeRef(constant);
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        Object read(GraphReader in) {
            EnumSet set = EnumSet.noneOf((Class) EnumCodec.requireEnum(in));
            in.register(set);
            int count = in.readSlots(1);
            for (int i = 0; i < count; i++) {
                set.add(in.readRef());
            }
            return set;
        }
    }

    private static final class Entries extends TypeCodec implements Parts {
        private final BiFunction<Object, Object, Object> factory;

        Entries(Class<?> type, int head, BiFunction<Object, Object, Object> factory) {
            super(type, head, true, true);
            this.factory = factory;
        }

        @Override
        Layout layout() {
            return Layout.TWO_REFERENCES;
        }

        @Override
        Parts parts() {
            return this;
        }

        @Override
        public PartWriter writer(GraphWriter out, Object value) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            return new SequenceParts.Writer(new @Nullable Object[] {entry.getKey(), entry.getValue()}, null, true);
        }

        @Override
        public PartReader reader(GraphReader in) {
            int number = in.reserve();
            return new SequenceParts.Collected(ElementReader.references(in, 2), null, number, this::make);
        }

        private Object make(@Nullable Object[] both) {
            return factory.apply(both[0], both[1]);
        }

        @Override
        void write(GraphWriter out, Object value) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            out.writeRef(entry.getKey());
            out.writeRef(entry.getValue());
        }

        @Override
        Object read(GraphReader in) {
            int number = in.reserve();
            @Nullable Object[] parts = {in.readRef(), in.readRef()};
            return in.build(number, parts, this::make);
        }
    }
}
