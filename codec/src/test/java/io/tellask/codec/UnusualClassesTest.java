package io.tellask.codec;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OptionalDataException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that applications have and tests seldom do, through every way that a message goes. */
class UnusualClassesTest {
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
        return Stream.of(classes(), records(), cycles(), hooks()).flatMap(List::stream);
    }

    static Stream<Arguments> trees() {
        return Stream.concat(classes().stream(), records().stream());
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
    void comesBackByEveryWay(String name, Object root) {
        EveryWay.assertComesBack(CODEC, root);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("trees")
    void treesComeBackWithoutTracking(String name, Object root) {
        EveryWay.assertTreeComesBack(CODEC, root);
    }
}
