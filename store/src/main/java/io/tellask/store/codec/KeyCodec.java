package io.tellask.store.codec;

import io.tellask.store.StoreTypeException;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;
import java.util.UUID;

/**
 * Keys of one type to bytes and back, in the one canonical encoding of that type: equal keys give equal bytes, different keys different ones,
 * for ever. Stateless and thread-safe.
 */
public abstract class KeyCodec<K> {
    private final String signature;

    KeyCodec(String signature) {
        this.signature = signature;
    }

    /** Appends the encoded key. */
    public abstract void encode(K key, KeyBuffer out);

    /** Decodes the bytes from {@code in}'s position; where {@link #selfDelimiting} is false, all that remain. */
    public abstract K decode(KeyInput in);

    /** Whether a decoder sees where the key ends. */
    public boolean selfDelimiting() {
        return true;
    }

    /** What a store remembers of its key type; reopening with another one is refused. */
    public final String signature() {
        return signature;
    }

    /** The codec of a type. Throws {@link StoreTypeException} for one that has no canonical encoding. */
    public static <K> KeyCodec<K> of(Class<K> type) {
        @SuppressWarnings("unchecked")
        KeyCodec<K> codec = (KeyCodec<K>) find(type, 0);
        return codec;
    }

    static KeyCodec<?> find(Class<?> type, int depth) {
        if (type == String.class) {
            return new Text();
        } else if (type == byte[].class) {
            return new Bytes();
        } else if (type == Integer.class || type == int.class) {
            return new Int();
        } else if (type == Long.class || type == long.class) {
            return new Int64();
        } else if (type == UUID.class) {
            return new Uuid();
        } else if (type.isEnum()) {
            return new Constant<>(type);
        } else if (type.isRecord()) {
            return new RecordKeyCodec<>(type, depth);
        }
        throw new StoreTypeException("store: key type=" + type.getName()
                + " has no canonical encoding; use String, byte[], Integer, Long, UUID, an enum, or a record of these");
    }

    private static final class Text extends KeyCodec<String> {
        Text() {
            super("string");
        }

        @Override
        public void encode(String key, KeyBuffer out) {
            out.writeUtf8(key);
        }

        @Override
        public String decode(KeyInput in) {
            return in.readUtf8(in.remaining());
        }

        @Override
        public boolean selfDelimiting() {
            return false;
        }
    }

    private static final class Bytes extends KeyCodec<byte[]> {
        Bytes() {
            super("bytes");
        }

        @Override
        public void encode(byte[] key, KeyBuffer out) {
            out.writeBytes(key);
        }

        @Override
        public byte[] decode(KeyInput in) {
            return in.readBytes(in.remaining());
        }

        @Override
        public boolean selfDelimiting() {
            return false;
        }
    }

    private static final class Int extends KeyCodec<Integer> {
        Int() {
            super("int32");
        }

        @Override
        public void encode(Integer key, KeyBuffer out) {
            out.writeOrderedInt(key);
        }

        @Override
        public Integer decode(KeyInput in) {
            return (int) in.readBigEndian(4) ^ Integer.MIN_VALUE;
        }
    }

    private static final class Int64 extends KeyCodec<Long> {
        Int64() {
            super("int64");
        }

        @Override
        public void encode(Long key, KeyBuffer out) {
            out.writeOrderedLong(key);
        }

        @Override
        public Long decode(KeyInput in) {
            return in.readBigEndian(8) ^ Long.MIN_VALUE;
        }
    }

    private static final class Uuid extends KeyCodec<UUID> {
        Uuid() {
            super("uuid");
        }

        @Override
        public void encode(UUID key, KeyBuffer out) {
            out.writeBigEndian(key.getMostSignificantBits());
            out.writeBigEndian(key.getLeastSignificantBits());
        }

        @Override
        public UUID decode(KeyInput in) {
            return new UUID(in.readBigEndian(8), in.readBigEndian(8));
        }
    }

    /** By name, so that constants may be reordered. */
    private static final class Constant<E> extends KeyCodec<E> {
        private final Class<E> type;

        Constant(Class<E> type) {
            super("enum");
            this.type = type;
        }

        @Override
        public void encode(E key, KeyBuffer out) {
            out.writeUtf8(((Enum<?>) key).name());
        }

        @Override
        public E decode(KeyInput in) {
            String name = in.readUtf8(in.remaining());
            for (E constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new StoreTypeException(
                    "store: key names a constant that enum=" + type.getName() + " lacks; bring the constant back");
        }

        @Override
        public boolean selfDelimiting() {
            return false;
        }
    }
}
