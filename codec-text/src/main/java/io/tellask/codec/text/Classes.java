package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.CodecException;
import io.tellask.codec.DefaultConstant;
import io.tellask.codec.TrustedClasses;
import io.tellask.codec.UnknownClasses;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one message needs to know of the classes it names: looked up once each. Not thread-safe. */
final class Classes {
    private final TrustedClasses trusted;
    private final Map<String, Class<?>> named = new HashMap<>();
    private final Set<String> skipped = new HashSet<>();
    private final Map<Class<?>, ClassDescription> descriptions = new HashMap<>();
    private final Map<Class<?>, String> defaultConstants = new HashMap<>();
    private final Map<Declared, List<Declared>> fields = new HashMap<>();

    Classes(TrustedClasses trusted) {
        this.trusted = trusted;
    }

    TrustedClasses trusted() {
        return trusted;
    }

    /** A class that is granted; a DecodeException for any other. */
    Class<?> named(String className) {
        Class<?> known = named.get(className);
        if (known == null) {
            known = className.equals(EnumSet.class.getName()) ? Assumed.ENUM_SET : trusted.named(className);
            named.put(className, known);
        }
        return known;
    }

    /** Whether objects of the class are left out: it is unknown here, no array, and the codec skips such classes. */
    boolean isSkipped(String className) {
        if (trusted.unknownClasses() != UnknownClasses.SKIP
                || className.endsWith("[]")
                || named.containsKey(className)) {
            return false;
        }
        if (skipped.contains(className)) {
            return true;
        }
        return !className.equals(EnumSet.class.getName()) && !trusted.isKnown(className) && skipped.add(className);
    }

    /** The class of a message that was written here, or null where it cannot be found again. */
    @Nullable
    Class<?> find(String className) {
        try {
            return named(className);
        } catch (CodecException e) {
            return null;
        }
    }

    /** The description of a class that was written here, or null where it cannot be read again. */
    @Nullable
    ClassDescription findDescription(Class<?> type) {
        try {
            return describe(type);
        } catch (CodecException e) {
            return null;
        }
    }

    ClassDescription describe(Class<?> type) {
        ClassDescription known = descriptions.get(type);
        if (known == null) {
            known = trusted.describe(type);
            descriptions.put(type, known);
        }
        return known;
    }

    /** The constant that stands for those unknown here; null where none is marked or versions must be one. */
    @Nullable
    String defaultConstantOf(Class<?> type) {
        String known = defaultConstants.computeIfAbsent(type, Classes::markedConstantOf);
        return known.isEmpty() || trusted.isStrict() ? null : known;
    }

    /** Empty where none is marked. */
    private static String markedConstantOf(Class<?> type) {
        for (Field constant : type.getFields()) {
            if (constant.isAnnotationPresent(DefaultConstant.class)) {
                return constant.getName();
            }
        }
        return "";
    }

    /** The declared types of the fields of a described class, in the order of its description. */
    List<Declared> fieldsOf(Declared type) {
        List<Declared> known = fields.get(type);
        if (known == null) {
            known = resolve(type);
            fields.put(type, known);
        }
        return known;
    }

    private List<Declared> resolve(Declared type) {
        Map<TypeVariable<?>, Declared> variables = type.variables();
        List<Declared> resolved = new ArrayList<>();
        for (ClassDescription.Field field : describe(type.raw()).fields()) {
            Type declared = field.type();
            resolved.add(declared == null ? ofKind(field.kind()) : Declared.of(declared, variables));
        }
        return resolved;
    }

    /** What the kind of a field tells where the class is not known. */
    static Declared ofKind(char kind) {
        return switch (kind) {
            case 'Z' -> Declared.of(boolean.class);
            case 'B' -> Declared.of(byte.class);
            case 'S' -> Declared.of(short.class);
            case 'C' -> Declared.of(char.class);
            case 'I' -> Declared.of(int.class);
            case 'J' -> Declared.of(long.class);
            case 'F' -> Declared.of(float.class);
            case 'D' -> Declared.of(double.class);
            case 'T' -> Declared.of(String.class);
            default -> Declared.ANY;
        };
    }
}
