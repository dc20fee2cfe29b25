package io.tellask.codec.text;

import io.tellask.codec.DataItem;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MapNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes of a message are referred to more than once, numbered in the order in which they are written; or, where
 * identity is not wanted, a guard against cycles. Not thread-safe.
 */
final class SharedNodes {
    private static final int NOT_SHARED = -1;
    private static final int UNNUMBERED = -2;

    private final IdentityHashMap<MessageNode, Integer> numbers = new IdentityHashMap<>();
    private final IdentityHashMap<MessageNode, Boolean> openNodes = new IdentityHashMap<>();
    private final boolean identity;
    private final int first;
    private int next;

    private SharedNodes(boolean identity, int first) {
        this.identity = identity;
        this.first = first;
        this.next = first;
    }

    /** Nodes that are shared get numbers from {@code first}. */
    static SharedNodes of(@Nullable Object root, int first) {
        SharedNodes shared = new SharedNodes(true, first);
        shared.count(root);
        return shared;
    }

    /** No node is taken for shared: it is written again wherever it is referred to. */
    static SharedNodes none() {
        return new SharedNodes(false, 0);
    }

    private void count(@Nullable Object root) {
        IdentityHashMap<MessageNode, Boolean> seen = new IdentityHashMap<>();
        Deque<MessageNode> pending = new ArrayDeque<>();
        visit(root, seen, pending);
        while (!pending.isEmpty()) {
            switch (pending.removeLast()) {
                case ObjectNode object -> {
                    for (int i = 0; i < object.description().fields().size(); i++) {
                        visit(object.value(i), seen, pending);
                    }
                    for (List<DataItem> part : object.data()) {
                        part.forEach(item -> visit(valueOf(item), seen, pending));
                    }
                }
                case SequenceNode sequence -> {
                    visit(sequence.comparator(), seen, pending);
                    sequence.elements().forEach(element -> visit(element, seen, pending));
                }
                case MapNode map -> {
                    visit(map.comparator(), seen, pending);
                    map.keys().forEach(key -> visit(key, seen, pending));
                    map.values().forEach(value -> visit(value, seen, pending));
                }
                default -> {}
            }
        }
    }

    private static @Nullable Object valueOf(DataItem item) {
        return item instanceof DataItem.Reference reference ? reference.value() : null;
    }

    private void visit(@Nullable Object value, IdentityHashMap<MessageNode, Boolean> seen, Deque<MessageNode> pending) {
        if (value instanceof MessageNode node && !(node instanceof EnumNode)) {
            if (seen.put(node, true) == null) {
                pending.addLast(node);
            } else {
                numbers.put(node, UNNUMBERED);
            }
        }
    }

    /** The number of a shared node, given when it is first asked for, or -1. */
    int numberOf(MessageNode node) {
        Integer number = numbers.get(node);
        return number == null ? NOT_SHARED : number == UNNUMBERED ? next : number;
    }

    boolean isWritten(MessageNode node) {
        return numbers.getOrDefault(node, UNNUMBERED) >= first;
    }

    void markWritten(MessageNode node) {
        numbers.put(node, next++);
    }

    /** Whether the node may be begun: not where it is open already and would be written without end. */
    boolean open(MessageNode node) {
        return identity || openNodes.put(node, true) == null;
    }

    void close(MessageNode node) {
        if (!identity) {
            openNodes.remove(node);
        }
    }
}
