package io.tellask.codec;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** A loader of its own with one new class: public fields {@code number}, {@code text} and {@code other}. */
public final class FreshClasses extends ClassLoader {
    public static final String NAME = "app.Fresh";

    public FreshClasses() {
        super(FreshClasses.class.getClassLoader());
    }

    public Class<?> type() throws ClassNotFoundException {
        return loadClass(NAME);
    }

    public Object make(int number, String text, Object other) throws ReflectiveOperationException {
        Object made = type().getConstructor().newInstance();
        type().getField("number").setInt(made, number);
        type().getField("text").set(made, text);
        type().getField("other").set(made, other);
        return made;
    }

    /** A text of a chain of such objects. */
    public static String text(Object fresh) throws ReflectiveOperationException {
        StringBuilder text = new StringBuilder();
        for (Object each = fresh; each != null; ) {
            Class<?> type = each.getClass();
            text.append(type.getField("number").getInt(each))
                    .append(type.getField("text").get(each));
            Object next = type.getField("other").get(each);
            each = next == fresh ? null : next;
        }
        return text.toString();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.equals(NAME)) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(NAME),
                        type -> type.withFlags(ClassFile.ACC_PUBLIC)
                                .withField("number", ConstantDescs.CD_int, ClassFile.ACC_PUBLIC)
                                .withField("text", ConstantDescs.CD_String, ClassFile.ACC_PUBLIC)
                                .withField("other", ConstantDescs.CD_Object, ClassFile.ACC_PUBLIC)
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .return_()));
        return defineClass(name, bytes, 0, bytes.length);
    }
}
