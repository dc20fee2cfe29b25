package io.tellask.codec.builtin;

import io.tellask.codec.EncodeException;
import io.tellask.codec.graph.EnumCodec;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.NamedTypes;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.SerialFields;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;

/** Maps and sets of enum constants, which name their enum also where they are empty. */
final class EnumTables {
    private EnumTables() {}

    /** The enum class, then entries as in any map: keys are enum constants. */
    static final class Maps extends FilledMaps.Filled {
        private static final SerialFields FIELDS = new SerialFields(EnumMap.class);

        Maps() {
            super(EnumMap.class, 39, Layout.ENTRIES.afterType());
        }

        @Override
        public Map<?, ?> begin(GraphWriter out, Object value) {
            EnumMap<?, ?> map = (EnumMap<?, ?>) value;
            NamedTypes.write(out, keyType(map));
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
        public <T> T begin(GraphReader in, FilledMaps.Filling<T> filling) {
            Class<?> keyType = EnumCodec.requireEnum(in);
            in.unbacked.take(EnumCodec.constantCount(keyType, in), in);
            Map<Object, Object> map = new EnumMap(keyType);
            in.register(map);
            return filling.fill(in, map, in.readShaped(2), in.lastNumber(), false);
        }
    }

    /** The enum class, then the constants as references. */
    static final class Sets extends TypeCodec {
        Sets(Class<?> type) {
            super(type, 40, true);
        }

        @Override
        public Layout layout() {
            return Layout.REFERENCES.afterType();
        }

        @Override
        public void write(GraphWriter out, Object value) {
            EnumSet<?> set = (EnumSet<?>) value;
            EnumSet<?> sample = set.isEmpty() ? EnumSet.complementOf(set) : set;
            if (sample.isEmpty()) {
                throw new EncodeException(
                        "encode: an EnumSet of an enum without constants does not tell its class; use another set");
            }
            NamedTypes.write(out, sample.iterator().next().getDeclaringClass());
            Object[] constants = set.toArray();
            out.countSlots(constants.length, 1);
            out.out.writeVarInt(constants.length);
            for (Object constant : constants) {
                out.writeRef(constant);
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Object read(GraphReader in) {
            EnumSet set = EnumSet.noneOf((Class) EnumCodec.requireEnum(in));
            in.register(set);
            int count = in.readSlots(1);
            for (int i = 0; i < count; i++) {
                set.add(in.readRef());
            }
            return set;
        }
    }
}
