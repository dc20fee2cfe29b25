package io.tellask.actor.contract;

import io.tellask.actor.ContractException;
import io.tellask.actor.runtime.CallMessage;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Defines the classes generated for one contract: beside the contract itself where its module lets us, else in a small loader below the
 * contract's own that also sees Tellask.
 *
 * <p>Beside the contract (its package is open to Tellask, as it always is on the class path) package-private parameter types work too.
 * Otherwise the contract and its parameter types must be public and exported. Thread-safe.
 */
public final class GeneratedClasses {
    private static final Module OURS = GeneratedClasses.class.getModule();
    private static final ClassDesc MODULE = ClassDesc.of("java.lang.Module");

    private final Class<?> contract;
    private final MethodHandles.Lookup lookup; // beside the contract; with a bridge the public one
    private final @Nullable BridgeLoader bridge; // null: the lookup defines
    private final String prefix;
    private final Map<ClassDesc, Class<?>> defined = new HashMap<>(); // guarded by this

    private GeneratedClasses(Class<?> contract, MethodHandles.Lookup lookup, @Nullable BridgeLoader bridge) {
        this.contract = contract;
        this.lookup = lookup;
        this.bridge = bridge;
        String unique = Integer.toHexString(System.identityHashCode(GeneratedClasses.class));
        String base = bridge == null ? contract.getName() : "io.tellask.generated." + contract.getName();
        prefix = base + "$tellask" + unique;
    }

    static GeneratedClasses beside(Class<?> contract) {
        MethodHandles.Lookup lookup = lookupBeside(contract);
        if (lookup != null) {
            return new GeneratedClasses(contract, lookup, null);
        }
        requireReachable(contract);
        return new GeneratedClasses(
                contract, MethodHandles.publicLookup(), new BridgeLoader(contract.getClassLoader()));
    }

    private static MethodHandles.@Nullable Lookup lookupBeside(Class<?> contract) {
        Module module = contract.getModule();
        if (contract.getClassLoader() == null
                || !module.isOpen(contract.getPackageName(), OURS)
                || !seesTellask(contract)) {
            return null;
        }
        try {
            OURS.addReads(module);
            return MethodHandles.privateLookupIn(contract, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new ContractException(
                    "contract: type=" + contract.getName() + " is in an open package and yet not accessible", e);
        }
    }

    private static boolean seesTellask(Class<?> contract) {
        try {
            return Class.forName(CallMessage.class.getName(), false, contract.getClassLoader()) == CallMessage.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void requireReachable(Class<?> contract) {
        if (!Modifier.isPublic(contract.getModifiers())
                || !contract.getModule().isExported(contract.getPackageName())) {
            throw new ContractException("contract: type=" + contract.getName() + " is not accessible in module="
                    + contract.getModule().getName()
                    + "; make it public in an exported package, or open the package to "
                    + OURS.getName());
        }
    }

    /** The name a generated class of this contract gets. */
    public ClassDesc nameOf(String suffix) {
        return ClassDesc.of(prefix + "$" + suffix);
    }

    /** Lets generated classes use a package of ours that is not exported, and see the loader it comes from. */
    public void admit(Class<?> support) {
        Module target = bridge == null ? contract.getModule() : bridge.getUnnamedModule();
        if (support.getModule().isNamed()) {
            OpenPackages.of(support).addExports(target);
        }
        see(support);
    }

    /** Lets generated classes use the exported packages of a class's module. */
    public void see(Class<?> support) {
        if (bridge != null) {
            bridge.alsoSees(support.getClassLoader());
        } else if (!contract.getModule().canRead(support.getModule())) {
            addReads(support.getModule());
        }
    }

    /** Only code of the contract's module may do this, so a class is put there that does. */
    private void addReads(Module other) {
        ClassDesc name = nameOf("Reads" + other.getName().replace('.', '_'));
        MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_void, MODULE);
        byte[] bytes = ClassFile.of()
                .build(
                        name,
                        builder -> builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        "add",
                                        type,
                                        ClassFile.ACC_STATIC,
                                        code -> code.loadConstant(name)
                                                .invokevirtual(
                                                        ConstantDescs.CD_Class, "getModule", MethodTypeDesc.of(MODULE))
                                                .aload(0)
                                                .invokevirtual(MODULE, "addReads", MethodTypeDesc.of(MODULE, MODULE))
                                                .pop()
                                                .return_()));
        try {
            lookup.findStatic(define(bytes, name), "add", MethodType.methodType(void.class, Module.class))
                    .invokeExact(other);
        } catch (Throwable e) {
            throw new ContractException(
                    "contract: type=" + contract.getName() + ", its module="
                            + contract.getModule().getName() + " could not be made to read module=" + other.getName(),
                    e);
        }
    }

    /**
     * Defines a class whose name came from {@link #nameOf}, or returns the one of that name: threads that use a contract first at the same time may
     * each have generated it.
     */
    public synchronized Class<?> define(byte[] bytes, ClassDesc name) {
        Class<?> known = defined.get(name);
        if (known == null) {
            known = defineNew(bytes, name);
            defined.put(name, known);
        }
        return known;
    }

    private Class<?> defineNew(byte[] bytes, ClassDesc name) {
        try {
            return bridge == null ? lookup.defineClass(bytes) : bridge.define(bytes);
        } catch (IllegalAccessException | LinkageError e) {
            throw new ContractException(
                    "contract: type=" + contract.getName() + ", generated class=" + name.displayName()
                            + " could not be defined; make every parameter type of the contract public and exported",
                    e);
        }
    }

    /** The constructor of a class defined here, whether or not the contract's package is exported to its caller. */
    public MethodHandle constructor(Class<?> generated, Class<?> parameter) {
        MethodHandles.Lookup from = bridge == null ? lookup : lookup.in(generated);
        try {
            return from.findConstructor(generated, MethodType.methodType(void.class, parameter));
        } catch (ReflectiveOperationException e) {
            throw new ContractException(
                    "contract: type=" + contract.getName() + ", generated class=" + generated.getName()
                            + " cannot be constructed",
                    e);
        }
    }

    private static final class BridgeLoader extends ClassLoader {
        private final List<ClassLoader> others = new CopyOnWriteArrayList<>();

        BridgeLoader(ClassLoader contractLoader) {
            super("tellask-bridge", contractLoader);
        }

        void alsoSees(@Nullable ClassLoader loader) {
            if (loader != null && !others.contains(loader)) {
                others.add(loader);
            }
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            for (ClassLoader other : others) {
                try {
                    return other.loadClass(name);
                } catch (ClassNotFoundException notThere) {
                    continue;
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
