package io.tellask.store.codec;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.store.StoreTypeException;
import io.tellask.store.shard.Shard;
import io.tellask.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values of one type to stored bytes and back. Thread-safe. */
public interface ValueCodec<V> {
    int SHOWN_BYTES = 32;

    /** Where an encoded value goes; tells whether it was taken. */
    interface Sink {
        boolean accept(byte[] array, int offset, int length);
    }

    /** The kind of value that a type is stored as. */
    static String signatureOf(Class<?> type) {
        return type == byte[].class ? "bytes" : type == String.class ? "string" : "codec";
    }

    /** The codec for a type; values other than bytes and strings keep their schemas in the shard. */
    static <V> ValueCodec<V> of(Class<V> type, Codec codec, Shard shard) {
        ValueCodec<?> found = switch (signatureOf(type)) {
            case "bytes" -> new Bytes();
            case "string" -> new Text();
            default -> new ObjectValueCodec<>(type, codec, shard);
        };
        @SuppressWarnings("unchecked")
        ValueCodec<V> typed = (ValueCodec<V>) found;
        return typed;
    }

    /** Hands the encoded value to a sink, which does not keep the array, and returns what that says. */
    boolean encode(V value, Sink sink);

    V decode(byte[] array, int offset, int length);

    /** The failure to decode the value of a key, which tells the map and the key, too. */
    default DecodeException unreadable(String key, DecodeException failure) {
        return failure;
    }

    /** A key as messages show it: bounded and printable; not where the store hides it. */
    static String shown(@Nullable Object key, boolean encrypted) {
        if (encrypted) {
            return "(encrypted)";
        }
        if (key instanceof byte[] bytes) {
            String start = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES));
            return bytes.length > SHOWN_BYTES ? start + "... (bytes=" + bytes.length + ")" : start;
        }
        return SafeText.of(String.valueOf(key));
    }

    /** Stored bytes are the value. */
    final class Bytes implements ValueCodec<byte[]> {
        @Override
        public boolean encode(byte[] value, Sink sink) {
            return sink.accept(value, 0, value.length);
        }

        @Override
        public byte[] decode(byte[] array, int offset, int length) {
            return offset == 0 && length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
        }
    }

    /** Stored bytes are the string in UTF-8. */
    final class Text implements ValueCodec<String> {
        @Override
        public boolean encode(String value, Sink sink) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            if (holdsQuestionMark(bytes) && !decode(bytes, 0, bytes.length).equals(value)) {
                throw new StoreTypeException(
                        "store: value has half a surrogate pair; such a string has no encoding, store it as char[]");
            }
            return sink.accept(bytes, 0, bytes.length);
        }

        /** Half a surrogate pair comes out as a question mark, so only strings with one need a second look. */
        private static boolean holdsQuestionMark(byte[] bytes) {
            for (byte b : bytes) {
                if (b == '?') {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String decode(byte[] array, int offset, int length) {
            return new String(array, offset, length, StandardCharsets.UTF_8);
        }
    }
}
