package io.tellask.store.codec;

import io.tellask.store.StoreTypeException;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys that are records: the components one after the other, each of open length behind its length in four big-endian bytes. Component names
 * and the record's own name are not part of the encoding. Thread-safe.
 */
public final class RecordKeyCodec<R> extends KeyCodec<R> {
    private static final int MAX_DEPTH = 8;

    private final List<KeyCodec<Object>> codecs;
    private final Method[] accessors;
    private final Constructor<R> constructor;

    RecordKeyCodec(Class<R> type, int depth) {
        this(type, componentCodecs(type, depth));
    }

    private RecordKeyCodec(Class<R> type, List<KeyCodec<Object>> codecs) {
        super("record("
                + String.join(",", codecs.stream().map(KeyCodec::signature).toList()) + ")");
        this.codecs = codecs;
        RecordComponent[] components = type.getRecordComponents();
        accessors = new Method[components.length];
        Class<?>[] types = new Class<?>[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                accessors[i] = components[i].getAccessor();
                accessors[i].setAccessible(true);
            }
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new StoreTypeException(
                    "store: key record=" + type.getName()
                            + " cannot be accessed; make it public in an exported package, or open its package to io.tellask.store",
                    e);
        }
    }

    private static List<KeyCodec<Object>> componentCodecs(Class<?> type, int depth) {
        if (depth == MAX_DEPTH) {
            throw new StoreTypeException(
                    "store: key record=" + type.getName() + " nests deeper than depth=" + MAX_DEPTH + "; flatten it");
        }
        List<KeyCodec<Object>> found = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            @SuppressWarnings("unchecked")
            KeyCodec<Object> codec = (KeyCodec<Object>) find(component.getType(), depth + 1);
            found.add(codec);
        }
        return List.copyOf(found);
    }

    @Override
    public void encode(R key, KeyBuffer out) {
        for (int i = 0; i < accessors.length; i++) {
            Object component = component(key, accessors[i]);
            KeyCodec<Object> codec = codecs.get(i);
            if (codec.selfDelimiting()) {
                codec.encode(component, out);
            } else {
                encodeWithLength(codec, component, out);
            }
        }
    }

    private static void encodeWithLength(KeyCodec<Object> codec, Object component, KeyBuffer out) {
        int at = out.end;
        out.reserve(4);
        out.end += 4;
        codec.encode(component, out);
        int length = out.end - at - 4;
        for (int i = 0; i < 4; i++) {
            out.array[at + i] = (byte) (length >>> (24 - 8 * i));
        }
    }

    private static Object component(Object key, Method accessor) {
        Object value;
        try {
            value = accessor.invoke(key);
        } catch (ReflectiveOperationException e) {
            throw new StoreTypeException("store: key component=" + accessor.getName() + " cannot be read", e);
        }
        if (value == null) {
            throw new StoreTypeException("store: key component=" + accessor.getName() + " is null; keys have no nulls");
        }
        return value;
    }

    @Override
    public R decode(KeyInput in) {
        Object[] components = new Object[accessors.length];
        for (int i = 0; i < components.length; i++) {
            KeyCodec<Object> codec = codecs.get(i);
            if (codec.selfDelimiting()) {
                components[i] = codec.decode(in);
            } else {
                int old = in.limitTo((int) in.readBigEndian(4));
                components[i] = codec.decode(in);
                in.limit(old);
            }
        }
        try {
            return constructor.newInstance(components);
        } catch (ReflectiveOperationException e) {
            throw new StoreTypeException("store: key record=" + constructor.getName() + " refused its components", e);
        }
    }
}
