package io.tellask.struct;

import io.tellask.struct.view.StructView;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Finds the right to define a class beside an interface, and defines the class of its views there. Stateless. */
final class StructAccess {
    private static final Module OURS = StructAccess.class.getModule();

    private StructAccess() {}

    /** A lookup beside the interface: by the caller's own, else by ours if the package is open to us. */
    static MethodHandles.Lookup beside(Class<?> type, MethodHandles.@Nullable Lookup caller) {
        requireSeesUs(type);
        try {
            if (caller != null) {
                return MethodHandles.privateLookupIn(type, caller);
            }
            OURS.addReads(type.getModule());
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new StructTypeException(
                    "struct: type=" + type.getName() + " is in a package that is not open to " + OURS.getName()
                            + "; call StructType.of with the MethodHandles.lookup() of its module, or open the package",
                    e);
        }
    }

    private static void requireSeesUs(Class<?> type) {
        if (!type.getModule().canRead(OURS) || !loadsOurs(type.getClassLoader())) {
            throw new StructTypeException("struct: type=" + type.getName() + ", module="
                    + type.getModule().getName() + " does not see io.tellask.struct; require it in its module-info, or"
                    + " put it on its class path");
        }
    }

    private static boolean loadsOurs(@Nullable ClassLoader loader) {
        try {
            return loader != null && loader.loadClass(StructView.class.getName()) == StructView.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** The constructor of a class of views, as a method from the type and nested views to a view. */
    static MethodHandle define(MethodHandles.Lookup beside, byte[] bytes) {
        Class<?> type = beside.lookupClass();
        if (OURS.isNamed()) {
            OURS.addExports(StructView.class.getPackageName(), type.getModule());
        }
        try {
            Class<?> view = beside.defineClass(bytes);
            return beside.findConstructor(view, MethodType.methodType(void.class, Object.class, StructView[].class))
                    .asType(MethodType.methodType(StructView.class, Object.class, StructView[].class));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new StructTypeException(
                    "struct: type=" + type.getName() + ", the class of its views could not be defined; let it see the"
                            + " types of all its fields",
                    e);
        }
    }
}
