package io.tellask.codec.object;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_VarHandle;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import io.tellask.codec.builtin.BuiltInCodec;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.builtin.WideValue;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.FieldHandle;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Spins one hidden class per application class: straight-line code over its fields.
 *
 * <p>The hidden class lies in this package, so it sees the codec's internals and needs nothing of the application's
 * module or loader; the handles that reach the fields come in as class data and are constants to the compiler, which
 * makes them as fast as direct access.
 */
public final class CodecGenerator {
    /** Beyond this a method would outgrow what the just-in-time compiler takes. */
    static final int MAX_MEMBERS = 200;

    static final ClassDesc WRITER = ClassDesc.of("io.tellask.codec.graph.GraphWriter");
    static final ClassDesc READER = ClassDesc.of("io.tellask.codec.graph.GraphReader");
    static final ClassDesc SITE = ClassDesc.of("io.tellask.codec.graph.CallSite");
    static final ClassDesc TYPE_CODEC = ClassDesc.of("io.tellask.codec.graph.TypeCodec");

    /**
     * The index of the field that is being written or read, in the place of {@code this}, which generated code does
     * not need: a constant store to the interpreter, nothing at all to the compiler.
     */
    static final int MEMBER = 0;

    private static final ClassDesc FAILURE = ClassDesc.of("java.lang.RuntimeException");
    private static final ClassDesc FAILURE_PATH = ClassDesc.of("io.tellask.codec.graph.FailurePath");
    private static final ClassDesc COMPACT_SUPER = ClassDesc.of("io.tellask.codec.object.ObjectCodec");
    private static final ClassDesc WIDE_SUPER = ClassDesc.of("io.tellask.codec.object.WideCodec");
    static final ClassDesc SHAPE = ClassDesc.of("io.tellask.codec.schema.ClassShape");
    private static final DirectMethodHandleDesc CLASS_DATA_AT = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            ConstantDescs.CD_MethodHandles,
            "classDataAt",
            MethodTypeDesc.of(CD_Object, CD_MethodHandles_Lookup, CD_String, CD_Class, CD_int));
    private static final DirectMethodHandleDesc EXPECTED = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            ClassDesc.of("io.tellask.codec.object.CodecGenerator"),
            "expected",
            MethodTypeDesc.of(TYPE_CODEC, CD_MethodHandles_Lookup, CD_String, CD_Class, CD_int));
    private static final Map<Class<?>, Class<?>> USUAL = Map.of(
            List.class,
            ArrayList.class,
            Collection.class,
            ArrayList.class,
            Map.class,
            HashMap.class,
            Set.class,
            HashSet.class);

    private final TypeRegistry table;
    private final boolean wide;
    private final List<Object> classData = new ArrayList<>();

    private CodecGenerator(TypeRegistry table, boolean wide) {
        this.table = table;
        this.wide = wide;
    }

    /** The codec of a class, for both forms. */
    public static TypeCodec generate(ClassShape shape, int ordinal, TypeRegistry table) {
        return shape.members().size() > MAX_MEMBERS || shape.unbackedSlots() > 0
                ? new FieldwiseCodec(shape, ordinal)
                : new ClassCodec(shape, ordinal, table);
    }

    /** A codec that knows one form only. */
    static TypeCodec generate(ClassShape shape, int ordinal, TypeRegistry table, boolean wide) {
        return new CodecGenerator(table, wide).spin(shape, ordinal, false);
    }

    /** A codec that only reads: what {@code EvolvedShape} makes of another version; null where it is too large. */
    static @Nullable TypeCodec generateReader(ClassShape shape, int ordinal, TypeRegistry table, boolean wide) {
        return shape.members().size() > MAX_MEMBERS ? null : new CodecGenerator(table, wide).spin(shape, ordinal, true);
    }

    private TypeCodec spin(ClassShape shape, int ordinal, boolean readOnly) {
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of("io.tellask.codec.object.Generated"),
                        type -> define(type, shape, ordinal, readOnly));
        try {
            MethodHandles.Lookup hidden =
                    MethodHandles.lookup().defineHiddenClassWithClassData(bytes, List.copyOf(classData), false);
            MethodType construct = MethodType.methodType(void.class, ClassShape.class, int.class);
            return (TypeCodec)
                    hidden.findConstructor(hidden.lookupClass(), construct).invoke(shape, ordinal);
        } catch (Throwable e) {
            throw new AssertionError(
                    "generated code for class=" + shape.type().getName() + " is invalid", Failures.checked(e));
        }
    }

    private void define(ClassBuilder type, ClassShape shape, int ordinal, boolean readOnly) {
        MethodTypeDesc construct = MethodTypeDesc.of(CD_void, SHAPE, CD_int);
        ClassDesc parent = wide ? WIDE_SUPER : COMPACT_SUPER;
        type.withSuperclass(parent).withFlags(ClassFile.ACC_FINAL);
        type.withMethodBody(
                ConstantDescs.INIT_NAME,
                construct,
                0,
                code -> code.aload(0)
                        .aload(1)
                        .iload(2)
                        .invokespecial(parent, ConstantDescs.INIT_NAME, construct)
                        .return_());
        if (wide) {
            defineWide(type, shape, readOnly);
        } else {
            defineCompact(type, shape, ordinal, readOnly);
        }
    }

    private void defineCompact(ClassBuilder type, ClassShape shape, int ordinal, boolean readOnly) {
        type.withMethodBody("write", MethodTypeDesc.of(CD_void, WRITER, CD_Object), 0, code -> {
            if (readOnly) {
                code.aconst_null().athrow();
            } else {
                new WriteBody(this, code).emit(shape, ordinal);
            }
        });
        type.withMethodBody(
                "read", MethodTypeDesc.of(CD_Object, READER), 0, code -> new ReadBody(this, code, shape).emit());
        ElementLoops.define(type, readOnly);
    }

    /** Without a body for writing, that of {@code EvolvedCodec} refuses before. */
    private void defineWide(ClassBuilder type, ClassShape shape, boolean readOnly) {
        if (!readOnly) {
            type.withMethodBody(
                    "writeAt",
                    MethodTypeDesc.of(CD_int, WRITER, CD_Object, CD_int),
                    0,
                    code -> new WideWriteBody(this, code, shape).emit());
        }
        type.withMethodBody(
                "readAt",
                MethodTypeDesc.of(CD_Object, READER, CD_int),
                0,
                code -> new WideReadBody(this, code, shape).emit());
        WideElementLoops.define(type, readOnly);
    }

    /** A constant of the generated class, held by its class data. */
    DynamicConstantDesc<?> constant(Object value, ClassDesc type) {
        classData.add(value);
        return DynamicConstantDesc.ofNamed(CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, type, classData.size() - 1);
    }

    /**
     * Ends a method whose body began at {@code start}: a failure is told the class and the field whose index lies in
     * local {@link #MEMBER}.
     */
    void emitFailure(CodeBuilder code, Label start, ClassShape shape, boolean reading) {
        Label handler = code.newBoundLabel();
        if (reading) {
            code.aload(1);
        }
        code.loadConstant(constant(shape, SHAPE)).iload(MEMBER);
        MethodTypeDesc failure = reading
                ? MethodTypeDesc.of(FAILURE, ConstantDescs.CD_Throwable, READER, SHAPE, CD_int)
                : MethodTypeDesc.of(FAILURE, ConstantDescs.CD_Throwable, SHAPE, CD_int);
        code.invokestatic(FAILURE_PATH, reading ? "reading" : "writing", failure)
                .athrow();
        code.exceptionCatchAll(start, handler, handler);
    }

    /** Reads a field of the object on the stack, as its primitive or Object. */
    void emitGet(CodeBuilder code, Member member, Runnable object) {
        emitAccess(code, member.requireGetter(), "get", object, MethodTypeDesc.of(kindOf(member), CD_Object));
    }

    /** Sets a field to a value, both put on the stack by {@code values}. */
    void emitSet(CodeBuilder code, Member member, Runnable values) {
        emitAccess(code, member.requireSetter(), "set", values, MethodTypeDesc.of(CD_void, CD_Object, kindOf(member)));
    }

    private void emitAccess(CodeBuilder code, FieldHandle field, String mode, Runnable arguments, MethodTypeDesc type) {
        VarHandle variable = field.variable();
        if (variable != null) {
            code.loadConstant(constant(variable, CD_VarHandle));
            arguments.run();
            code.invokevirtual(CD_VarHandle, mode, type);
        } else {
            code.loadConstant(handle(field.handle()));
            arguments.run();
            code.invokevirtual(CD_MethodHandle, "invokeExact", type);
        }
    }

    /** The primitive of a field, or Object. */
    static ClassDesc kindOf(Member member) {
        return member.type().describeConstable().filter(ClassDesc::isPrimitive).orElse(CD_Object);
    }

    DynamicConstantDesc<?> handle(Object methodHandle) {
        return constant(methodHandle, CD_MethodHandle);
    }

    /**
     * The codec that a reference field most likely needs, or null; looked up when first used, because classes refer to
     * each other.
     */
    @Nullable
    DynamicConstantDesc<?> expectedCodec(Member member) {
        return isExpected(member) ? codec(likely(member)) : null;
    }

    private static boolean isExpected(Member member) {
        Class<?> likely = likely(member);
        return likely != Object.class
                && (!Modifier.isAbstract(likely.getModifiers()) || likely.isArray() || likely.isEnum());
    }

    /** The classes whose codecs the code for a class looks up when it first needs them. */
    static Set<Class<?>> expectedClasses(ClassShape shape) {
        Set<Class<?>> expected = new HashSet<>();
        for (Member member : shape.members()) {
            if (member.kind() == 'L' && isExpected(member)) {
                expected.add(likely(member));
                Class<?> element = elementOf(shape.type(), member);
                if (element != null) {
                    expected.add(element);
                }
            }
        }
        return expected;
    }

    /** The same where it is the codec of a value of the JDK, whose own functions generated code calls. */
    @Nullable
    BuiltInCodec<?> expectedValue(Member member) {
        Class<?> likely = likely(member);
        return BuiltIns.of(likely) != null && table.codecOf(likely) instanceof BuiltInCodec<?> value ? value : null;
    }

    /** The form of fixed length that most values of a field have, or null. */
    @Nullable
    WideValue wideValue(Member member) {
        return expectedValue(member) == null ? null : WideValue.of(likely(member));
    }

    /** The codec that the elements of a list most likely need, or null. */
    @Nullable
    DynamicConstantDesc<?> elementCodec(Class<?> owner, Member member) {
        Class<?> element = elementOf(owner, member);
        return element == null ? null : codec(element);
    }

    /** The class that the elements of a list in {@code member} likely have, or null where nothing tells it. */
    private static @Nullable Class<?> elementOf(Class<?> owner, Member member) {
        if (likely(member) != ArrayList.class) {
            return null;
        }
        for (Class<?> level = owner; level != null && level != Object.class; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                if (field.getName().equals(member.name()) && field.getType() == member.type()) {
                    return argumentOf(field);
                }
            }
        }
        return null;
    }

    private static @Nullable Class<?> argumentOf(Field field) {
        return field.getGenericType() instanceof ParameterizedType type
                        && type.getActualTypeArguments().length == 1
                        && type.getActualTypeArguments()[0] instanceof Class<?> element
                        && element != String.class
                        && (element.isEnum() || !Modifier.isAbstract(element.getModifiers()))
                ? element
                : null;
    }

    private DynamicConstantDesc<?> codec(Class<?> likely) {
        classData.add(new Expected(new WeakReference<>(table), likely, wide));
        return DynamicConstantDesc.ofNamed(EXPECTED, ConstantDescs.DEFAULT_NAME, TYPE_CODEC, classData.size() - 1);
    }

    /** The class that the value of a reference field most likely has. */
    static Class<?> likely(Member member) {
        return USUAL.getOrDefault(member.type(), member.type());
    }

    /** Bootstrap of {@link #expectedCodec}. */
    static TypeCodec expected(MethodHandles.Lookup lookup, String name, Class<?> type, int index)
            throws IllegalAccessException {
        Expected expected = MethodHandles.classDataAt(lookup, name, Expected.class, index);
        return Objects.requireNonNull(expected.table.get(), "table of a codec that is in use")
                .codecOf(expected.type, expected.wide);
    }

    /** The class that the code is for may outlive the codec, and must not hold what was granted to it. */
    private record Expected(WeakReference<TypeRegistry> table, Class<?> type, boolean wide) {}
}
