package io.tellask.cli.hostile;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecBuilder;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.ScopedEncoder;
import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/** Values as a session encodes them, of classes that a server has, or that no server has. Stateless. */
final class EncodedValues {
    private EncodedValues() {}

    /** An {@link EndlessSpore}, first in its session: the announcement of its class, and the argument. */
    static byte[][] spore(int bytes) {
        ByteArrayOutputStream announcements = new ByteArrayOutputStream();
        Codec codec = Codec.builder().allow(EndlessSpore.class).build();
        ByteWriter out = new ByteWriter(256);
        out.writeByte((byte) 1);
        encoder(codec, announcements).encode(new EndlessSpore(bytes), Object.class, out);
        return new byte[][] {announcements.toByteArray(), Arrays.copyOf(out.array(), out.position())};
    }

    /** An argument of about so many bytes that takes some sixty times as much of the heap: sets of one element. */
    static byte[] expanding(int bytes) {
        List<Object> sets = new ArrayList<>();
        for (int i = 0; i < bytes / 3; i++) {
            sets.add(new HashSet<>(Collections.singletonList(null)));
        }
        ByteWriter out = new ByteWriter(256);
        out.writeByte((byte) 1);
        encoder(Codec.builder().build(), new ByteArrayOutputStream()).encode(sets, Object.class, out);
        return Arrays.copyOf(out.array(), out.position());
    }

    private static ScopedEncoder encoder(Codec codec, ByteArrayOutputStream announcements) {
        return codec.newScopedEncoder((id, descriptor) -> announcements.writeBytes(
                NativeFrames.body().varint(id).raw(descriptor).frame(NativeFrames.SCHEMA)));
    }

    /** Announcements of so many classes that no server has, with so many fields each. */
    static byte[] absentClasses(int classes, int fields) {
        ByteArrayOutputStream announcements = new ByteArrayOutputStream();
        Loader loader = new Loader();
        List<Object> objects = new ArrayList<>();
        CodecBuilder builder =
                Codec.builder().limits(CodecLimits.standard().withSchemaBytes(Integer.MAX_VALUE)); // it keeps to none
        for (int number = 0; number < classes; number++) {
            Object object = loader.object("hostile.Absent" + number, fields);
            objects.add(object);
            builder.allow(object.getClass());
        }
        ScopedEncoder encoder = encoder(builder.build(), announcements);
        objects.forEach(object -> encoder.encode(object, Object.class, new ByteWriter(256)));
        return announcements.toByteArray();
    }

    /** Makes classes. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(EncodedValues.class.getClassLoader());
        }

        Object object(String name, int fields) {
            byte[] bytes = ClassFile.of().build(ClassDesc.of(name), builder -> {
                builder.withFlags(ClassFile.ACC_PUBLIC);
                builder.withInterfaceSymbols(ClassDesc.of(Serializable.class.getName()));
                builder.withMethodBody(
                        ConstantDescs.INIT_NAME,
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_PUBLIC,
                        code -> code.aload(0)
                                .invokespecial(
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.INIT_NAME,
                                        MethodTypeDesc.ofDescriptor("()V"))
                                .return_());
                for (int field = 0; field < fields; field++) {
                    builder.withField(
                            "field" + name.hashCode() + "x" + field, ConstantDescs.CD_int, ClassFile.ACC_PUBLIC);
                }
            });
            try {
                return defineClass(name, bytes, 0, bytes.length)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError("a class that was just made", impossible);
            }
        }
    }
}
