package io.tellask.typescript;

import io.tellask.typescript.reflection.ReflectedClasses;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ModuleReader;
import io.tellask.typescript.shape.ShapeDigest;
import io.tellask.typescript.writer.DeclarationWriter;
import io.tellask.typescript.writer.ScriptWriter;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A module for pages, made of contracts that are compiled: the description by which {@code @tellask/client} converts
 * values, in JavaScript, and the declarations for TypeScript. Equal contracts give equal texts. Immutable; thread-safe.
 */
public final class ContractModules {
    private final ContractModule module;

    private ContractModules(ContractModule module) {
        this.module = module;
    }

    /**
     * The module of some contracts and of all types that they reach.
     *
     * @param contracts public interfaces, at least one
     * @throws TypeScriptException if a class is no contract, or names a type that has no form on a page
     */
    public static ContractModules of(Class<?>... contracts) {
        return of(List.of(Objects.requireNonNull(contracts, "contracts")));
    }

    /** As {@link #of(Class[])}. */
    public static ContractModules of(Collection<Class<?>> contracts) {
        List<Class<?>> all = List.copyOf(Objects.requireNonNull(contracts, "contracts"));
        if (all.isEmpty()) {
            throw new IllegalArgumentException("contracts: there are none; give at least one");
        }
        return new ContractModules(ModuleReader.read(
                new ReflectedClasses(all),
                all.stream().<String>map(Class::getName).toList()));
    }

    /** The text of the JavaScript module, without imports: what a page loads. */
    public String javascript() {
        return ScriptWriter.write(module);
    }

    /** The text of the declarations, {@code .d.ts}: what an editor and {@code tsc} read. */
    public String declarations() {
        return DeclarationWriter.write(module);
    }

    /**
     * The digest of one of the contracts, as 16 hexadecimal digits: it changes when the contract or a type that it reaches
     * does.
     *
     * @throws IllegalArgumentException if the module does not hold the contract
     */
    public String digest(Class<?> contract) {
        String name = Objects.requireNonNull(contract, "contract").getName();
        if (!module.entries().containsKey(name)) {
            throw new IllegalArgumentException("digest: contract=" + name + " is not in the module; it holds "
                    + String.join(", ", module.contracts()));
        }
        return ShapeDigest.hex(module, name);
    }
}
