package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.Codec;
import io.tellask.codec.RoundTrips;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every built-in type comes back equal and of the same class, alone and inside a list. */
public class BuiltInTypesTest {
    private static final List<String> THREE = List.of("a", "\u00fc", "\u4e16");

    public static Stream<Object> values() {
        return Stream.of(strings(), numbers(), lists(), sets(), maps(), times(), others())
                .flatMap(List::stream);
    }

    private static List<Object> strings() {
        return List.of(
                "",
                "a",
                "\u00ff",
                "\u0100",
                "\ud800 lone surrogate, and so on",
                "x".repeat(119),
                "x".repeat(124),
                "x".repeat(70_000),
                "\u4e16".repeat(5_000),
                "latin for long and then one \ud83d\ude00 pair");
    }

    private static List<Object> numbers() {
        return List.of(
                true,
                false,
                (byte) -1,
                (short) -300,
                'a',
                '\uffff',
                0,
                -1,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                0L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                1L << 55,
                1L << 56,
                -(1L << 55),
                1.5f,
                Float.NaN,
                -0.0,
                Double.MIN_VALUE,
                BigInteger.TWO.pow(200).negate(),
                new BigDecimal("-12.340"),
                new BigDecimal("1E+400"));
    }

    private static List<Object> lists() {
        return List.of(
                new ArrayList<>(THREE),
                new ArrayList<>(Arrays.asList(1, null, "x")),
                new ArrayList<>(),
                new LinkedList<>(THREE),
                new ArrayDeque<>(THREE).stream().toList(),
                new Vector<>(THREE),
                new CopyOnWriteArrayList<>(THREE),
                List.of(),
                List.of(1),
                List.of(1, 2),
                THREE,
                List.of(1, 2, 3, 4).subList(1, 3),
                Stream.of(1, null).toList(),
                Arrays.asList(1, null, 3),
                Collections.emptyList(),
                Collections.singletonList(null),
                Collections.unmodifiableList(new ArrayList<>(THREE)),
                Collections.unmodifiableList(new LinkedList<>(THREE)),
                Collections.synchronizedList(new ArrayList<>(THREE)),
                new ArrayList<>(List.of(new ArrayList<>(List.of(1L)), THREE)));
    }

    private static List<Object> sets() {
        return List.of(
                new HashSet<>(THREE),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new TreeSet<>(THREE),
                reversed(),
                new CopyOnWriteArraySet<>(THREE),
                new ConcurrentSkipListSet<>(THREE),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3),
                Collections.emptySet(),
                Collections.singleton("x"),
                Collections.unmodifiableSet(new HashSet<>(THREE)),
                EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS),
                EnumSet.noneOf(TimeUnit.class),
                EnumSet.allOf(TimeUnit.class),
                EnumSet.of(Character.UnicodeScript.LATIN));
    }

    private static TreeSet<String> reversed() {
        TreeSet<String> set = new TreeSet<>(Collections.reverseOrder());
        set.addAll(THREE);
        return set;
    }

    private static List<Object> maps() {
        Map<Object, Object> some = new HashMap<>();
        some.put("a", 1);
        some.put(null, "b");
        some.put(2, null);
        Map<String, String> plain = Map.of("a", "b", "c", "d");
        TreeMap<String, Integer> noCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        noCase.put("A", 1);
        return List.of(
                some,
                new HashMap<>(plain),
                new LinkedHashMap<>(plain),
                new TreeMap<>(plain),
                noCase,
                new ConcurrentHashMap<>(plain),
                new ConcurrentSkipListMap<>(plain),
                new Hashtable<>(plain),
                plain,
                Map.of(),
                Map.of(1, 2),
                Collections.emptyMap(),
                Collections.singletonMap("k", null),
                Collections.unmodifiableMap(new HashMap<>(plain)),
                Collections.synchronizedMap(new HashMap<>(plain)),
                new EnumMap<>(Map.of(TimeUnit.DAYS, "d")),
                Map.entry("k", 1),
                new AbstractMap.SimpleEntry<>("k", null),
                new AbstractMap.SimpleImmutableEntry<>(null, 1),
                new EnumMap<TimeUnit, String>(TimeUnit.class));
    }

    private static List<Object> times() {
        return List.of(
                Instant.parse("2026-11-20T10:00:00.000000001Z"),
                Instant.MIN,
                Instant.MAX,
                Duration.ofNanos(-1),
                Duration.ofDays(1),
                Period.of(1, -2, 3),
                LocalDate.MIN,
                LocalDate.of(2026, 2, 28),
                LocalTime.MIDNIGHT,
                LocalTime.of(1, 2, 3, 4),
                LocalDateTime.of(2026, 1, 1, 1, 1),
                ZonedDateTime.parse("2026-10-25T02:30:00+02:00[Europe/Berlin]"),
                ZonedDateTime.parse("2026-10-25T02:30:00+01:00[Europe/Berlin]"),
                OffsetDateTime.parse("2026-01-01T00:00:00+05:30"),
                OffsetTime.parse("10:00+01:00"),
                ZoneId.of("Europe/Paris"),
                ZoneOffset.ofHours(-3),
                ZoneOffset.UTC,
                Year.of(2026),
                YearMonth.of(2026, 12),
                MonthDay.of(2, 29));
    }

    private static List<Object> others() {
        return List.of(
                new UUID(1, -2),
                URI.create("http://example.com/a?b=c#d"),
                new Date(1),
                BitSet.valueOf(new long[] {5, 9}),
                Locale.ROOT,
                Locale.forLanguageTag("zh-Hans-CN-u-nu-thai"),
                Locale.of("no", "NO", "NY"),
                Locale.GERMANY,
                Currency.getInstance("EUR"),
                Optional.empty(),
                Optional.of(THREE),
                OptionalInt.of(1),
                OptionalInt.empty(),
                OptionalLong.of(2),
                OptionalDouble.of(3),
                new StackTraceElement("app", "m", "1", "C", "f", "C.java", 12),
                new StackTraceElement("C", "f", null, -2),
                TimeUnit.DAYS);
    }

    @ParameterizedTest
    @MethodSource("values")
    void comesBackEqual(Object value) {
        Codec codec = Codec.builder()
                .allow(TimeUnit.class, Character.UnicodeScript.class)
                .build();

        for (Codec each :
                List.of(codec, codec.toBuilder().trackReferences(false).build())) {
            assertSame(RoundTrips.standalone(each, value), value);
            assertThat(RoundTrips.standalone(each, new ArrayList<>(Arrays.asList(null, value, value))))
                    .isEqualTo(Arrays.asList(null, value, value));
        }
    }

    private static void assertSame(Object back, Object value) {
        assertThat(back).isEqualTo(value);
        if (!value.getClass().getName().contains("ImmutableCollections")) {
            assertThat(back.getClass()).isEqualTo(value.getClass());
        }
    }

    @Test
    void queuesComeBackInOrder() {
        for (Collection<Object> queue : List.<Collection<Object>>of(
                new ArrayDeque<>(THREE),
                new PriorityQueue<>(THREE),
                new ConcurrentLinkedQueue<>(THREE),
                Collections.unmodifiableCollection(new ArrayList<>(THREE)),
                Collections.synchronizedCollection(new ArrayList<>(THREE)))) {
            assertThat(RoundTrips.standalone(Codec.standard(), queue))
                    .hasSameClassAs(queue)
                    .containsExactlyElementsOf(queue);
        }
    }

    @Test
    void atomicsAndBuildersComeBack() {
        assertThat(RoundTrips.standalone(Codec.standard(), new AtomicInteger(-5))
                        .get())
                .isEqualTo(-5);
        assertThat(RoundTrips.standalone(Codec.standard(), new AtomicLong(5)).get())
                .isEqualTo(5);
        assertThat(RoundTrips.standalone(Codec.standard(), new AtomicBoolean(true))
                        .get())
                .isTrue();
        assertThat(RoundTrips.standalone(Codec.standard(), new StringBuilder("x\u4e16")))
                .hasToString("x\u4e16");
    }

    @Test
    void sortedCollectionsKeepTheirOrder() {
        assertThat(RoundTrips.standalone(Codec.standard(), reversed())).containsExactlyElementsOf(reversed());
    }

    @Test
    void arraysOfEveryKindComeBack() {
        Object[] arrays = {
            new boolean[] {true, false},
            new byte[] {1, -1},
            new short[] {1, -1},
            new char[] {'a', '\uffff'},
            new int[] {1, -1},
            new long[] {1, -1},
            new float[] {1, Float.NaN},
            new double[] {1, -0.0},
            new String[] {"a", null},
            new Object[] {1, "a", null},
            new Integer[] {1, null},
            new int[][] {{1}, null, {}},
            new String[][][] {{{"a"}}},
            new Comparable<?>[] {1, "b"},
            new List<?>[] {THREE, null},
            new Object[0][0],
            new TimeUnit[] {TimeUnit.DAYS},
            new Number[] {1, 2L}
        };
        Object[] back =
                RoundTrips.standalone(Codec.builder().allow(TimeUnit.class).build(), arrays);

        assertThat(Arrays.deepEquals(back, arrays)).isTrue();
        for (int i = 0; i < arrays.length; i++) {
            assertThat(back[i]).hasSameClassAs(arrays[i]);
        }
    }
}
