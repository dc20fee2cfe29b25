package io.tellask.codec.trust;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.schema.FieldMatch;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an application granted: classes with their closure, packages, trees of packages, lookups into closed modules,
 * and the kinds of objects that need a word of their own. Immutable.
 */
public final class Grants {
    private static final Map<String, Class<?>> HARMLESS_BY_NAME = byName(PlainTypes.ALL);

    final List<Class<?>> classes;
    final Set<String> packages;
    final Set<String> trees;
    public final List<MethodHandles.Lookup> lookups;
    public final boolean lambdas;
    public final boolean classObjects;
    public final Map<String, Class<?>> proxies;
    private final Map<String, Class<?>> renames;
    private final Map<String, Class<?>> closure;

    /** Granted classes by names that they say they had. */
    private final Map<String, Class<?>> formers;

    private final ClassLookup lookup;

    /** No grants. */
    static Grants none() {
        return new Grants(new Options(), List.of(), CodecLimits.standard().unknownNames(), _ -> false);
    }

    /**
     * What {@code options} grant.
     *
     * @param customs classes that are written by hand and so are granted
     * @param maxUnknownNames names without a class that loaders are asked for
     * @param isBuiltIn tells the types that need no grant
     */
    public Grants(Options options, Collection<Class<?>> customs, int maxUnknownNames, Predicate<Class<?>> isBuiltIn) {
        classes = List.copyOf(options.classes);
        packages = Set.copyOf(options.packages);
        trees = Set.copyOf(options.trees);
        lookups = List.copyOf(options.lookups);
        lambdas = options.lambdas;
        classObjects = options.classObjects;
        proxies = byName(Set.copyOf(options.proxies));
        renames = Map.copyOf(options.renames);
        Map<String, Class<?>> all = new HashMap<>();
        for (Class<?> granted : classes) {
            all.putAll(new Closure(isBuiltIn).of(granted));
            all.put(granted.getName(), granted);
        }
        customs.forEach(custom -> all.put(custom.getName(), custom));
        this.closure = Map.copyOf(all);
        this.formers = formersOf(closure.values());
        this.lookup = new ClassLookup(maxUnknownNames);
    }

    /** Types of the JDK that need no grant although they are described by name. */
    static boolean isHarmlessType(Class<?> type) {
        return PlainTypes.ALL.contains(type) || JdkExceptions.contains(type);
    }

    private static @Nullable Class<?> harmless(String name) {
        Class<?> known = HARMLESS_BY_NAME.get(name);
        return known != null ? known : JdkExceptions.named(name);
    }

    public static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    boolean admits(String className) {
        return closure.containsKey(className) || harmless(className) != null || admitsByPackage(className);
    }

    /** Whether the application itself granted the class, by name, package or tree. */
    public boolean grants(Class<?> type) {
        return closure.containsKey(type.getName()) || admitsByPackage(type.getName());
    }

    /** Whether the application granted something that may implement the type. */
    public boolean grantsSomeOf(Class<?> type) {
        return lambdas
                || !packages.isEmpty()
                || !trees.isEmpty()
                || proxies.containsValue(type)
                || closure.values().stream().anyMatch(type::isAssignableFrom);
    }

    private boolean admitsByPackage(String className) {
        String name = packageOf(className);
        return admitsPackage(name) && !JdkPackages.contains(name);
    }

    private boolean admitsPackage(String name) {
        return packages.contains(name) || trees.stream().anyMatch(tree -> JdkPackages.isBelow(name, tree));
    }

    /** The class of a granted name, loaded but not initialised; null where it is not granted or cannot be found. */
    @Nullable
    Class<?> find(String name, @Nullable ClassLoader declaredLoader) {
        Class<?> known = closure.get(name);
        if (known == null) {
            known = harmless(name);
        }
        return known != null || !admitsByPackage(name) ? known : lookup.find(name, loaderOrder(declaredLoader));
    }

    /** The class that was called {@code name} once, by the builder's word or its own; granted or not. */
    @Nullable
    Class<?> formerly(String name) {
        Class<?> renamed = renames.get(name);
        return renamed != null ? renamed : formers.get(name);
    }

    /** The classes that say that they were called otherwise once, by those names. */
    static Map<String, Class<?>> formersOf(Collection<Class<?>> classes) {
        Map<String, Class<?>> formers = new HashMap<>();
        for (Class<?> type : classes) {
            FieldMatch.formersOf(type).forEach(former -> formers.putIfAbsent(former, type));
        }
        return Map.copyOf(formers);
    }

    /** Why a granted class was not found, and what helps. */
    String remedyOfMissing() {
        return lookup.isExhausted()
                ? ": no loader has a file of it, and names without a file >= limits.unknownNames=" + lookup.limit()
                        + "; grant it with Codec.builder().allow(Class)"
                : "; put it on the class path, set the thread's context class loader, name what it became with"
                        + " Codec.builder().rename, or choose CodecBuilder.unknownClasses";
    }

    private List<ClassLoader> loaderOrder(@Nullable ClassLoader declaredLoader) {
        Set<ClassLoader> order = new LinkedHashSet<>();
        order.add(declaredLoader);
        order.add(Thread.currentThread().getContextClassLoader());
        classes.forEach(type -> order.add(type.getClassLoader()));
        lookups.forEach(each -> order.add(each.lookupClass().getClassLoader()));
        order.add(Grants.class.getClassLoader());
        order.remove(null);
        return List.copyOf(order);
    }

    private static Map<String, Class<?>> byName(Set<Class<?>> types) {
        Map<String, Class<?>> named = new HashMap<>();
        types.forEach(type -> named.put(type.getName(), type));
        return Map.copyOf(named);
    }

    /** What an application grants, while it says so; {@link Grants} keeps a copy. Not thread-safe. */
    public static final class Options {
        public final List<Class<?>> classes = new ArrayList<>();
        public final Set<String> packages = new HashSet<>();
        public final Set<String> trees = new HashSet<>();
        public final List<MethodHandles.Lookup> lookups = new ArrayList<>();
        public final Map<String, Class<?>> renames = new HashMap<>();
        public final Set<Class<?>> proxies = new HashSet<>();
        public boolean lambdas;
        public boolean classObjects;

        /** Nothing yet. */
        public Options() {}

        /** A copy. */
        public Options(Options source) {
            classes.addAll(source.classes);
            packages.addAll(source.packages);
            trees.addAll(source.trees);
            lookups.addAll(source.lookups);
            renames.putAll(source.renames);
            proxies.addAll(source.proxies);
            lambdas = source.lambdas;
            classObjects = source.classObjects;
        }
    }
}
