package io.tellask.codec.builtin;

import io.tellask.codec.DecodeException;
import io.tellask.codec.elements.Elements;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.Orders;
import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.hashing.HashGuard;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps of the JDK: a count, a shape byte, then key and value in turn; sorted ones with their {@link Orders order}
 * first.
 */
final class MapCodecs {
    /** What a table created without a size has room for: with it, the order of iteration is that of the original. */
    static final int USUAL_ROOM = 12;

    private MapCodecs() {}

    static void addTo(BuiltIns.Registry registry) {
        registry.add(
                new FilledMaps.Hashed(HashMap.class, 34, count -> HashMap.newHashMap(Math.max(count, USUAL_ROOM))),
                new FilledMaps.Linked(),
                new FilledMaps.Sorted(TreeMap.class, 36, TreeMap::new),
                new FilledMaps.Hashed(ConcurrentHashMap.class, 37, ConcurrentHashMap::new),
                new FilledMaps.Sorted(ConcurrentSkipListMap.class, 38, ConcurrentSkipListMap::new),
                new EnumTables.Maps(),
                new BuiltMapCodec(Collections.emptyMap().getClass(), 43, _ -> Collections.emptyMap()),
                new BuiltMapCodec(Collections.singletonMap(1, 1).getClass(), 46, MapCodecs::singleton),
                new FilledMaps.Hashed(
                        Hashtable.class, HeadNumbers.extended(6), count -> new Hashtable<>(HashGuard.chains(count))),
                new FilledMaps.Hashed(IdentityHashMap.class, HeadNumbers.extended(7), IdentityHashMap::new));
        registry.add(
                List.of(new BuiltMapCodec(Map.of(1, 1, 2, 2).getClass(), 33, Map::copyOf)),
                List.of(Map.of(1, 1).getClass()));
        registry.add(
                List.of(new EnumTables.Sets(EnumSet.noneOf(Thread.State.class).getClass())), List.of(jumboEnumSet()));
        registry.add(
                entry(Map.entry(1, 1).getClass(), 54, MapCodecs::entryOf),
                entry(AbstractMap.SimpleEntry.class, 55, AbstractMap.SimpleEntry::new),
                entry(AbstractMap.SimpleImmutableEntry.class, 56, AbstractMap.SimpleImmutableEntry::new));
    }

    private static Map.Entry<?, ?> entryOf(@Nullable Object key, @Nullable Object value) {
        if (key == null || value == null) {
            throw new DecodeException("decode: an entry of a class without null has one; the stream is damaged");
        }
        return Map.entry(key, value);
    }

    private static TypeCodec entry(Class<?> type, int head, BiFunction<Object, Object, Object> factory) {
        return new HolderCodec<Map.Entry<?, ?>>(
                type,
                head,
                true,
                Layout.TWO_REFERENCES,
                entry -> new @Nullable Object[] {entry.getKey(), entry.getValue()},
                both -> factory.apply(both[0], both[1]));
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
        out.out.writeVarInt(count << GraphReader.SHAPE_BITS | shape);
        return shape;
    }

    static Parts.Writer writer(GraphWriter out, Map<?, ?> map) {
        int count = map.size();
        return new EntryParts.MapWriter(map, count, writeShape(out, map));
    }

    static void write(GraphWriter out, Map<?, ?> map) {
        int count = map.size();
        int shape = writeShape(out, map);
        TypeCodec lastKey = RefusedCodec.NONE;
        TypeCodec lastValue = RefusedCodec.NONE;
        int parts = 0;
        try {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                lastKey = Elements.write(out, entry.getKey(), (shape & EntryParts.KEY_STRINGS) != 0, lastKey);
                parts++;
                lastValue = Elements.write(out, entry.getValue(), (shape & EntryParts.VALUE_STRINGS) != 0, lastValue);
                parts++;
            }
        } catch (Throwable e) {
            throw FailurePath.writingStep(e, map.getClass(), FailurePath.entryStep(parts));
        }
        EntryParts.requireUnchanged(map, count, parts / 2);
    }

    private static int shapeOf(Map<?, ?> map) {
        int shape = EntryParts.KEY_STRINGS | EntryParts.VALUE_STRINGS;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!Elements.isString(entry.getKey())) {
                shape &= ~EntryParts.KEY_STRINGS;
            }
            if (!Elements.isString(entry.getValue())) {
                shape &= ~EntryParts.VALUE_STRINGS;
            }
            if (shape == 0) {
                break;
            }
        }
        return shape;
    }
}
