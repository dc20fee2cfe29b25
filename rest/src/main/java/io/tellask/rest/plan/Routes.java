package io.tellask.rest.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what serves a verb and a path. A part that is a text goes before one that stands for a parameter. Filled while
 * a {@code Rest} is built, then
 * only read, by any thread.
 *
 * @param <T> what serves
 */
public final class Routes<T> {
    private final Node<T> root = new Node<>();

    private static final class Node<T> {
        private final Map<String, Node<T>> byText = new HashMap<>();
        private final Map<Verb, T> targets = new EnumMap<>(Verb.class);
        private @Nullable Node<T> variable;
    }

    /**
     * What was found.
     *
     * @param target null if nothing serves that
     * @param variables what stands for the parameters of the path
     * @param others verbs that the path has, where it has not this one; empty where nothing has that path
     */
    public record Found<T>(@Nullable T target, List<String> variables, Set<Verb> others) {}

    /** Adds one; gives the one that has this verb and path already, and leaves it there. */
    public @Nullable T add(Verb verb, PathTemplate path, T target) {
        Node<T> node = root;
        for (String part : path.parts()) {
            node = PathTemplate.isVariable(part)
                    ? variableOf(node)
                    : node.byText.computeIfAbsent(part, _ -> new Node<>());
        }
        return node.targets.putIfAbsent(verb, target);
    }

    private static <T> Node<T> variableOf(Node<T> node) {
        if (node.variable == null) {
            node.variable = new Node<>();
        }
        return node.variable;
    }

    /** Looks for a path in parts that are decoded; a verb of null is found nowhere. */
    public Found<T> find(@Nullable Verb verb, List<String> parts) {
        Set<Verb> others = EnumSet.noneOf(Verb.class);
        List<String> variables = new ArrayList<>();
        T target = find(root, verb, parts, variables, others);
        return new Found<>(target, variables, others);
    }

    /** Looks at each node once at most, since one path leads to it. */
    private @Nullable T find(
            Node<T> node, @Nullable Verb verb, List<String> parts, List<String> variables, Set<Verb> others) {
        if (parts.isEmpty()) {
            others.addAll(node.targets.keySet());
            return verb == null ? null : node.targets.get(verb);
        }
        List<String> rest = parts.subList(1, parts.size());
        Node<T> next = node.byText.get(parts.getFirst());
        T found = next == null ? null : find(next, verb, rest, variables, others);
        if (found != null || node.variable == null || parts.getFirst().isEmpty()) {
            return found;
        }
        int before = variables.size();
        variables.add(parts.getFirst());
        found = find(node.variable, verb, rest, variables, others);
        if (found == null) {
            variables.subList(before, variables.size()).clear();
        }
        return found;
    }
}
