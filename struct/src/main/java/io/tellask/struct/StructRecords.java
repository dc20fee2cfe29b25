package io.tellask.struct;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Copies structs to records and back. The record has a component of the same name and type for each field: a record for a nested struct; no
 * arrays and no unions. Copies are for what outlives a view; they cost boxes and some 100 ns. Immutable and thread-safe.
 *
 * @param <T> interface of the structs
 * @param <R> the record
 */
public final class StructRecords<T, R extends Record> {
    /** How a field is copied; {@code nested} copies nested structs, and {@code set} is null for these. */
    private record Copied(
            MethodHandle get,
            @Nullable MethodHandle set,
            MethodHandle component,
            @Nullable StructRecords<Object, ?> nested) {}

    private final StructType<T> type;
    private final MethodHandle constructor; // Object[] to Object
    private final List<Copied> fields; // in the order of the components

    private StructRecords(StructType<T> type, MethodHandle constructor, List<Copied> fields) {
        this.type = type;
        this.constructor = constructor;
        this.fields = fields;
    }

    /**
     * The copies of structs as a record.
     *
     * @param lookup that of a class that may use the record, its components' records, and the interface
     * @throws StructTypeException if components and fields do not fit, or the lookup does not reach them; the message names the first
     */
    public static <T, R extends Record> StructRecords<T, R> of(
            StructType<T> type, Class<R> record, MethodHandles.Lookup lookup) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(record, "record");
        Objects.requireNonNull(lookup, "lookup");
        Set<String> missing = new TreeSet<>();
        type.layout().fields().forEach(field -> missing.add(field.name()));
        List<Copied> fields = new ArrayList<>();
        List<Class<?>> parameters = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            fields.add(copied(type, component, lookup));
            parameters.add(component.getType());
            missing.remove(component.getName());
        }
        if (!missing.isEmpty()) {
            throw broken(record, "has no components for fields=" + missing + "; add them");
        }
        try {
            MethodHandle constructor = lookup.findConstructor(record, MethodType.methodType(void.class, parameters));
            MethodHandle spread = constructor.asFixedArity().asSpreader(Object[].class, parameters.size());
            return new StructRecords<>(
                    type, spread.asType(MethodType.methodType(Object.class, Object[].class)), List.copyOf(fields));
        } catch (ReflectiveOperationException e) {
            throw new StructTypeException(
                    "struct: record=" + record.getName()
                            + " is out of reach of the lookup; use that of a class beside it",
                    e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the types of nested records are known only here
    private static Copied copied(StructType<?> type, RecordComponent component, MethodHandles.Lookup lookup) {
        String name = component.getName();
        Class<?> record = component.getDeclaringRecord();
        StructField field = type.layout()
                .field(name)
                .orElseThrow(() -> broken(record, "has component=" + name + ", which is no field; leave it out"));
        boolean struct = field.kind() == FieldKind.STRUCT;
        boolean fits = struct ? component.getType().isRecord() : component.getType() == field.type();
        if (!fits || field.isArray() || field.variant() != null) {
            throw broken(
                    record,
                    "has component=" + name + " of type=" + component.getType().getName() + " for a field of "
                            + field.typeText()
                            + "; it takes the same type, or a record for a struct, but no array and no union");
        }
        try {
            StructRecords nested =
                    struct ? of(type.nestedType(field), component.getType().asSubclass(Record.class), lookup) : null;
            MethodType setter = MethodType.methodType(void.class, field.type());
            return new Copied(
                    lookup.findVirtual(type.type(), name, MethodType.methodType(field.type()))
                            .asType(MethodType.methodType(Object.class, Object.class)),
                    struct
                            ? null
                            : lookup.findVirtual(type.type(), name, setter)
                                    .asType(MethodType.methodType(void.class, Object.class, Object.class)),
                    lookup.unreflect(component.getAccessor()).asType(MethodType.methodType(Object.class, Object.class)),
                    nested);
        } catch (ReflectiveOperationException e) {
            throw new StructTypeException(
                    "struct: record=" + record.getName() + ", component=" + name
                            + ", its getter or setter does not exist or is out of reach of the lookup; declare both",
                    e);
        }
    }

    private static StructTypeException broken(Class<?> record, String rule) {
        return new StructTypeException("struct: record=" + record.getName() + " " + rule);
    }

    /** A copy of the struct that the view shows. What the record's constructor throws comes as it is. */
    @SuppressWarnings("unchecked")
    public R read(T view) {
        type.cast(view);
        Object[] values = new Object[fields.size()];
        try {
            for (int i = 0; i < values.length; i++) {
                Copied field = fields.get(i);
                Object value = (Object) field.get().invokeExact((Object) view);
                values[i] = field.nested() == null ? value : field.nested().read(value);
            }
            return (R) (Object) constructor.invokeExact(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("getters and constructors of records throw nothing checked", e);
        }
    }

    /** Writes all components into the struct that the view shows. */
    public void write(T view, R record) {
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(record, "record");
        type.cast(view);
        try {
            for (Copied field : fields) {
                Object value = (Object) field.component().invokeExact((Object) record);
                MethodHandle set = field.set();
                if (set != null) {
                    set.invokeExact((Object) view, value);
                } else {
                    writeNested(field, (Object) field.get().invokeExact((Object) view), value);
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("setters and accessors of records throw nothing checked", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static void writeNested(Copied field, Object view, Object value) {
        StructRecords<Object, Record> nested = (StructRecords<Object, Record>) field.nested();
        Objects.requireNonNull(nested).write(view, (Record) value);
    }
}
