package io.tellask.codec.trust;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Types of the JDK that are described by name and need no grant: interfaces and abstract classes that arrays name as
 * their component, and classes that hold data and nothing else: their hooks of serialization read no file, ask no
 * server and load no class. {@link JdkExceptions} are found by a rule of their own.
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

    private static final List<Class<?>> ENUMS = List.of(
            Character.UnicodeScript.class,
            Thread.State.class,
            java.math.RoundingMode.class,
            java.time.DayOfWeek.class,
            java.time.Month.class,
            java.time.chrono.HijrahEra.class,
            java.time.chrono.IsoEra.class,
            java.time.chrono.MinguoEra.class,
            java.time.chrono.ThaiBuddhistEra.class,
            java.time.format.FormatStyle.class,
            java.time.format.TextStyle.class,
            java.time.temporal.ChronoField.class,
            java.time.temporal.ChronoUnit.class,
            java.util.concurrent.TimeUnit.class);

    /** Wrappers, views and comparators, and a few forms that {@link JdkForms} has no name for. */
    private static final List<String> UNNAMED = List.of(
            "java.lang.String$CaseInsensitiveComparator",
            "java.time.Clock$FixedClock",
            "java.time.Clock$OffsetClock",
            "java.time.Clock$SystemClock",
            "java.time.Clock$TickClock",
            "java.time.chrono.ChronoLocalDateTimeImpl",
            "java.time.chrono.ChronoPeriodImpl",
            "java.time.chrono.ChronoZonedDateTimeImpl",
            "java.util.Collections$CheckedCollection",
            "java.util.Collections$CheckedList",
            "java.util.Collections$CheckedMap",
            "java.util.Collections$CheckedNavigableMap",
            "java.util.Collections$CheckedNavigableSet",
            "java.util.Collections$CheckedQueue",
            "java.util.Collections$CheckedRandomAccessList",
            "java.util.Collections$CheckedSet",
            "java.util.Collections$CheckedSortedMap",
            "java.util.Collections$CheckedSortedSet",
            "java.util.Collections$ReverseComparator",
            "java.util.Collections$ReverseComparator2",
            "java.util.Collections$SequencedSetFromMap",
            "java.util.Collections$SetFromMap",
            "java.util.Collections$UnmodifiableNavigableMap$EmptyNavigableMap",
            "java.util.Collections$UnmodifiableNavigableSet$EmptyNavigableSet",
            "java.util.Comparators$NaturalOrderComparator",
            "java.util.Comparators$NullComparator",
            "java.util.TreeMap$AscendingSubMap",
            "java.util.TreeMap$DescendingSubMap",
            "java.util.concurrent.ConcurrentSkipListMap$SubMap",
            "java.util.concurrent.atomic.DoubleAccumulator",
            "java.util.concurrent.atomic.LongAccumulator");

    static final Set<Class<?>> ALL = all();

    private PlainTypes() {}

    private static Set<Class<?>> all() {
        Set<Class<?>> all = new HashSet<>(NAMES);
        all.addAll(ENUMS);
        for (String name : UNNAMED) {
            all.addAll(JdkForms.withParts(name));
        }
        for (String name : JdkForms.HARMLESS) {
            all.addAll(JdkForms.withParts(name));
        }
        return Set.copyOf(all);
    }
}
