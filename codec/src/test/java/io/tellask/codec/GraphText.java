package io.tellask.codec;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/** A graph as text, each shared object numbered: equal texts mean equal graphs with the same sharing. */
final class GraphText {
    private final Map<Object, Integer> seen = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final boolean identity;

    private GraphText(boolean identity) {
        this.identity = identity;
    }

    static String of(Object root, boolean identity) {
        GraphText graph = new GraphText(identity);
        graph.append(root);
        return graph.text.toString();
    }

    private void append(Object value) {
        boolean shareable = value instanceof Collection
                || value instanceof Map
                || value instanceof Object[]
                || value instanceof Graphs.Node;
        if (identity && shareable) {
            Integer known = seen.putIfAbsent(value, seen.size());
            if (known != null) {
                text.append('#').append(known).append(' ');
                return;
            }
        }
        text.append(value == null ? "null" : value.getClass().getSimpleName()).append('(');
        switch (value) {
            case null -> {}
            case Collection<?> elements -> elements.forEach(this::append);
            case Map<?, ?> map ->
                map.forEach((key, each) -> {
                    append(key);
                    append(each);
                });
            case Object[] array -> {
                for (Object element : array) {
                    append(element);
                }
            }
            case int[] ints -> text.append(java.util.Arrays.toString(ints));
            case double[] doubles -> text.append(java.util.Arrays.toString(doubles));
            case Graphs.Node node -> appendNode(node);
            default -> text.append(value);
        }
        text.append(") ");
    }

    private void appendNode(Graphs.Node node) {
        text.append(node.id())
                .append(node.flag)
                .append(node.number)
                .append(' ')
                .append(node.wide)
                .append(' ');
        append(node.name);
        append(node.any);
        append(node.next);
        append(node.list);
        append(node.map);
    }
}
