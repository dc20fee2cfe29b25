package io.tellask.typescript;

import io.tellask.remote.ContractDigests;
import io.tellask.typescript.reflection.ReflectedClasses;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ModuleEntry;
import io.tellask.typescript.shape.ModuleReader;
import io.tellask.typescript.shape.ShapeDigest;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Tells servers the digests of their contracts; found by {@link java.util.ServiceLoader}. The first call for a contract also
 * finds those of all contracts that it reaches. Thread-safe; what is kept lives as long as its class.
 */
public final class TypeScriptDigests implements ContractDigests {
    private static final ClassValue<Known> KNOWN = new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> contract) {
            return new Known();
        }
    };

    private static final class Known {
        private volatile @Nullable OptionalLong digest;
    }

    /** For the service loader. */
    public TypeScriptDigests() {}

    @Override
    public OptionalLong digest(Class<?> contract) {
        Known known = KNOWN.get(Objects.requireNonNull(contract, "contract"));
        OptionalLong digest = known.digest;
        if (digest == null) {
            digest = compute(contract);
            known.digest = digest;
        }
        return digest;
    }

    /** None for a contract that pages cannot have, or that names classes which are not there. */
    private static OptionalLong compute(Class<?> contract) {
        String name = contract.getName();
        try {
            ReflectedClasses classes = new ReflectedClasses(List.of(contract));
            ContractModule module = ModuleReader.read(classes, List.of(name));
            for (ModuleEntry entry : module.entries().values()) {
                if (entry instanceof ModuleEntry.Contract reached) {
                    KNOWN.get(classes.type(reached.name())).digest =
                            OptionalLong.of(ShapeDigest.of(module, reached.name()));
                }
            }
            return OptionalLong.of(ShapeDigest.of(module, name));
        } catch (TypeScriptException | TypeNotPresentException | LinkageError noForm) {
            System.getLogger(TypeScriptDigests.class.getName())
                    .log(System.Logger.Level.DEBUG, "no digest: contract=" + name, noForm);
            return OptionalLong.empty();
        }
    }
}
