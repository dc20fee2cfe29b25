package io.tellask.codec;

import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an application granted: classes with their closure, packages, trees of packages, and lookups into closed
 * modules. Immutable.
 */
final class Grants {
    private static final Map<String, Class<?>> HARMLESS_BY_NAME = byName(PlainTypes.ALL);

    final List<Class<?>> classes;
    final Set<String> packages;
    final Set<String> trees;
    final List<MethodHandles.Lookup> lookups;
    private final Map<String, Class<?>> closure;

    Grants(List<Class<?>> classes, Set<String> packages, Set<String> trees, List<MethodHandles.Lookup> lookups) {
        this.classes = List.copyOf(classes);
        this.packages = Set.copyOf(packages);
        this.trees = Set.copyOf(trees);
        this.lookups = List.copyOf(lookups);
        Map<String, Class<?>> all = new HashMap<>();
        for (Class<?> granted : classes) {
            all.putAll(new Closure().of(granted));
            all.put(granted.getName(), granted);
        }
        this.closure = Map.copyOf(all);
    }

    /** Types of the JDK that need no grant although they are described by name. */
    static boolean isHarmlessType(Class<?> type) {
        return PlainTypes.ALL.contains(type);
    }

    static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    boolean admits(String className) {
        return closure.containsKey(className) || HARMLESS_BY_NAME.containsKey(className) || admitsByPackage(className);
    }

    /** Whether the application itself granted the class, by name, package or tree. */
    boolean grants(Class<?> type) {
        return closure.containsKey(type.getName()) || admitsByPackage(type.getName());
    }

    private boolean admitsByPackage(String className) {
        String name = packageOf(className);
        return admitsPackage(name) && !JdkPackages.contains(name);
    }

    private boolean admitsPackage(String name) {
        if (packages.contains(name)) {
            return true;
        }
        for (String tree : trees) {
            if (name.startsWith(tree) && (name.length() == tree.length() || name.charAt(tree.length()) == '.')) {
                return true;
            }
        }
        return false;
    }

    /** The class of a granted name, loaded but not initialised; null where the name is not granted. */
    @Nullable
    Class<?> resolve(String name, @Nullable ClassLoader declaredLoader, int offset) {
        Class<?> known = closure.get(name);
        if (known == null) {
            known = HARMLESS_BY_NAME.get(name);
        }
        return known != null || !admitsByPackage(name) ? known : load(name, declaredLoader, offset);
    }

    private Class<?> load(String name, @Nullable ClassLoader declaredLoader, int offset) {
        Set<ClassLoader> loaders = new HashSet<>();
        for (ClassLoader loader : loaderOrder(declaredLoader)) {
            if (loader != null && loaders.add(loader)) {
                try {
                    return Class.forName(name, false, loader);
                } catch (ClassNotFoundException | LinkageError e) {
                    continue;
                }
            }
        }
        throw new DecodeException("decode: class=" + name + " is granted but cannot be found" + Admission.place(offset)
                + "; put it on the class path, or set the thread's context class loader");
    }

    private List<ClassLoader> loaderOrder(@Nullable ClassLoader declaredLoader) {
        Map<ClassLoader, Boolean> order = new LinkedHashMap<>();
        order.put(declaredLoader, true);
        order.put(Thread.currentThread().getContextClassLoader(), true);
        classes.forEach(type -> order.put(type.getClassLoader(), true));
        lookups.forEach(lookup -> order.put(lookup.lookupClass().getClassLoader(), true));
        order.put(Grants.class.getClassLoader(), true);
        order.remove(null);
        return List.copyOf(order.keySet());
    }

    private static Map<String, Class<?>> byName(Set<Class<?>> types) {
        Map<String, Class<?>> named = new HashMap<>();
        types.forEach(type -> named.put(type.getName(), type));
        return Map.copyOf(named);
    }
}
