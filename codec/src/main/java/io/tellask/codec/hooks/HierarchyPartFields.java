package io.tellask.codec.hooks;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.object.CodecGenerator;
import io.tellask.codec.object.FieldwiseCodec;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import io.tellask.codec.schema.EvolvedShape;
import io.tellask.codec.schema.FieldConversion;
import io.tellask.codec.schema.FieldHandle;
import io.tellask.codec.schema.FieldMatch;
import io.tellask.codec.schema.PutValues.DeclaredFields;
import io.tellask.codec.schema.SerialFields;
import java.io.Externalizable;
import java.io.InvalidClassException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The serializable fields of one class of a hierarchy: those that are neither static nor transient, or those that its
 * {@code serialPersistentFields} declares.
 *
 * <p>Generated code and handles reach them where the package is open, else {@link SerialFields}. Fields that are
 * declared but do not exist can only be put and got by name. Immutable and thread-safe.
 */
public final class HierarchyPartFields implements DeclaredFields {
    private static final StackTraceElement[] NO_FRAMES = {};

    /** The field of an EnumMap that holds a class, which travels as an empty array of it. */
    public static final String KEY_TYPE = "keyType";

    final ClassShape shape;
    private final @Nullable TypeCodec writer;
    private final @Nullable SerialFields closed;
    private final boolean open;

    private HierarchyPartFields(
            ClassShape shape, @Nullable TypeCodec writer, @Nullable SerialFields closed, boolean open) {
        this.shape = shape;
        this.writer = writer;
        this.closed = closed;
        this.open = open;
    }

    /** The fields of {@code level}; {@code allocator} makes objects of some class below it. */
    static HierarchyPartFields of(Class<?> level, Constructor<?> allocator, ClassAccess access, TypeRegistry table) {
        List<ObjectStreamField> declared = declared(level);
        if (!ClassFields.isJdk(level)) {
            try {
                ClassShape shape =
                        ClassShape.of(level, Descriptor.OBJECT, members(level, declared, access), allocator, null);
                boolean whole = shape.members().stream().allMatch(member -> member.getter() != null);
                return new HierarchyPartFields(
                        shape, whole ? CodecGenerator.generate(shape, -1, table) : null, null, true);
            } catch (ReflectiveOperationException e) {
                return unopened(level, declared, allocator);
            }
        }
        return unopened(level, declared, allocator);
    }

    private static HierarchyPartFields unopened(
            Class<?> level, List<ObjectStreamField> declared, Constructor<?> allocator) {
        List<Member> members = new ArrayList<>();
        for (ObjectStreamField field : declared) {
            members.add(unreachable(field));
        }
        members.sort(ClassFields.WIRE_ORDER);
        SerialFields closed = new SerialFields(level);
        return new HierarchyPartFields(
                ClassShape.of(level, Descriptor.OBJECT, members, allocator, null),
                null,
                closed.areReachable() ? closed : null,
                false);
    }

    private static Member unreachable(ObjectStreamField field) {
        return new Member(field.getName(), FieldSpec.kindOf(field.getType()), field.getType(), null, null, -1);
    }

    private static List<ObjectStreamField> declared(Class<?> level) {
        ObjectStreamClass known = Externalizable.class.isAssignableFrom(level) ? null : ObjectStreamClass.lookup(level);
        return known == null ? List.of() : List.of(known.getFields());
    }

    private static List<Member> members(Class<?> level, List<ObjectStreamField> declared, ClassAccess access)
            throws ReflectiveOperationException {
        List<Member> members = new ArrayList<>();
        for (ObjectStreamField each : declared) {
            Field field = fieldOf(level, each);
            members.add(
                    field == null
                            ? unreachable(each)
                            : new Member(
                                    field.getName(),
                                    FieldSpec.kindOf(field.getType()),
                                    field.getType(),
                                    access.getter(field),
                                    access.setter(field),
                                    -1));
        }
        members.sort(ClassFields.WIRE_ORDER);
        return members;
    }

    /** The field that is declared, or null where {@code serialPersistentFields} names one that does not exist. */
    private static @Nullable Field fieldOf(Class<?> level, ObjectStreamField declared) {
        try {
            Field field = level.getDeclaredField(declared.getName());
            return field.getType() == declared.getType() && !Modifier.isStatic(field.getModifiers()) ? field : null;
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    boolean isEmpty() {
        return shape.members().isEmpty();
    }

    /** Whether default serialization writes all fields; not where one is declared that does not exist. */
    boolean areWritable() {
        return writer != null || closed != null || isEmpty();
    }

    void requireWritable() throws InvalidClassException {
        if (!areWritable()) {
            throw new InvalidClassException(shape.type().getName(), "unmatched serializable field(s) declared");
        }
    }

    /** Whether no handle sets the fields, of which there are some. */
    boolean areSetByName() {
        return writer == null && !isEmpty();
    }

    /** Refuses a class of a closed package of which some declared fields exist and some do not: no handle sets those. */
    void requireReadable() throws InvalidClassException {
        if (!open && closed == null) {
            for (Member member : shape.members()) {
                if (existsHere(member)) {
                    throw new InvalidClassException(
                            shape.type().getName(),
                            "serialPersistentFields declares fields that do not exist, and the package is closed; "
                                    + "open it, or hand in Codec.builder().lookup(MethodHandles.lookup())");
                }
            }
        }
    }

    private boolean existsHere(Member member) {
        try {
            return shape.type().getDeclaredField(member.name()).getType() == member.type();
        } catch (NoSuchFieldException e) {
            return false;
        }
    }

    /** Checks that a field is declared, with a primitive type exactly, any other as {@code Object}, or null for all. */
    @Override
    public Class<?> type() {
        return shape.type();
    }

    @Override
    public void require(String name, @Nullable Class<?> type) {
        for (Member member : shape.members()) {
            if (member.name().equals(name)
                    && (type == null || type == (member.type().isPrimitive() ? member.type() : Object.class))) {
                return;
            }
        }
        throw new IllegalArgumentException("no such field " + name + (type == null ? "" : " with type " + type) + " in "
                + shape.type().getName());
    }

    /** Writes all fields of an object as default serialization does. */
    void write(GraphWriter out, Object object) {
        if (writer != null) {
            writer.write(out, object);
        } else if (closed != null) {
            Map<String, @Nullable Object> values = closed.of(object);
            if (shape.type() == Throwable.class && out.isForPeer()) {
                values.put("stackTrace", NO_FRAMES);
            } else if (shape.type() == EnumMap.class) {
                values.computeIfPresent(KEY_TYPE, (_, type) -> Array.newInstance((Class<?>) type, 0));
            }
            FieldwiseCodec.writeValues(shape, out, values);
        }
    }

    /**
     * Writes values that were put by name; those that were not are zero or null. A ConcurrentHashMap puts segments that
     * only its releases before JDK 8 had.
     */
    void write(GraphWriter out, Map<String, @Nullable Object> values) {
        Map<String, @Nullable Object> all = new HashMap<>();
        for (Member member : shape.members()) {
            Object value = values.get(member.name());
            boolean absent = value == null || shape.type() == ConcurrentHashMap.class;
            all.put(member.name(), absent ? FieldConversion.defaultOf(member.type()) : value);
        }
        FieldwiseCodec.writeValues(shape, out, all);
    }

    /** Sets fields by name, and leaves those alone that {@code values} does not have; what is converted changes there. */
    void store(Object object, Map<String, @Nullable Object> values) {
        if (shape.type() == EnumMap.class && values.get(KEY_TYPE) instanceof Object[] keys) {
            values.put(KEY_TYPE, keys.getClass().componentType());
        }
        for (Member member : shape.members()) {
            Object value = values.get(member.name());
            if (!FieldConversion.takes(member.type(), value) && values.containsKey(member.name())) {
                String name = shape.type().getName() + "." + member.name();
                values.put(member.name(), FieldConversion.checked(member.type(), name, value));
            }
        }
        if (closed != null) {
            closed.store(object, values);
        } else if (open) {
            setAll(object, values);
        }
    }

    private void setAll(Object object, Map<String, @Nullable Object> values) {
        for (Member member : shape.members()) {
            FieldHandle setter = member.setter();
            if (setter != null && values.containsKey(member.name())) {
                try {
                    setter.handle().invoke(object, values.get(member.name()));
                } catch (Throwable e) {
                    throw FailurePath.settingField(e, shape, member);
                }
            }
        }
    }

    /** The shape that sets the fields of {@code written} directly; null where they must be read by name first. */
    @Nullable
    ClassShape directShape(HierarchyPartSpec written) {
        return writer == null ? null : EvolvedShape.of(shape, descriptor(written));
    }

    /**
     * The field here for each field of {@code written}, null where there is none.
     *
     * @throws io.tellask.codec.DecodeException if a field can never become what it is here
     */
    @Nullable
    Member[] targets(HierarchyPartSpec written) {
        return FieldMatch.of(shape, descriptor(written));
    }

    private Descriptor descriptor(HierarchyPartSpec written) {
        return new Descriptor(Descriptor.OBJECT, shape.type().getName(), written.fields());
    }
}
