package io.tellask.codec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A graph as text, each shared object numbered where it is met first: equal texts mean equal graphs with the same
 * sharing.
 *
 * <p>Objects of the tests' own classes are written with all their fields, private ones too; containers of the JDK with
 * their elements, unordered ones sorted; other values as their text.
 */
public final class GraphText {
    private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();

    private final Map<Object, Integer> seen = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private final boolean identity;

    private final boolean identityOfStrings;

    private GraphText(boolean identity, boolean identityOfStrings) {
        this.identity = identity;
        this.identityOfStrings = identityOfStrings;
    }

    /** For encodings that write a string wherever it is referred to. */
    static String withoutIdentityOfStrings(Object root) {
        GraphText graph = new GraphText(true, false);
        graph.append(root);
        return graph.text.toString();
    }

    public static String of(Object root, boolean identity) {
        GraphText graph = new GraphText(identity, identity);
        graph.append(root);
        return graph.text.toString();
    }

    private void append(Object value) {
        if (value == null) {
            text.append("null ");
            return;
        }
        if (identity && hasIdentity(value)) {
            Integer known = seen.putIfAbsent(value, seen.size());
            if (known != null) {
                text.append('#').append(known).append(' ');
                return;
            }
        }
        text.append(value.getClass().getSimpleName()).append('(');
        appendBody(value);
        if (isOurs(value.getClass())) {
            appendFields(value);
        }
        text.append(") ");
    }

    private void appendBody(Object value) {
        switch (value) {
            case HashSet<?> set
            when set.getClass() == HashSet.class -> sorted(set).forEach(this::append);
            case Collection<?> elements -> (isUnordered(elements) ? sorted(elements) : elements).forEach(this::append);
            case Map<?, ?> map ->
                (isUnordered(map) ? sorted(map.keySet()) : map.keySet()).forEach(key -> {
                    append(key);
                    append(map.get(key));
                });
            case Object[] array -> Arrays.asList(array).forEach(this::append);
            case AtomicReference<?> reference -> append(reference.get());
            case Throwable failure -> appendThrowable(failure);
            default -> text.append(isOurs(value.getClass()) ? "" : plain(value));
        }
    }

    private void appendThrowable(Throwable failure) {
        append(failure.getMessage());
        append(failure.getCause());
        Arrays.asList(failure.getSuppressed()).forEach(this::append);
    }

    private void appendFields(Object value) {
        for (Field field : FIELDS.computeIfAbsent(value.getClass(), GraphText::fieldsOf)) {
            text.append(field.getName()).append('=');
            try {
                append(field.get(value));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = new java.util.ArrayList<>();
        for (Class<?> level = type; level != null && isOurs(level); level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                boolean travels =
                        !Modifier.isTransient(field.getModifiers()) || level.getEnclosingClass() == HookedClasses.class;
                if (travels && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("io.tellask") && !type.isEnum();
    }

    /** Values have no identity: they are compared by their text only. */
    private boolean hasIdentity(Object value) {
        return value instanceof Collection
                || value instanceof Map
                || value.getClass().isArray()
                || identityOfStrings && value instanceof String text && !text.isEmpty()
                || value instanceof Throwable
                || isOurs(value.getClass());
    }

    private static boolean isUnordered(Object container) {
        return container instanceof HashMap && !(container instanceof java.util.LinkedHashMap)
                || container instanceof ConcurrentHashMap
                || container instanceof java.util.PriorityQueue
                || container.getClass().getName().contains("Immutable") && !(container instanceof List);
    }

    /** The keys of random graphs differ in what {@link #label} shows. */
    private static List<?> sorted(Collection<?> keys) {
        return keys.stream().sorted(Comparator.comparing(GraphText::label)).toList();
    }

    private static String label(Object key) {
        return key instanceof GraphClasses.Node node ? "node " + node.id() : Objects.toString(key);
    }

    private static String plain(Object value) {
        return switch (value) {
            case boolean[] array -> Arrays.toString(array);
            case byte[] array -> Arrays.toString(array);
            case short[] array -> Arrays.toString(array);
            case char[] array -> Arrays.toString(array);
            case int[] array -> Arrays.toString(array);
            case long[] array -> Arrays.toString(array);
            case float[] array -> Arrays.toString(array);
            case double[] array -> Arrays.toString(array);
            case Enum<?> constant -> constant.getDeclaringClass().getName() + '.' + constant.name();
            default -> value.toString();
        };
    }
}
