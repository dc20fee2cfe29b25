package io.tellask.codec;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.node.NodeCodecs;
import io.tellask.codec.node.ObjectNodeCodec;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.codec.schema.FieldMatch;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a message says of a class: its name, its kind, and its fields in the order in which bodies carry them, or the
 * constants of an enum. Equal to one of the same bytes. Immutable.
 */
public final class ClassDescription {
    private static final String OF_THROWABLE = Throwable.class.getName();

    /** What every exception has besides the fields of its classes; the sign tells them from those. */
    private static final List<Field> OF_EXCEPTIONS = List.of(
            new Field('T', "@message", String.class, OF_THROWABLE, List.of()),
            new Field('L', "@cause", Throwable.class, OF_THROWABLE, List.of()),
            new Field('L', "@stackTrace", StackTraceElement[].class, OF_THROWABLE, List.of()),
            new Field('L', "@suppressed", Throwable[].class, OF_THROWABLE, List.of()));

    final Descriptor descriptor;
    private final List<Field> fields;
    private final TypeCodec codec;
    private volatile @Nullable Map<String, Integer> places;
    private volatile @Nullable Map<String, Integer> formerPlaces;

    private ClassDescription(Descriptor descriptor, List<Field> fields) {
        this.descriptor = descriptor;
        this.fields = fields;
        this.codec = isEnum() ? new NodeCodecs.Constants(this, descriptor) : new ObjectNodeCodec(this, descriptor);
    }

    /** What a writer sent. */
    static ClassDescription of(Descriptor descriptor) {
        return of(descriptor, List.of());
    }

    /**
     * What a class looks like here, with what declares each field, in the descriptor's order: the field or component, or
     * the class alone where Java serialization gives it another type than the field has.
     */
    static ClassDescription of(Descriptor descriptor, List<? extends @Nullable AnnotatedElement> elements) {
        List<Field> fields = new ArrayList<>(descriptor.fields.size());
        for (FieldSpec spec : descriptor.kind == Descriptor.HOOKED ? fieldsOfParts(descriptor) : descriptor.fields) {
            AnnotatedElement element = elements.isEmpty() ? null : elements.get(fields.size());
            fields.add(Field.of(spec, element));
        }
        if (descriptor.kind == Descriptor.THROWABLE) {
            fields.addAll(OF_EXCEPTIONS);
        }
        return new ClassDescription(descriptor, List.copyOf(fields));
    }

    /**
     * The fields of all parts, from the topmost class; one that a class further down hides has its class before its
     * name.
     */
    private static List<FieldSpec> fieldsOfParts(Descriptor descriptor) {
        Deque<FieldSpec> fields = new ArrayDeque<>();
        Set<String> names = new HashSet<>();
        for (HierarchyPartSpec part : descriptor.levels.reversed()) {
            for (FieldSpec field : part.fields().reversed()) {
                fields.addFirst(
                        names.add(field.name())
                                ? field
                                : new FieldSpec(field.kind(), part.className() + '#' + field.name()));
            }
        }
        return List.copyOf(fields);
    }

    public String className() {
        return descriptor.className;
    }

    /** The fields, or the constants of an enum; an exception's own four come last, their names begin with an at sign. */
    public List<Field> fields() {
        return fields;
    }

    public boolean isRecord() {
        return descriptor.kind == Descriptor.RECORD;
    }

    public boolean isEnum() {
        return descriptor.kind == Descriptor.ENUM;
    }

    public boolean isException() {
        return descriptor.kind == Descriptor.THROWABLE;
    }

    /** Whether objects hold {@linkplain ObjectNode#data what their classes wrote by themselves}. */
    public boolean hasData() {
        for (int i = 0; i < descriptor.levels.size(); i++) {
            if (descriptor.levels.get(i).hasItems()) {
                return true;
            }
        }
        return false;
    }

    /** The index of the field or constant of this name, or -1. */
    public int indexOf(String name) {
        Map<String, Integer> known = places;
        if (known == null) {
            known = places(field -> List.of(field.name()));
            places = known;
        }
        return known.getOrDefault(name, -1);
    }

    /** The index of the field or constant that had this name formerly, or -1. */
    public int indexOfFormer(String name) {
        Map<String, Integer> known = formerPlaces;
        if (known == null) {
            known = places(Field::formerNames);
            formerPlaces = known;
        }
        return known.getOrDefault(name, -1);
    }

    /** The first field of each name. */
    private Map<String, Integer> places(Function<Field, List<String>> names) {
        Map<String, Integer> found = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            for (String name : names.apply(fields.get(i))) {
                found.putIfAbsent(name, i);
            }
        }
        return found;
    }

    TypeCodec codec() {
        return codec;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClassDescription description && descriptor.equals(description.descriptor);
    }

    @Override
    public int hashCode() {
        return descriptor.hashCode();
    }

    @Override
    public String toString() {
        return descriptor.toString();
    }

    /**
     * One field.
     *
     * @param kind Z B S C I J F D for primitives, T for a string, L for any other reference, E for a constant of an
     * enum
     * @param type as the class here declares it; null where the class is not known here
     * @param owner name of the class that declares it; empty where the class is not known here
     * @param formerNames by which it may have been written, see {@link FormerName}
     */
    public record Field(char kind, String name, @Nullable Type type, String owner, List<String> formerNames) {
        static Field of(FieldSpec spec, @Nullable AnnotatedElement element) {
            Type type = switch (element) {
                case java.lang.reflect.Field field -> field.getGenericType();
                case RecordComponent component -> component.getGenericType();
                case Class<?> ofStream -> ofStream;
                case null, default -> null;
            };
            String owner = element instanceof Member member
                    ? member.getDeclaringClass().getName()
                    : element instanceof RecordComponent component
                            ? component.getDeclaringRecord().getName()
                            : "";
            return new Field(
                    spec.kind(),
                    spec.name(),
                    type,
                    owner,
                    element == null || element instanceof Class ? List.of() : FieldMatch.formersOf(element));
        }

        /** The value of a field that was not written: zero, false or null. */
        public @Nullable Object defaultValue() {
            return switch (kind) {
                case 'Z' -> false;
                case 'B' -> (byte) 0;
                case 'S' -> (short) 0;
                case 'C' -> (char) 0;
                case 'I' -> 0;
                case 'J' -> 0L;
                case 'F' -> 0f;
                case 'D' -> 0d;
                default -> null;
            };
        }

        boolean takes(@Nullable Object value) {
            if (value == ObjectNode.ABSENT) {
                return name.equals("@cause");
            }
            Object zero = defaultValue();
            if (zero != null) {
                return value != null && value.getClass() == zero.getClass();
            }
            if (kind == 'T') {
                return value == null || value instanceof String;
            }
            return kind == 'L' && (value == null || value instanceof MessageNode || NodeCodecs.isPlain(value));
        }
    }
}
