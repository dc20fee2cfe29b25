package io.tellask.codec;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A loader that notes each name it is asked for, and has a class for each of the names it was made with: its static
 * initialiser notes that it ran.
 */
public final class RecordingLoader extends ClassLoader {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Set<String> carriers;
    public final Set<String> requested = ConcurrentHashMap.newKeySet();
    public final Set<String> initialised = ConcurrentHashMap.newKeySet();

    public RecordingLoader(Set<String> carriers) {
        super(RecordingLoader.class.getClassLoader());
        this.carriers = carriers;
    }

    /** Called by the static initialisers. */
    public static void initialised(String name) {
        if (CALLERS.getCallerClass().getClassLoader() instanceof RecordingLoader loader) {
            loader.initialised.add(name);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        requested.add(name);
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!carriers.contains(name)) {
            throw new ClassNotFoundException(name);
        }
        byte[] bytes = ClassFile.of()
                .build(
                        ClassDesc.of(name),
                        type -> type.withFlags(ClassFile.ACC_PUBLIC)
                                .withInterfaceSymbols(ClassDesc.of("java.io.Serializable"))
                                .withMethodBody(
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.aload(0)
                                                .invokespecial(
                                                        ConstantDescs.CD_Object,
                                                        ConstantDescs.INIT_NAME,
                                                        ConstantDescs.MTD_void)
                                                .return_())
                                .withMethodBody(
                                        ConstantDescs.CLASS_INIT_NAME,
                                        ConstantDescs.MTD_void,
                                        ClassFile.ACC_STATIC,
                                        code -> code.loadConstant(name)
                                                .invokestatic(
                                                        ClassDesc.of(RecordingLoader.class.getName()),
                                                        "initialised",
                                                        MethodTypeDesc.of(CD_void, CD_String))
                                                .return_()));
        return defineClass(name, bytes, 0, bytes.length);
    }
}
