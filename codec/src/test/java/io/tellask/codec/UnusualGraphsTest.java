package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OptionalDataException;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs that applications have and tests seldom do, through every way that a message goes. */
class UnusualGraphsTest {
    private static final Codec CODEC =
            Codec.builder().allowPackage("io.tellask.codec").build();

    static class Top<T> implements Serializable {
        private T value;
        protected transient int skipped = 9;

        Top(T value) {
            this.value = value;
        }
    }

    static class Mid extends Top<List<String>> {
        private String value = "mid";

        Mid() {
            super(List.of("top"));
        }
    }

    static final class Leaf extends Mid {
        private final int value = 7;
        private final Leaf self = this;
    }

    static final class Names implements Serializable {
        int größe = 1;
        int $x = 2;
        int _y = 3;
        String 名前 = "n";
        long a = Long.MIN_VALUE;
        long A = Long.MAX_VALUE;
    }

    static final class Edges implements Serializable {
        byte b = Byte.MIN_VALUE;
        short s = Short.MIN_VALUE;
        char c = Character.MAX_VALUE;
        int i = Integer.MIN_VALUE;
        long j = Long.MIN_VALUE;
        float f = -0.0f;
        double d = Double.MIN_VALUE;
        Float nan = Float.NaN;
        double infinity = Double.NEGATIVE_INFINITY;
        Character none;
        Short boxed = -1;
        String empty = "";
    }

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

    static final class City implements Serializable {
        final Set<City> abc = new HashSet<>();
        final Long zid;

        City(long id) {
            zid = id;
        }

        @Override
        public int hashCode() {
            return zid.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof City city && city.zid.equals(zid);
        }
    }

    static class Token implements Serializable {
        static final Map<String, Token> ALL = new HashMap<>();
        final String name;

        Token(String name) {
            this.name = name;
        }

        static Token of(String name) {
            return ALL.computeIfAbsent(name, Token::new);
        }

        protected Object readResolve() {
            return of(name);
        }
    }

    public static class External implements Externalizable {
        Object held;
        External other;

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(held);
            out.writeObject(other);
            out.writeObject(held);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            held = in.readObject();
            other = (External) in.readObject();
            if (in.readObject() != held) {
                throw new IOException("not shared");
            }
        }
    }

    static final class Tail implements Serializable {
        transient List<Object> items = new ArrayList<>();
        int first = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            for (Object item : items) {
                out.writeObject(item);
            }
            out.writeInt(42);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            items = new ArrayList<>();
            try {
                while (true) {
                    items.add(in.readObject());
                }
            } catch (OptionalDataException e) {
                if (e.eof || in.readInt() != 42) {
                    throw e;
                }
            }
        }
    }

    record All(
            boolean z, byte b, short s, char c, int i, long j, float f, double d, Boolean bz, Character bc, Object o) {}

    record Range(int low, int high, List<Integer> steps) implements Comparable<Range> {
        Range {
            if (low > high) {
                throw new IllegalArgumentException("low > high");
            }
            steps = List.copyOf(steps);
        }

        @Override
        public int compareTo(Range other) {
            return Integer.compare(low, other.low);
        }
    }

    record Pair<A, B>(A left, B right) {}

    record Rows(int[]... rows) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Rows(int[][] others) && Arrays.deepEquals(rows, others);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(rows);
        }
    }

    sealed interface Shape permits Dot, Circle, Unit {}

    record Dot(int x) implements Shape {}

    static final class Circle implements Shape, Serializable {
        Shape center = new Dot(3);
    }

    enum Unit implements Shape {
        ONE,
        TWO {}
    }

    private static final class Failing extends Exception {
        private final Object detail;
        private transient int code = 3;

        Failing(String message, Object detail) {
            super(message);
            this.detail = detail;
        }
    }

    private static Arguments graph(String name, Object root) {
        return Arguments.of(name, root);
    }

    static Stream<Arguments> graphs() {
        return Stream.concat(trees(), Stream.concat(cycles().stream(), hooks().stream()));
    }

    static Stream<Arguments> trees() {
        return Stream.of(classes(), records(), arrays(), collections(), values())
                .flatMap(List::stream);
    }

    private static List<Arguments> classes() {
        Object empty = new Object[] {new ArrayList<>(), new ArrayList<>()};
        return List.of(
                graph("hidden generic fields", new Leaf()),
                graph("field names", new Names()),
                graph("edges", new Edges()),
                graph("empty twins", empty),
                graph("resolving class", new Object[] {Token.of("t"), Token.of("t")}));
    }

    private static List<Arguments> records() {
        return List.of(
                graph("all kinds", new All(true, (byte) 1, (short) 2, 'c', 4, 5, 6, 7, null, 'x', new int[] {1})),
                graph("all null", new All(false, (byte) 0, (short) 0, '\0', 0, 0, 0, 0, null, null, null)),
                graph("copying record", new Range(1, 2, new ArrayList<>(List.of(1, 2)))),
                graph(
                        "record keys",
                        new TreeMap<>(Map.of(new Range(1, 2, List.of()), "a", new Range(0, 9, List.of(3)), "b"))),
                graph(
                        "nested generics",
                        new Pair<>(new Pair<>(1, List.of(new Pair<>("x", 2L))), Map.of("k", new Pair<>(null, null)))),
                graph("varargs", new Rows(new int[] {1}, new int[0], null)),
                graph("sealed", new ArrayList<>(List.of(new Dot(1), new Circle(), Unit.ONE, Unit.TWO))),
                graph("local record", localRecord()));
    }

    private static Object localRecord() {
        record Local(String name, Thread.State state) {}
        return List.of(new Local("l", Thread.State.NEW), new Local(null, null));
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

    private static List<Arguments> cycles() {
        City a = new City(1);
        City b = new City(2);
        a.abc.addAll(List.of(a, b));
        b.abc.add(a);
        Failing failure = new Failing(null, new Object[] {1});
        RuntimeException suppressed = new IllegalStateException("s", failure);
        failure.addSuppressed(suppressed);
        failure.addSuppressed(new Error("e"));
        Pair<Object, Object> pair = new Pair<>(new ArrayList<>(), new HashMap<>());
        ((List<Object>) pair.left()).add(pair);
        ((Map<Object, Object>) pair.right()).put("p", List.of(pair));
        Map<Object, Object> values = new LinkedHashMap<>();
        values.put("me", Collections.unmodifiableMap(values));
        values.put("array", new Object[] {values});
        return List.of(
                graph("keys whose hash comes late", new ArrayList<>(List.of(a, b))),
                graph("failures", failure),
                graph("record and its parts", pair),
                graph("map of views of itself", values));
    }

    private static List<Arguments> hooks() {
        External outer = new External();
        External inner = new External();
        outer.held = new ArrayList<>(List.of("x"));
        outer.other = inner;
        inner.held = outer.held;
        inner.other = outer;
        Tail tail = new Tail();
        tail.items.addAll(List.of("a", tail, 1L));
        return List.of(
                graph("externalizables on a cycle", outer),
                graph("items until the data", tail),
                graph("resolved keys", new HashMap<>(Map.of(Token.of("k"), new Token[] {Token.of("k"), null}))),
                graph("resolved in sets", new HashSet<>(Set.of(Token.of("a"), Token.of("b")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void comesBackByEveryWay(String name, @Nullable Object root) {
        String expected = GraphText.of(root, true);

        assertThat(GraphText.of(CODEC.decode(CODEC.encode(root), Object.class), true))
                .isEqualTo(expected);
        assertThat(GraphText.of(RoundTrips.session(CODEC, root, Object.class), true))
                .isEqualTo(expected);
        assertThat(GraphText.of(CODEC.copy(Objects.requireNonNull(root)), true)).isEqualTo(expected);
        byte[] described = CODEC.encode(CODEC.describe(CODEC.encode(root)));
        assertThat(GraphText.of(CODEC.decode(described, Object.class), true)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("trees")
    void treesComeBackWithoutTracking(String name, @Nullable Object root) {
        Codec trees = CODEC.toBuilder()
                .trackReferences(false)
                .limits(CodecLimits.standard().withDepth(100))
                .build();
        String expected = GraphText.of(root, true);
        if (!expected.contains("#")) {
            assertThat(GraphText.of(trees.decode(trees.encode(root), Object.class), false))
                    .isEqualTo(GraphText.of(root, false));
        }
    }
}
