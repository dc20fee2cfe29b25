package io.tellask.codec.builtin;

import io.tellask.codec.SortOrder;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.KeyedFill;
import io.tellask.codec.elements.Orders;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.schema.SerialFields;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Maps that are created empty, so that they may lie on a cycle, and filled as {@link KeyedFill} says. */
final class FilledMaps {
    private FilledMaps() {}

    /** A map that is created empty and filled as {@link KeyedFill} says. */
    abstract static class Filled extends PartsCodec {
        Filled(Class<?> type, int head, Layout layout) {
            super(type, head, true, false, layout);
        }

        /** Makes the map that is about to be filled. */
        abstract <T> T begin(GraphReader in, Filling<T> filling);

        /** Writes what comes before the entries; gives a map of these that does not change while they are written. */
        abstract Map<?, ?> begin(GraphWriter out, Object value);

        @Override
        public final Parts.Reader reader(GraphReader in) {
            return begin(in, EntryParts.Keyed::new);
        }

        @Override
        public final Parts.Writer writer(GraphWriter out, Object value) {
            return MapCodecs.writer(out, begin(out, value));
        }

        @Override
        public final Object read(GraphReader in) {
            return begin(in, Filled::fill);
        }

        @Override
        public final void write(GraphWriter out, Object value) {
            MapCodecs.write(out, begin(out, value));
        }

        private static Object fill(
                GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait) {
            KeyedFill.readMap(in, map, count, own, wait);
            return map;
        }
    }

    /** Fills a map that took the number {@code own}; with {@code wait} its comparator is not complete. */
    interface Filling<T> {
        T fill(GraphReader in, Map<@Nullable Object, @Nullable Object> map, int count, int own, boolean wait);
    }

    /** No order: as many entries as were written. */
    static final class Hashed extends Filled {
        private final IntFunction<Map<Object, Object>> factory;

        Hashed(Class<?> type, int head, IntFunction<Map<Object, Object>> factory) {
            super(type, head, Layout.ENTRIES);
            this.factory = factory;
        }

        @Override
        public int writeAt(GraphWriter out, Object value, int at) {
            int end = type == HashMap.class ? StringKeyedMap.write(out, (HashMap<?, ?>) value, at) : -1;
            return end < 0 ? super.writeAt(out, value, at) : end;
        }

        @Override
        public @Nullable Object readAt(GraphReader in, int at) {
            Object map = type == HashMap.class ? StringKeyedMap.read(in, at) : null;
            return map == null ? super.readAt(in, at) : map;
        }

        @Override
        public Map<?, ?> begin(GraphWriter out, Object value) {
            boolean shared = value instanceof ConcurrentHashMap<?, ?>;
            return shared ? new MapSnapshot((Map<?, ?>) value) : (Map<?, ?>) value;
        }

        @Override
        public <T> T begin(GraphReader in, Filling<T> filling) {
            int count = in.readShaped(2);
            Map<Object, Object> map = factory.apply(count);
            in.register(map);
            return filling.fill(in, map, count, in.lastNumber(), false);
        }
    }

    /** The order, which may be that of access, then as any map. */
    static final class Linked extends Filled {
        private static final SerialFields FIELDS = new SerialFields(LinkedHashMap.class);
        private static final float LOAD = 0.75f;

        Linked() {
            super(LinkedHashMap.class, 35, Layout.ENTRIES.afterOrder());
        }

        @Override
        public Map<?, ?> begin(GraphWriter out, Object value) {
            boolean byAccess = Boolean.TRUE.equals(FIELDS.of(value).get("accessOrder"));
            out.out.writeByte((byAccess ? SortOrder.ACCESS : SortOrder.NATURAL).ordinal());
            return (Map<?, ?>) value;
        }

        @Override
        public <T> T begin(GraphReader in, Filling<T> filling) {
            SortOrder order = Orders.readKind(in);
            if (order != SortOrder.NATURAL && order != SortOrder.ACCESS) {
                throw in.damaged("order=" + order + " of a linked map");
            }
            int count = in.readShaped(2);
            int room = (int) Math.ceil(Math.max(count, MapCodecs.USUAL_ROOM) / (double) LOAD);
            Map<Object, Object> map = new LinkedHashMap<>(room, LOAD, order == SortOrder.ACCESS);
            in.register(map);
            return filling.fill(in, map, count, in.lastNumber(), false);
        }
    }

    /** The order, then as any map. */
    static final class Sorted extends Filled {
        private final Function<Comparator<Object>, Map<Object, Object>> factory;

        Sorted(Class<?> type, int head, Function<Comparator<Object>, Map<Object, Object>> factory) {
            super(type, head, Layout.ENTRIES.afterOrder());
            this.factory = factory;
        }

        @Override
        public Map<?, ?> begin(GraphWriter out, Object value) {
            SortedMap<?, ?> map = (SortedMap<?, ?>) value;
            Orders.write(out, map.comparator());
            return value instanceof ConcurrentSkipListMap<?, ?> ? new MapSnapshot(map) : map;
        }

        @Override
        public <T> T begin(GraphReader in, Filling<T> filling) {
            int number = in.reserve();
            Orders.Order order = Orders.read(in, number);
            Map<Object, Object> map = factory.apply(order.comparator());
            in.fill(number, map);
            return filling.fill(in, map, in.readShaped(2), number, !order.complete());
        }
    }

    /**
     * The entries that a map had at one moment, in its order: other threads may go on with the map while they are written.
     * Hashes and compares no key, which may cost more than writing it. Not thread-safe.
     */
    private static final class MapSnapshot extends AbstractMap<@Nullable Object, @Nullable Object> {
        private final List<Map.Entry<@Nullable Object, @Nullable Object>> entries = new ArrayList<>();

        public MapSnapshot(Map<?, ?> map) {
            map.forEach((key, value) -> entries.add(new SimpleImmutableEntry<>(key, value)));
        }

        @Override
        public Set<Map.Entry<@Nullable Object, @Nullable Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<@Nullable Object, @Nullable Object>> iterator() {
                    return entries.iterator();
                }

                @Override
                public int size() {
                    return entries.size();
                }
            };
        }
    }
}
