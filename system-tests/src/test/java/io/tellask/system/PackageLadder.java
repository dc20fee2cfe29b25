package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The packages of a module as steps, from the lowest to the highest: a class uses its own part and parts of lower steps, and nothing else of
 * the module.
 *
 * <p>A part is a package, named as it goes on behind the module's ({@code "segment"}, or {@code ""} for the module's own), or types of the
 * module's own package, named by themselves ({@code "StoreLimits"}, with the types inside it); {@code ""} then means the others.
 */
final class PackageLadder {
    private final JavaClasses classes;
    private final String module;

    /** Modules of their own whose packages are named as if they were this one's. */
    private final List<String> others = new ArrayList<>();

    /** The part that a package or an outermost class belongs to, counted from the lowest; and the step that a part is on. */
    private final Map<String, Integer> parts = new TreeMap<>();

    private final List<Integer> steps = new ArrayList<>();
    private int step;

    private PackageLadder(JavaClasses classes, String module) {
        this.classes = classes;
        this.module = module;
    }

    static PackageLadder of(JavaClasses classes, String module) {
        return new PackageLadder(classes, module);
    }

    /** Leaves out packages that belong to other modules. */
    PackageLadder without(String... packages) {
        for (String each : packages) {
            others.add(module + "." + each);
        }
        return this;
    }

    /** Packages beside each other, which do not know each other. */
    PackageLadder step(String... packages) {
        for (String each : packages) {
            add(Set.of(each));
        }
        step++;
        return this;
    }

    /** Types and packages that are one part: they may use each other. */
    PackageLadder together(Set<String> names) {
        add(names);
        step++;
        return this;
    }

    private void add(Set<String> names) {
        for (String name : names) {
            assertThat(parts.put(name.isEmpty() ? module : module + "." + name, steps.size()))
                    .as("part that %s was in before", name)
                    .isNull();
        }
        steps.add(step);
    }

    /** Checks all classes of the module, and that whatever is named is there. */
    void check() {
        List<JavaClass> own = classes.stream().filter(this::isOwn).toList();
        Set<String> there = own.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = new TreeSet<>(parts.keySet());
        own.forEach(type -> named.remove(nameOfPart(type)));
        assertThat(named)
                .as("names on the ladder of %s that nothing has", module)
                .isEmpty();
        assertThat(parts.keySet()).as("packages of %s on the ladder", module).containsAll(there);
        assertThat(own.stream().flatMap(this::upwardArrows).distinct().sorted())
                .as("arrows in %s that point up the ladder, or sideways", module)
                .isEmpty();
    }

    private Stream<String> upwardArrows(JavaClass type) {
        int part = partOf(type);
        return type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                .filter(this::isOwn)
                .filter(target -> partOf(target) != part && steps.get(partOf(target)) >= steps.get(part))
                .map(target ->
                        outermost(type).getName() + " -> " + outermost(target).getName());
    }

    private boolean isOwn(JavaClass type) {
        String name = type.getPackageName();
        return (name.equals(module) || name.startsWith(module + ".")) && !others.contains(name);
    }

    private int partOf(JavaClass type) {
        return parts.get(nameOfPart(type));
    }

    private String nameOfPart(JavaClass type) {
        String name = outermost(type).getName();
        return parts.containsKey(name) ? name : type.getPackageName();
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(PackageLadder::outermost).orElse(type);
    }
}
