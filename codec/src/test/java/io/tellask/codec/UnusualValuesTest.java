package io.tellask.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays, collections and values of the JDK as tests seldom have them, through every way that a message goes. */
class UnusualValuesTest {
    private static final Codec CODEC =
            Codec.builder().allowPackage("io.tellask.codec").build();

    enum Op implements Comparator<Integer> {
        UP {
            @Override
            public int compare(Integer a, Integer b) {
                return a.compareTo(b);
            }
        },
        DOWN {
            @Override
            public int compare(Integer a, Integer b) {
                return b.compareTo(a);
            }
        }
    }

    enum Unit {
        ONE,
        TWO {}
    }

    private static Arguments graph(String name, Object root) {
        return Arguments.of(name, root);
    }

    static Stream<Arguments> graphs() {
        return Stream.of(arrays(), collections(), values()).flatMap(List::stream);
    }

    private static List<Arguments> arrays() {
        int[] row = {1, 2};
        Object[] self = {null, row, row, row.clone()};
        self[0] = self;
        String shared = "shared";
        return List.of(
                graph("comparables", new Comparable<?>[] {1, "x", 2.0, Unit.TWO}),
                graph("serializables", new Serializable[] {row, null, new Serializable[0]}),
                graph("numbers", new Number[][] {{1, 2L}, null, {}, {BigInteger.TEN, 1.5f}}),
                graph("lists", new List<?>[] {List.of(1), null, new ArrayList<>()}),
                graph("entries", new Map.Entry<?, ?>[] {Map.entry(1, 2), new AbstractMap.SimpleEntry<>(null, null)}),
                graph("self", self),
                graph("shared rows", new int[][][] {{row, row}, {}, null, {null}}),
                graph("shared strings", new String[][] {{shared, shared}, {shared, new String(shared)}}),
                graph("enums", new Unit[][] {{Unit.TWO, null}, {Unit.ONE}}),
                graph("booleans", new boolean[][] {{true}, {}, {false, true}}),
                graph("empty", new long[0][3][]),
                graph("chars", new Object[] {
                    new char[] {'\0', '\uffff', '\ud800'}, "\ud800", "a\udc00b", new StringBuilder("\ud83d")
                }),
                graph("lengths", lengths()));
    }

    private static Object lengths() {
        List<String> all = new ArrayList<>();
        for (int length :
                new int[] {0, 1, 10, 11, 47, 48, 49, 50, 123, 124, 127, 128, 129, 16_379, 16_380, 16_384, 70_000}) {
            all.add("x".repeat(length));
            all.add("é".repeat(length));
            all.add("€".repeat(length));
            all.add("x".repeat(length) + "€");
        }
        return all;
    }

    private static List<Arguments> collections() {
        Map<Object, Object> keys = new LinkedHashMap<>();
        for (Object key : Arrays.asList(
                null,
                "1",
                1,
                1L,
                1.0,
                1f,
                '1',
                (byte) 1,
                (short) 1,
                true,
                Unit.ONE,
                List.of(),
                Instant.EPOCH,
                new UUID(0, 0),
                Optional.empty(),
                Map.of(),
                Set.of(1))) {
            keys.put(key, key);
        }
        Map<Unit, Map<Unit, Set<Unit>>> enums = new EnumMap<>(Unit.class);
        enums.put(Unit.TWO, new EnumMap<>(Map.of(Unit.TWO, EnumSet.of(Unit.TWO))));
        ArrayDeque<Object> wrapped = new ArrayDeque<>(4);
        for (int i = 0; i < 20; i++) {
            wrapped.addLast(i);
            if (i % 2 == 0) {
                wrapped.removeFirst();
            }
            wrapped.addFirst("f" + i);
        }
        PriorityQueue<Integer> heap = new PriorityQueue<>(Op.DOWN);
        IntStream.of(5, 1, 4, 1, 3).forEach(heap::add);
        TreeSet<Integer> down = new TreeSet<>(Op.DOWN);
        down.addAll(List.of(3, 1, 2));
        Comparator<Integer> order = Comparator.nullsFirst(Op.UP);
        Set<Object> fromMap = Collections.newSetFromMap(new HashMap<>());
        fromMap.add("a");
        return List.of(
                graph("keys of all kinds", keys),
                graph("enums in enums", enums),
                graph("all of a large enum", new Object[] {
                    EnumSet.allOf(Character.UnicodeScript.class),
                    EnumSet.noneOf(Character.UnicodeScript.class),
                    EnumSet.complementOf(EnumSet.of(Unit.ONE))
                }),
                graph("wrapped deque", wrapped),
                graph("heap", heap),
                graph("enum as comparator", down),
                graph("shared comparator", new Object[] {new TreeMap<Integer, Integer>(order), new TreeSet<>(order)}),
                graph(
                        "views of views",
                        Collections.unmodifiableMap(new TreeMap<>(Map.of(
                                1,
                                Collections.synchronizedList(Collections.unmodifiableList(
                                        new ArrayList<>(Collections.nCopies(3, null)))))))),
                graph("set from map", fromMap),
                graph("nulls", new ArrayList<>(Arrays.asList(null, null, "a", null))),
                graph("nulls only", new LinkedHashSet<>(Arrays.asList((Object) null))),
                graph(
                        "optionals",
                        new ArrayList<>(List.of(
                                Optional.empty(),
                                Optional.of(Optional.empty()),
                                Optional.of(List.of(Optional.of(1)))))),
                graph("map of maps", Map.of(Map.of(), Map.of(1, Map.of()), Map.of(2, 3), Map.of())),
                graph(
                        "empty of all",
                        List.of(
                                List.of(),
                                Set.of(),
                                Map.of(),
                                Collections.emptyList(),
                                Collections.emptyMap(),
                                new TreeMap<>(),
                                new ArrayDeque<>())));
    }

    private static List<Arguments> values() {
        LocalDateTime twice = LocalDateTime.of(2024, 10, 27, 2, 30);
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        return List.of(
                graph(
                        "dates",
                        List.of(
                                LocalDate.MIN,
                                LocalDate.MAX,
                                Year.of(-999_999_999),
                                Instant.MIN,
                                Instant.MAX,
                                LocalDateTime.MAX)),
                graph(
                        "spans",
                        List.of(
                                Duration.ofSeconds(Long.MIN_VALUE),
                                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                                Duration.ofNanos(-1),
                                Period.of(-1, Integer.MIN_VALUE, 3))),
                graph(
                        "overlap",
                        List.of(
                                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(1)),
                                ZonedDateTime.ofLocal(twice, berlin, ZoneOffset.ofHours(2)),
                                OffsetDateTime.MIN,
                                OffsetDateTime.MAX)),
                graph(
                        "zones",
                        List.of(
                                ZoneId.of("UTC"),
                                ZoneId.of("GMT+5"),
                                ZoneId.of("Z"),
                                ZoneOffset.MAX,
                                ZoneOffset.ofTotalSeconds(-1))),
                graph(
                        "numbers",
                        List.of(
                                BigInteger.ZERO,
                                BigInteger.ONE.shiftLeft(64).negate(),
                                BigInteger.valueOf(-128),
                                new BigDecimal("0E+10"),
                                new BigDecimal("-1E-400"),
                                new BigDecimal("1E+400"))),
                graph(
                        "uris",
                        List.of(
                                URI.create(""),
                                URI.create("mailto:a@b"),
                                URI.create("http://[::1]:80/a%20b?q=1#f"),
                                URI.create("../ü"),
                                new UUID(-1, 1))),
                graph(
                        "locales",
                        List.of(
                                Locale.ROOT,
                                Locale.forLanguageTag("th-TH-u-nu-thai"),
                                Locale.of("", "", "v"),
                                Locale.of("no", "NO", "NY"),
                                Locale.forLanguageTag("x-private"))),
                graph("atomics", atomics()));
    }

    private static Object atomics() {
        AtomicInteger counter = new AtomicInteger(-1);
        AtomicReference<Object> reference = new AtomicReference<>();
        Object[] holder = {reference, counter, counter};
        reference.set(new Object[] {1});
        return holder;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void comesBackByEveryWay(String name, Object root) {
        EveryWay.assertComesBack(CODEC, root);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void treesComeBackWithoutTracking(String name, Object root) {
        EveryWay.assertTreeComesBack(CODEC, root);
    }
}
