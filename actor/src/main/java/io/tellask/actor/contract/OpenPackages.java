package io.tellask.actor.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Lets each of our modules export its runtime package to generated code: only code of the module itself may do so, so each registers
 * how. Thread-safe.
 */
public final class OpenPackages {
    private static final Map<Module, BiConsumer<String, Module>> EXPORTERS = new ConcurrentHashMap<>();

    static {
        Module ours = OpenPackages.class.getModule();
        register(ours, (name, target) -> ours.addExports(name, target));
    }

    private final Class<?> support;

    private OpenPackages(Class<?> support) {
        this.support = support;
    }

    /** Called once by a module, with a lambda of its own that calls {@link Module#addExports}. */
    public static void register(Module module, BiConsumer<String, Module> exporter) {
        EXPORTERS.put(module, exporter);
    }

    static OpenPackages of(Class<?> support) {
        return new OpenPackages(support);
    }

    void addExports(Module target) {
        BiConsumer<String, Module> exporter = EXPORTERS.get(support.getModule());
        if (exporter == null) {
            throw new IllegalStateException(
                    "module " + support.getModule().getName() + " has not registered its exporter");
        }
        exporter.accept(support.getPackageName(), target);
    }
}
