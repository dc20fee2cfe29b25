package io.tellask.codec.trust;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Types of the JDK that are described by name and need no grant: interfaces and abstract classes that arrays name as
 * their component, and {@link DataTypes}. {@link JdkExceptions} are found by a rule of their own.
 */
final class PlainTypes {
    private static final Set<Class<?>> NAMES = Set.of(
            Object.class,
            Number.class,
            Comparable.class,
            CharSequence.class,
            Iterable.class,
            java.io.Serializable.class,
            Cloneable.class,
            Enum.class,
            Record.class,
            java.time.temporal.Temporal.class,
            java.util.Collection.class,
            java.util.SequencedCollection.class,
            java.util.List.class,
            java.util.Set.class,
            java.util.SortedSet.class,
            java.util.NavigableSet.class,
            java.util.Queue.class,
            java.util.Deque.class,
            java.util.Map.class,
            java.util.Map.Entry.class,
            java.util.SortedMap.class,
            java.util.NavigableMap.class,
            java.util.concurrent.ConcurrentMap.class,
            Throwable.class);

    static final Set<Class<?>> ALL =
            Stream.concat(NAMES.stream(), DataTypes.all().stream()).collect(Collectors.toUnmodifiableSet());

    private PlainTypes() {}
}
