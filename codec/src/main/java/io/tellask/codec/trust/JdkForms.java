package io.tellask.codec.trust;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Classes of the JDK that are not built in and travel in their own serialized form.
 *
 * <p>A harmless one is data: reading, hashing, comparing or printing it opens no connection, loads no class and calls
 * no code that the sender chose. It needs no grant; any other class of the JDK needs one of its own. Either brings the
 * classes that its form consists of, such as the zone of a calendar.
 */
final class JdkForms {
    static final Set<String> HARMLESS = Set.of(
            "java.math.MathContext",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.text.ChoiceFormat",
            "java.text.CompactNumberFormat",
            "java.text.DateFormatSymbols",
            "java.text.DecimalFormat",
            "java.text.DecimalFormatSymbols",
            "java.text.MessageFormat",
            "java.text.SimpleDateFormat",
            "java.time.chrono.HijrahChronology",
            "java.time.chrono.HijrahDate",
            "java.time.chrono.IsoChronology",
            "java.time.chrono.JapaneseChronology",
            "java.time.chrono.JapaneseDate",
            "java.time.chrono.JapaneseEra",
            "java.time.chrono.MinguoChronology",
            "java.time.chrono.MinguoDate",
            "java.time.chrono.ThaiBuddhistChronology",
            "java.time.chrono.ThaiBuddhistDate",
            "java.time.temporal.ValueRange",
            "java.time.temporal.WeekFields",
            "java.time.zone.ZoneOffsetTransition",
            "java.time.zone.ZoneOffsetTransitionRule",
            "java.time.zone.ZoneRules",
            "java.util.DoubleSummaryStatistics",
            "java.util.GregorianCalendar",
            "java.util.Properties",
            "java.util.Random",
            "java.util.SimpleTimeZone",
            "java.util.Stack",
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.ConcurrentHashMap$KeySetView",
            "java.util.concurrent.ConcurrentLinkedDeque",
            "java.util.concurrent.LinkedBlockingDeque",
            "java.util.concurrent.LinkedBlockingQueue",
            "java.util.concurrent.LinkedTransferQueue",
            "java.util.concurrent.PriorityBlockingQueue",
            "java.util.concurrent.Semaphore",
            "java.util.concurrent.atomic.AtomicIntegerArray",
            "java.util.concurrent.atomic.AtomicLongArray",
            "java.util.concurrent.atomic.AtomicReferenceArray",
            "java.util.concurrent.atomic.DoubleAdder",
            "java.util.concurrent.atomic.LongAdder",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantReadWriteLock",
            "java.util.concurrent.locks.StampedLock",
            "java.lang.StringBuffer");

    private static final Map<String, List<String>> PARTS = new HashMap<>();

    static {
        parts("java.util.Calendar", "java.util.GregorianCalendar", "java.util.TimeZone");
        parts("java.util.TimeZone", "java.util.SimpleTimeZone", "sun.util.calendar.ZoneInfo");
        parts("java.text.DateFormat", "java.text.SimpleDateFormat", "java.util.Calendar", "java.text.NumberFormat");
        parts("java.math.MathContext", "java.math.RoundingMode");
        parts("java.text.SimpleDateFormat", "java.text.DateFormatSymbols");
        parts(
                "java.text.NumberFormat",
                "java.text.DecimalFormat",
                "java.text.ChoiceFormat",
                "java.text.CompactNumberFormat");
        parts("java.text.DecimalFormat", "java.text.DecimalFormatSymbols", "java.math.RoundingMode");
        parts(
                "java.text.CompactNumberFormat",
                "java.text.DecimalFormat",
                "java.text.DecimalFormatSymbols",
                "java.math.RoundingMode");
        parts("java.text.MessageFormat", "java.text.Format", "java.text.DateFormat", "java.text.NumberFormat");
        parts("java.net.InetAddress", "java.net.InetAddress", "java.net.Inet4Address", "java.net.Inet6Address");
        parts("java.net.SocketAddress", "java.net.InetSocketAddress");
        parts("java.net.InetSocketAddress", "java.net.InetAddress");
        parts(
                "java.time.chrono.ChronoLocalDate",
                "java.time.chrono.HijrahDate",
                "java.time.chrono.JapaneseDate",
                "java.time.chrono.MinguoDate",
                "java.time.chrono.ThaiBuddhistDate");
        parts(
                "java.time.chrono.Chronology",
                "java.time.chrono.HijrahChronology",
                "java.time.chrono.IsoChronology",
                "java.time.chrono.JapaneseChronology",
                "java.time.chrono.MinguoChronology",
                "java.time.chrono.ThaiBuddhistChronology");
        for (String chrono : List.of("Hijrah", "Iso", "Japanese", "Minguo", "ThaiBuddhist")) {
            parts("java.time.chrono." + chrono + "Date", "java.time.chrono.Ser");
            parts("java.time.chrono." + chrono + "Chronology", "java.time.chrono.Ser");
        }
        parts("java.time.chrono.JapaneseEra", "java.time.chrono.Ser");
        parts("java.time.temporal.WeekFields", "java.time.DayOfWeek");
        for (String rule : List.of("ZoneRules", "ZoneOffsetTransition", "ZoneOffsetTransitionRule")) {
            parts("java.time.zone." + rule, "java.time.zone.Ser");
        }
        addConcurrent();
    }

    private JdkForms() {}

    private static void addConcurrent() {
        for (String adder : List.of("LongAdder", "DoubleAdder", "LongAccumulator", "DoubleAccumulator")) {
            parts(
                    "java.util.concurrent.atomic." + adder,
                    "java.util.concurrent.atomic." + adder + "$SerializationProxy");
        }
    }

    private static void parts(String whole, String... parts) {
        PARTS.computeIfAbsent(whole, _ -> new ArrayList<>()).addAll(List.of(parts));
    }

    static boolean isHarmless(Class<?> type) {
        return HARMLESS.contains(type.getName());
    }

    /** The class of java.base of a name and what its form consists of; nothing, where this JDK has none. */
    static List<Class<?>> withParts(String name) {
        try {
            Class<?> type = Class.forName(name, false, null);
            List<Class<?>> all = partsOf(type);
            all.add(type);
            return all;
        } catch (ClassNotFoundException e) {
            return List.of();
        }
    }

    /** The classes that the form of a class consists of; loaded, not initialised. */
    static List<Class<?>> partsOf(Class<?> type) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> level = type; level != null; level = level.getSuperclass()) {
            for (String name : PARTS.getOrDefault(level.getName(), List.of())) {
                try {
                    found.add(Class.forName(name, false, type.getClassLoader()));
                } catch (ClassNotFoundException e) {
                    continue; // another release of the JDK
                }
            }
        }
        return found;
    }
}
