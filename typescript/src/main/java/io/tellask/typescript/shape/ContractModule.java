package io.tellask.typescript.shape;

import io.tellask.typescript.shape.TypeExpression.Named;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Some contracts and all types that they reach. Immutable.
 *
 * @param contracts the names of those that were asked for
 * @param entries what is described, by name
 */
public record ContractModule(List<String> contracts, SortedMap<String, ModuleEntry> entries) {
    /** Keeps a copy. */
    public ContractModule(List<String> contracts, Map<String, ModuleEntry> entries) {
        this(List.copyOf(contracts), Collections.unmodifiableSortedMap(new TreeMap<>(entries)));
    }

    /** The entry of a name that the module describes. */
    public ModuleEntry entry(String name) {
        return Objects.requireNonNull(entries.get(name), name);
    }

    /** The names of what an entry reaches, itself among them. */
    public SortedSet<String> reachedFrom(String name) {
        SortedSet<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.removeFirst();
            if (reached.add(next)) {
                entry(next).types().flatMap(TypeExpression::all).forEach(type -> {
                    if (type instanceof Named named) {
                        open.add(named.className());
                    }
                });
            }
        }
        return reached;
    }
}
