package io.tellask.rest.value;

import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.rest.type.Types;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON that people expect: lists and sets as lists whatever class they have, maps whose keys have a
 * text as objects, an {@code Optional} as its
 * value or null, records as objects of their components. Only where a declared type is open does an object name its
 * class, by {@code @class}. Classes
 * that are no records are written as {@link JsonEncoding} does.
 *
 * <p>A class that the declared type does not lead to, and that the codec does not grant, is refused. Forms are made
 * once for each type. Thread-safe.
 */
public final class ValueWriter {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final int MOST_FORMS = 10_000;

    private final Codec codec;
    private final JsonEncoding others;
    private final int mostBytes;
    private final Map<Type, Form> forms = new ConcurrentHashMap<>();

    /** One for what a codec lets out, up to so many bytes each. */
    public ValueWriter(Codec codec, int mostBytes) {
        this.codec = codec;
        this.mostBytes = mostBytes;
        others = JsonEncoding.of(codec).asTrees();
    }

    /**
     * A value as JSON.
     *
     * @throws EncodeException if a class is not granted, or the value too long, too deep, or a cycle
     */
    public byte[] write(@Nullable Object value, Type declared) {
        return write(value, declared, OutputBudget.NONE);
    }

    /** As {@link #write(Object, Type)}, with what it throws where a budget has no room for a long one. */
    public byte[] write(@Nullable Object value, Type declared, OutputBudget budget) {
        JsonOutput out = new JsonOutput(mostBytes, budget);
        form(declared).writeOrNull(value, out);
        return out.finish();
    }

    private Form form(Type type) {
        Form known = forms.get(type);
        if (known != null) {
            return known;
        }
        Form made = make(type);
        if (forms.size() < MOST_FORMS) {
            forms.put(type, made);
        }
        return made;
    }

    /** What is asked for when it is needed, since types may hold themselves. */
    private Form later(Type type) {
        return new Form() {
            private @Nullable Form found; // the same whoever finds it

            @Override
            public void write(Object value, JsonOutput out) {
                Form form = found;
                if (form == null) {
                    form = form(type);
                    found = form;
                }
                form.write(value, out);
            }
        };
    }

    private Form make(Type declared) {
        Type type = Types.boxed(declared);
        Class<?> raw = Types.erasure(type);
        Form scalar = Scalars.of(raw);
        if (scalar != null) {
            return scalar;
        }
        if (raw.isEnum()) {
            return (value, out) -> out.string(((Enum<?>) value).name());
        }
        if (raw == Optional.class) {
            Form element = later(Types.argument(type, 0));
            return (value, out) -> element.writeOrNull(((Optional<?>) value).orElse(null), out);
        }
        if (raw.isArray()) {
            Form element = later(Objects.requireNonNull(Types.element(type)));
            return (value, out) -> writeArray(value, element, out);
        }
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            Form element = later(Types.argument(type, 0));
            return (value, out) -> writeItems((Iterable<?>) value, element, out);
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(type);
        }
        if (raw.isRecord()) {
            return record(type, raw, null);
        }
        return raw.isInterface() || raw == Object.class || Modifier.isAbstract(raw.getModifiers())
                ? (value, out) -> writeOpen(value, raw, type, out)
                : (value, out) -> out.raw(others.encode(value, type));
    }

    private static void writeArray(Object array, Form element, JsonOutput out) {
        out.enter('[');
        int length = Array.getLength(array);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                out.ascii(',');
            }
            element.writeOrNull(Array.get(array, i), out);
        }
        out.leave(']');
    }

    private static void writeItems(Iterable<?> items, Form element, JsonOutput out) {
        out.enter('[');
        boolean first = true;
        for (Object item : items) {
            if (!first) {
                out.ascii(',');
            }
            first = false;
            element.writeOrNull(item, out);
        }
        out.leave(']');
    }

    private Form map(Type type) {
        Form key = later(Types.argument(type, 0));
        Form element = later(Types.argument(type, 1));
        return (value, out) -> {
            Map<?, ?> map = (Map<?, ?>) value;
            if (hasTexts(map)) {
                writeObject(map, element, out);
            } else {
                writeEntries(map, key, element, out);
            }
        };
    }

    private static boolean hasTexts(Map<?, ?> map) {
        for (Object key : map.keySet()) {
            if (!(key instanceof String) && (key == null || !Types.isSimple(key.getClass()))) {
                return false;
            }
        }
        return true;
    }

    private static String text(Object key) {
        return switch (key) {
            case Enum<?> constant -> constant.name();
            case Date date -> date.toInstant().toString();
            case Locale locale -> locale.toLanguageTag();
            default -> key.toString();
        };
    }

    private static void writeObject(Map<?, ?> map, Form element, JsonOutput out) {
        out.enter('{');
        boolean first = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!first) {
                out.ascii(',');
            }
            first = false;
            String name = text(entry.getKey());
            out.string(name.startsWith("@") ? "@" + name : name); // a reader takes one at sign for a note
            out.ascii(':');
            element.writeOrNull(entry.getValue(), out);
        }
        out.leave('}');
    }

    private static void writeEntries(Map<?, ?> map, Form key, Form element, JsonOutput out) {
        out.enter('[');
        Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            out.enter('[');
            key.writeOrNull(entry.getKey(), out);
            out.ascii(',');
            element.writeOrNull(entry.getValue(), out);
            out.leave(']');
            if (entries.hasNext()) {
                out.ascii(',');
            }
        }
        out.leave(']');
    }

    /** A component of a record: the text in front of its value, and how to get and write that. */
    private record Part(String name, MethodHandle getter, Form form) {}

    private Form record(Type type, Class<?> raw, @Nullable String className) {
        Map<TypeVariable<?>, Type> variables = Types.variables(type);
        RecordComponent[] components = raw.getRecordComponents();
        Part[] parts = new Part[components.length];
        for (int i = 0; i < parts.length; i++) {
            String separator = i == 0 && className == null ? "" : ",";
            Type part = Types.resolve(components[i].getGenericType(), variables);
            parts[i] = new Part(
                    separator + "\"" + components[i].getName() + "\":", getter(raw, components[i]), later(part));
        }
        return (value, out) -> {
            out.enter('{');
            if (className != null) {
                out.ascii("\"@class\":");
                out.string(className);
            }
            for (Part part : parts) {
                out.name(part.name);
                part.form.writeOrNull(read(part, value), out);
            }
            out.leave('}');
        };
    }

    private static MethodHandle getter(Class<?> raw, RecordComponent component) {
        try {
            Field field = raw.getDeclaredField(component.getName());
            if (field.trySetAccessible()) {
                return LOOKUP.unreflectGetter(field).asType(MethodType.methodType(Object.class, Object.class));
            }
        } catch (NoSuchFieldException | IllegalAccessException e) {
            throw new EncodeException(unreadable(raw), e);
        }
        throw new EncodeException(unreadable(raw));
    }

    private static String unreadable(Class<?> raw) {
        return "rest: class=" + raw.getName() + " cannot be read; open its package to io.tellask.rest in module-info";
    }

    private static @Nullable Object read(Part part, Object owner) {
        try {
            return (Object) part.getter.invokeExact(owner);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException("rest: a component cannot be read", impossible);
        }
    }

    /** A value whose declared type does not say what it is. */
    private void writeOpen(Object value, Class<?> declared, Type type, JsonOutput out) {
        Class<?> actual = value.getClass();
        if (Scalars.of(actual) != null || value instanceof Collection || value instanceof Map || actual.isArray()) {
            form(actual).write(value, out);
        } else if (actual.isRecord()) {
            openRecord(actual, declared, type).write(value, out);
        } else {
            out.raw(others.encode(value, type)); // which names the class, and refuses what is not granted
        }
    }

    private Form openRecord(Class<?> actual, Class<?> declared, Type type) {
        Type place = new OpenPlace(actual, declared);
        Form known = forms.get(place);
        if (known != null) {
            return known;
        }
        if (codec.find(actual.getName(), type) == null) {
            throw new EncodeException("rest: class=" + actual.getName() + " is not granted where " + type.getTypeName()
                    + " is declared; grant it by the codec of the builder");
        }
        Form made = record(actual, actual, actual.getTypeName());
        if (forms.size() < MOST_FORMS) {
            forms.put(place, made);
        }
        return made;
    }

    /** Stands for a class where another type is declared. */
    private record OpenPlace(Class<?> actual, Class<?> declared) implements Type {}
}
