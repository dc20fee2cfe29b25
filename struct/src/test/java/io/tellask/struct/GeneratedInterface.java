package io.tellask.struct;

import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An interface of random fields, made as a class that the program has never seen. */
final class GeneratedInterface {
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    /** A field with a limit on the bytes of its text, and a count that is 0 unless it is an array. */
    record Field(String name, Class<?> type, int maxTextBytes, boolean fixed, int count) {}

    private static final Class<?>[] TYPES = {
        boolean.class,
        byte.class,
        short.class,
        char.class,
        int.class,
        long.class,
        float.class,
        double.class,
        String.class,
        Color.class
    };

    private final List<Field> fields = new ArrayList<>();
    private final @Nullable GeneratedInterface inner; // a field that is a struct, or an array of some
    private final int innerCount; // 0 unless it is an array
    private final Class<?> type;

    private GeneratedInterface(RandomGenerator random, String number) throws IllegalAccessException {
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            Class<?> value = TYPES[random.nextInt(TYPES.length)];
            fields.add(new Field(
                    "f" + i, value, 1 + random.nextInt(30), random.nextBoolean(), Math.max(0, random.nextInt(12) - 6)));
        }
        inner = random.nextBoolean() ? random(random, number + "Inner") : null;
        innerCount = Math.max(0, random.nextInt(6) - 3);
        boolean big = random.nextBoolean();
        int alignment = 1 << random.nextInt(4);
        ClassDesc name = ClassDesc.of(GeneratedInterface.class.getPackageName(), "Random" + number);
        byte[] bytes = ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT);
            builder.with(RuntimeVisibleAnnotationsAttribute.of(Annotation.of(
                    desc(Struct.class),
                    AnnotationElement.of(
                            "byteOrder", AnnotationValue.ofEnum(desc(Endianness.class), big ? "BIG" : "LITTLE")),
                    AnnotationElement.ofInt("maxAlignmentBytes", alignment))));
            List<Field> all = new ArrayList<>(fields);
            if (inner != null) {
                all.add(new Field("inner", inner.type, 0, false, innerCount));
            }
            for (Field field : all) {
                MethodTypeDesc getter = MethodTypeDesc.of(desc(field.type()));
                MethodTypeDesc setter = MethodTypeDesc.of(ConstantDescs.CD_void, desc(field.type()));
                if (field.count() > 0) {
                    getter = getter.insertParameterTypes(0, ConstantDescs.CD_int);
                    setter = setter.insertParameterTypes(0, ConstantDescs.CD_int);
                }
                builder.withMethod(
                        field.name(),
                        getter,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT,
                        method -> method.with(RuntimeVisibleAnnotationsAttribute.of(annotations(field))));
                if (!field.name().equals("inner")) {
                    int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;
                    builder.withMethod(field.name(), setter, flags, method -> {});
                }
            }
        });
        type = MethodHandles.lookup().defineClass(bytes);
    }

    static GeneratedInterface random(RandomGenerator random, String number) throws IllegalAccessException {
        return new GeneratedInterface(random, number);
    }

    Class<?> type() {
        return type;
    }

    List<Field> fields() {
        return fields;
    }

    @Nullable
    GeneratedInterface inner() {
        return inner;
    }

    int innerCount() {
        return innerCount;
    }

    private static List<Annotation> annotations(Field field) {
        List<Annotation> annotations = new ArrayList<>();
        if (field.type() == String.class) {
            annotations.add(Annotation.of(
                    desc(field.fixed() ? Length.class : MaxLength.class),
                    AnnotationElement.ofInt("value", field.maxTextBytes())));
        }
        if (field.count() > 0) {
            annotations.add(Annotation.of(desc(Count.class), AnnotationElement.ofInt("value", field.count())));
        }
        return annotations;
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }
}
