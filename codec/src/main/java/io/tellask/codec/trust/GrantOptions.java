package io.tellask.codec.trust;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an application grants, while it says so; {@link Grants} keeps a copy. Not thread-safe. */
public final class GrantOptions {
    public final List<Class<?>> classes = new ArrayList<>();
    public final Set<String> packages = new HashSet<>();
    public final Set<String> trees = new HashSet<>();
    public final List<MethodHandles.Lookup> lookups = new ArrayList<>();
    public final Map<String, Class<?>> renames = new HashMap<>();
    public final Set<Class<?>> proxies = new HashSet<>();
    public boolean lambdas;
    public boolean classObjects;

    /** Nothing yet. */
    public GrantOptions() {}

    /** A copy. */
    public GrantOptions(GrantOptions source) {
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
