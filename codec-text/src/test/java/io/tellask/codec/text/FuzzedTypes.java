package io.tellask.codec.text;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What fuzzed texts are read into: a class of many kinds of fields, one with hooks, and anything. */
final class FuzzedTypes {
    /** Small budgets, so that no text takes long. */
    static final Codec CODEC = Codec.builder()
            .allow(Item.class, Hooked.class, TimeUnit.class)
            .limits(CodecLimits.standard().withObjects(100_000).withArraySlots(1_000_000))
            .build();

    static final List<Class<?>> DECLARED = List.of(Item.class, Object.class);

    private FuzzedTypes() {}

    record Item(
            String name,
            int count,
            double[] numbers,
            BigDecimal exact,
            Instant at,
            TimeUnit unit,
            List<Item> items,
            Map<Integer, Object> map,
            TreeMap<String, Object> sorted,
            EnumMap<TimeUnit, byte[]> units,
            Optional<Hooked> hooked,
            Object any) {}

    static final class Hooked implements Serializable {
        private int size;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject(size);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            in.readObject();
        }
    }
}
