package io.tellask.codec.builtin;

import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.KeyedFill;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.hashing.HashGuard;
import io.tellask.codec.hashing.KeyFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map that exists only once all its entries do. */
final class BuiltMapCodec extends PartsCodec {
    private final Function<Map<Object, Object>, Object> factory;

    BuiltMapCodec(Class<?> type, int head, Function<Map<Object, Object>, Object> factory) {
        super(type, head, true, true, Layout.ENTRIES);
        this.factory = factory;
    }

    @Override
    public Parts.Writer writer(GraphWriter out, Object value) {
        return MapCodecs.writer(out, (Map<?, ?>) value);
    }

    @Override
    public Parts.Reader reader(GraphReader in) {
        int number = in.reserve();
        int count = in.readShaped(2);
        Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(count);
        return new EntryParts.Keyed(in, entries, count, in.lastNumber(), false) {
            @Override
            public Object end(GraphReader source, @Nullable KeyedFill rest) {
                return build(source, number, entries, rest);
            }
        };
    }

    @Override
    public void write(GraphWriter out, Object value) {
        MapCodecs.write(out, (Map<?, ?>) value);
    }

    @Override
    public Object read(GraphReader in) {
        int number = in.reserve();
        int count = in.readShaped(2);
        if (count == 0) {
            Object map = factory.apply(Map.of());
            in.fill(number, map);
            return map;
        }
        Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(count);
        return build(in, number, entries, KeyedFill.readMap(in, entries, count, in.lastNumber(), false));
    }

    private Object build(GraphReader in, int number, Map<Object, Object> entries, @Nullable KeyedFill rest) {
        HashGuard.CostliestKey costliest = in.keys.costliest();
        if (rest != null) {
            return in.late.buildLast(number, rest, () -> make(in, entries, costliest));
        }
        return in.late.build(number, entries.values().toArray(), values -> fill(in, entries, values, costliest));
    }

    private Object fill(
            GraphReader in, Map<Object, Object> entries, @Nullable Object[] values, HashGuard.CostliestKey costliest) {
        int at = 0;
        for (Map.Entry<Object, Object> entry : entries.entrySet()) {
            entry.setValue(values[at++]);
        }
        return make(in, entries, costliest);
    }

    private Object make(GraphReader in, Map<Object, Object> entries, HashGuard.CostliestKey costliest) {
        try {
            HashGuard.checkProbes(in.keys, in.in, entries.keySet(), costliest);
            return factory.apply(entries);
        } catch (Throwable e) {
            throw KeyFailure.building(e, type, in.table.unknownClasses(), in.in.offset());
        }
    }
}
