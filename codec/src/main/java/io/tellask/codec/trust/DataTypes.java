package io.tellask.codec.trust;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Classes of the JDK that hold data and nothing else, are written by their own hooks of serialization, and need no
 * grant: their hooks read no file, ask no server and load no class.
 */
final class DataTypes {
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

    private DataTypes() {}

    static Set<Class<?>> all() {
        Set<Class<?>> all = new HashSet<>(ENUMS);
        for (String name : UNNAMED) {
            all.addAll(JdkForms.withParts(name));
        }
        for (String name : JdkForms.HARMLESS) {
            all.addAll(JdkForms.withParts(name));
        }
        return all;
    }
}
