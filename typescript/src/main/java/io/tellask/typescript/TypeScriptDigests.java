package io.tellask.typescript;

import io.tellask.remote.ContractDigests;
import io.tellask.typescript.reflection.ReflectedClasses;
import io.tellask.typescript.shape.ModuleReader;
import io.tellask.typescript.shape.ShapeDigest;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** Tells servers the digests of their contracts; found by {@link java.util.ServiceLoader}. Thread-safe. */
public final class TypeScriptDigests implements ContractDigests {
    private static final ClassValue<OptionalLong> DIGESTS = new ClassValue<>() {
        @Override
        protected OptionalLong computeValue(Class<?> contract) {
            return compute(contract);
        }
    };

    /** For the service loader. */
    public TypeScriptDigests() {}

    @Override
    public OptionalLong digest(Class<?> contract) {
        return DIGESTS.get(Objects.requireNonNull(contract, "contract"));
    }

    /** None for a contract that pages cannot have, or that names classes which are not there. */
    private static OptionalLong compute(Class<?> contract) {
        String name = contract.getName();
        try {
            return OptionalLong.of(
                    ShapeDigest.of(ModuleReader.read(new ReflectedClasses(List.of(contract)), List.of(name)), name));
        } catch (TypeScriptException | TypeNotPresentException | LinkageError noForm) {
            System.getLogger(TypeScriptDigests.class.getName())
                    .log(System.Logger.Level.DEBUG, "no digest: contract=" + name, noForm);
            return OptionalLong.empty();
        }
    }
}
