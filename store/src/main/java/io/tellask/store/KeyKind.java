package io.tellask.store;

import io.tellask.store.file.StoreCipher;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;
import io.tellask.text.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A kind of keys as a store remembers it, for reading and making keys without their class: {@code string} and {@code enum} are strings,
 * {@code bytes} byte arrays, {@code int32} and {@code int64} integers and longs, {@code uuid} UUIDs, {@code record(…)} lists of these.
 * Stateless and thread-safe.
 */
public final class KeyKind {
    private static final int MAX_DEPTH = 8;
    private static final String RECORD = "record(";

    private final String name;
    private final List<KeyKind> components;

    private KeyKind(String name, List<KeyKind> components) {
        this.name = name;
        this.components = components;
    }

    /** Reads the text of a kind; throws {@link StoreTypeException} for one that is not known, {@link StoreKeyException} for that of encrypted keys. */
    public static KeyKind parse(String kind) {
        return parse(kind, 0);
    }

    private static KeyKind parse(String kind, int depth) {
        if (kind.startsWith(RECORD) && kind.endsWith(")") && depth < MAX_DEPTH) {
            List<KeyKind> components = new ArrayList<>();
            String inner = kind.substring(RECORD.length(), kind.length() - 1);
            for (String part : parts(inner)) {
                components.add(parse(part, depth + 1));
            }
            return new KeyKind("record", List.copyOf(components));
        }
        return switch (kind) {
            case "string", "bytes", "int32", "int64", "uuid", "enum" -> new KeyKind(kind, List.of());
            default -> throw unknown(kind);
        };
    }

    private static StoreException unknown(String kind) {
        return StoreCipher.isEncrypted(kind)
                ? new StoreKeyException(
                        "store: it is encrypted, keys=" + SafeText.of(kind) + "; give its key to read them")
                : new StoreTypeException("store: kind of keys=" + SafeText.of(kind)
                        + " is not known; known are string, bytes, int32, int64, uuid, enum, record(...)");
    }

    /** Splits at the commas outside of brackets. */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        if (!text.isEmpty()) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    /** The key in an encoded one. */
    public Object decode(byte[] key) {
        KeyInput in = new KeyInput(key, 0, key.length);
        Object decoded = decode(in);
        if (in.remaining() > 0) {
            throw new StoreTypeException("store: key of kind=" + this + " has bytes left over=" + in.remaining());
        }
        return decoded;
    }

    private Object decode(KeyInput in) {
        return switch (name) {
            case "string", "enum" -> in.readUtf8(in.remaining());
            case "bytes" -> in.readBytes(in.remaining());
            case "int32" -> (int) in.readBigEndian(4) ^ Integer.MIN_VALUE;
            case "int64" -> in.readBigEndian(8) ^ Long.MIN_VALUE;
            case "uuid" -> new UUID(in.readBigEndian(8), in.readBigEndian(8));
            default -> decodeComponents(in);
        };
    }

    private List<Object> decodeComponents(KeyInput in) {
        List<Object> decoded = new ArrayList<>();
        for (KeyKind component : components) {
            if (component.isOpen()) {
                int old = in.limitTo((int) in.readBigEndian(4));
                decoded.add(component.decode(in));
                in.limit(old);
            } else {
                decoded.add(component.decode(in));
            }
        }
        return decoded;
    }

    /** Whether a decoder does not see where the key ends. */
    private boolean isOpen() {
        return name.equals("string") || name.equals("bytes") || name.equals("enum");
    }

    /**
     * Encodes what {@link #decode} gives; whole numbers may be longs, and UUIDs text. Throws {@link StoreTypeException} for anything else, and
     * {@link StoreLimitException} for a key that no store takes.
     */
    public byte[] encode(Object key) {
        KeyBuffer out = new KeyBuffer(RecordLayout.MAX_KEY_BYTES);
        encode(key, out);
        return Arrays.copyOfRange(out.array, KeyBuffer.START, out.end);
    }

    private void encode(Object key, KeyBuffer out) {
        switch (name) {
            case "string", "enum" -> out.writeUtf8(as(String.class, key));
            case "bytes" -> out.writeBytes(as(byte[].class, key));
            case "int32" -> out.writeOrderedInt(int32(key));
            case "int64" -> out.writeOrderedLong(as(Number.class, key).longValue());
            case "uuid" -> {
                UUID uuid = uuid(key);
                out.writeBigEndian(uuid.getMostSignificantBits());
                out.writeBigEndian(uuid.getLeastSignificantBits());
            }
            default -> encodeComponents(as(List.class, key), out);
        }
    }

    private void encodeComponents(List<?> key, KeyBuffer out) {
        if (key.size() != components.size()) {
            throw new StoreTypeException(
                    "store: key has components=" + key.size() + ", kind=" + this + " has " + components.size());
        }
        for (int i = 0; i < components.size(); i++) {
            KeyKind component = components.get(i);
            if (component.isOpen()) {
                byte[] part = component.encode(key.get(i));
                out.writeOrderedInt(part.length ^ Integer.MIN_VALUE);
                out.writeBytes(part);
            } else {
                component.encode(key.get(i), out);
            }
        }
    }

    private int int32(Object key) {
        long value = as(Number.class, key).longValue();
        if (value != (int) value) {
            throw new StoreTypeException("store: key is beyond the range of " + name);
        }
        return (int) value;
    }

    private UUID uuid(Object key) {
        if (key instanceof UUID uuid) {
            return uuid;
        }
        String text = as(String.class, key);
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equalsIgnoreCase(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            throw new StoreTypeException("store: key is no uuid", e);
        }
        throw new StoreTypeException("store: key is no uuid");
    }

    private <T> T as(Class<T> type, Object key) {
        boolean floating = key instanceof Double || key instanceof Float;
        if (!type.isInstance(key) || floating) {
            throw new StoreTypeException("store: key is a " + key.getClass().getSimpleName() + ", kind=" + this);
        }
        return type.cast(key);
    }

    @Override
    public String toString() {
        return components.isEmpty() && !name.equals("record")
                ? name
                : RECORD
                        + String.join(
                                ",", components.stream().map(KeyKind::toString).toList()) + ")";
    }
}
