package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.TypeCodec;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written in place, where no code of the application may run, and what is refused there. */
class InPlaceTest {
    private static final int MOST = 2_048;
    private static final AtomicInteger CALLS = new AtomicInteger();

    private record Held(int number, String name, @Nullable Object any) {}

    private record Line(int count, long price) {}

    private record Order(
            String name, List<Line> lines, @Nullable Line first, Thread.State state) {}

    private static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws java.io.IOException {
            CALLS.incrementAndGet();
            out.defaultWriteObject();
        }
    }

    private static final class Replaced implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            CALLS.incrementAndGet();
            return new Line(1, 2);
        }
    }

    /** By hand. */
    public static final class External implements Externalizable {
        private static final long serialVersionUID = 1;

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) {
            CALLS.incrementAndGet();
        }

        @Override
        public void readExternal(ObjectInput in) {}
    }

    private static final class OwnList extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public int size() {
            CALLS.incrementAndGet();
            return super.size();
        }

        @Override
        public Iterator<Object> iterator() {
            CALLS.incrementAndGet();
            return super.iterator();
        }
    }

    private static final class OwnFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            CALLS.incrementAndGet();
            return "own";
        }
    }

    private record ByHand(int number) {}

    private record Backwards() implements Comparator<String>, Serializable {
        @Override
        public int compare(String one, String other) {
            CALLS.incrementAndGet();
            return other.compareTo(one);
        }
    }

    private static final class Chain {
        @Nullable
        Chain next;
    }

    private final Codec codec = Codec.builder()
            .allow(
                    InPlaceTest.class,
                    Held.class,
                    Line.class,
                    Order.class,
                    Hooked.class,
                    Replaced.class,
                    External.class,
                    OwnList.class,
                    OwnFailure.class,
                    Backwards.class,
                    Chain.class)
            .allowLambdas()
            .allowProxies(Runnable.class)
            .custom(ByHand.class, "by-hand", new CustomCodec<ByHand>() {
                @Override
                public void write(ByHand value, BodyWriter out) {
                    CALLS.incrementAndGet();
                    out.writeInt(value.number);
                }

                @Override
                public ByHand read(BodyReader in) {
                    return new ByHand(in.readInt());
                }
            })
            .build();
    private final List<Integer> announced = new ArrayList<>();
    private final SchemaSink sink = (id, _) -> announced.add(id);
    private final ScopedEncoder encoder = codec.newScopedEncoder(sink);
    private final ByteWriter place = new ByteWriter(8 * 1024);

    private byte[] elsewhere(Object value) {
        ByteWriter out = new ByteWriter(64);
        encoder.encode(value, Object.class, out);
        return out.toByteArray();
    }

    private byte[] inPlace(Object value) {
        return inPlace(value, MOST);
    }

    private byte[] inPlace(Object value, int most) {
        int from = place.position();
        place.beginInPlace(most);
        try {
            encoder.encode(value, Object.class, place);
            return Arrays.copyOfRange(place.array(), from, place.position());
        } finally {
            place.endInPlace();
        }
    }

    private void assertKnownRefused(Object value, NotInPlaceException reason) {
        elsewhere(value);
        assertRefused(value, reason);
    }

    private void assertRefused(Object value, NotInPlaceException reason) {
        int from = place.position();
        int known = announced.size();
        int calls = CALLS.get();
        assertThatThrownBy(() -> inPlace(value)).isSameAs(reason);
        assertThat(place.position()).isEqualTo(from);
        assertThat(announced).hasSize(known);
        assertThat(CALLS).hasValue(calls);
    }

    @Test
    void knownClassesAreWrittenAsElsewhere() {
        List<Object> values = List.of(
                new Line(3, 4),
                new Held(1, "held", new Line(5, 6)),
                new Held(2, "a list", List.of(new Line(1, 1), "text", 7, 8L)),
                new Held(3, "null", null),
                new Order("order", new ArrayList<>(List.of(new Line(1, 2), new Line(3, 4))), null, Thread.State.NEW),
                new Held(4, "maps", Map.of("one", 1, "two", 2)),
                new Held(5, "map", Map.of(new Line(1, 2), new Line(2, 3))),
                new Held(6, "queue", new ArrayList<>(new ArrayDeque<>(List.of("b", "a")))),
                new Held(7, "bytes", new byte[] {1, 2, 3}),
                new Held(8, "strings", new String[] {"a", "b"}),
                "text",
                42);
        for (Object value : values) {
            byte[] bytes = elsewhere(value);
            assertThat(inPlace(value)).describedAs("%s", value).isEqualTo(elsewhere(value));
            assertThat(inPlace(value)).hasSameSizeAs(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource(MessageForm.class)
    void everyFormAndReferencesAreWrittenAsElsewhere(MessageForm form) {
        for (boolean references : new boolean[] {false, true}) {
            Codec other =
                    codec.toBuilder().trackReferences(references).form(form).build();
            ScopedEncoder encoding = other.newScopedEncoder((_, _) -> {});
            Line shared = new Line(1, 2);
            Object value = new Held(1, "both", new ArrayList<>(List.of(shared, shared, "text", "text")));
            ByteWriter first = new ByteWriter(64);
            encoding.encode(value, Object.class, first);
            ByteWriter elsewhere = new ByteWriter(64);
            encoding.encode(value, Object.class, elsewhere);
            ByteWriter here = new ByteWriter(512);
            here.beginInPlace(512);
            encoding.encode(value, Object.class, here);
            assertThat(here.toByteArray()).isEqualTo(elsewhere.toByteArray());
        }
    }

    @Test
    void classThatIsNewIsRefusedAndNotAnnounced() {
        assertRefused(new Line(1, 2), NotInPlaceException.NEW);
        elsewhere(new Line(1, 2));
        assertThat(inPlace(new Line(1, 2))).isEqualTo(elsewhere(new Line(1, 2)));
        elsewhere(new Held(1, "x", null));
        assertThat(inPlace(new Held(1, "x", new Line(1, 2)))).isNotEmpty();
        assertRefused(new Held(1, "x", new Chain()), NotInPlaceException.NEW);
    }

    @Test
    void memberThatIsNewIsRefusedAndNotAnnounced() {
        elsewhere(new Order("x", List.of(), null, Thread.State.NEW));
        Order withLine = new Order("x", new ArrayList<>(List.of()), new Line(1, 2), Thread.State.NEW);
        assertRefused(withLine, NotInPlaceException.NEW);
        elsewhere(withLine);
        assertThat(inPlace(withLine)).isEqualTo(elsewhere(withLine));
    }

    @Test
    void codeOfTheApplicationIsNotCalled() {
        elsewhere(new Held(1, "x", new Line(1, 2)));
        Runnable proxy = (Runnable) Proxy.newProxyInstance(
                Runnable.class.getClassLoader(), new Class<?>[] {Runnable.class}, (_, _, _) -> CALLS.incrementAndGet());
        List<Object> refused = List.of(
                new Hooked(),
                new Replaced(),
                new External(),
                new OwnList(),
                new OwnFailure(),
                new ByHand(1),
                (Serializable & Comparator<String>) String::compareTo,
                Collections.unmodifiableList(new OwnList()),
                Collections.synchronizedList(new ArrayList<>()),
                new Vector<>(List.of(1)),
                new HashMap<>(Map.of("a", 1)), // which may have a table far longer than its entries
                new HashSet<>(Set.of("a")),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                new TreeMap<>(Map.of("a", 1)), // which two threads can have made a circle of
                new TreeSet<>(Set.of("a")),
                new LinkedList<>(List.of(1)),
                new LinkedHashMap<>(Map.of("a", 1)),
                new Line[] {new Line(1, 2)});
        for (Object value : refused) {
            assertKnownRefused(value, NotInPlaceException.CODE);
            assertKnownRefused(new Held(1, "within", value), NotInPlaceException.CODE);
            assertKnownRefused(new Held(1, "list", new ArrayList<>(List.of(value, value))), NotInPlaceException.CODE);
            assertKnownRefused(new Held(1, "queue", new ArrayDeque<>(List.of(value, 1))), NotInPlaceException.CODE);
            assertKnownRefused(new Held(1, "map", Map.of("key", value)), NotInPlaceException.CODE);
        }
        assertThatThrownBy(() -> inPlace(new Held(1, "proxy", proxy))).isInstanceOf(NotInPlaceException.class);
    }

    @Test
    void aLongNumberIsRefusedBeforeItsBytesAreMade() {
        BigInteger number = BigInteger.ONE.shiftLeft(8 * 4_000);
        BitSet bits = new BitSet();
        bits.set(8 * 4_000);
        for (Object value : List.of(number, new BigDecimal(number, 2), bits)) {
            assertKnownRefused(value, NotInPlaceException.LONG);
            assertKnownRefused(new Held(1, "within", value), NotInPlaceException.LONG);
        }
    }

    @Test
    void comparatorOfTheApplicationIsNotCalled() {
        TreeMap<String, Integer> map = new TreeMap<>(new Backwards());
        map.put("a", 1);
        map.put("b", 2);
        elsewhere(map);
        int calls = CALLS.get();
        assertKnownRefused(map, NotInPlaceException.CODE);
        assertThat(CALLS).hasValue(calls);
    }

    @Test
    void longMessageIsRefusedAtTheByteBehindTheLimit() {
        Held value = new Held(1, "text of some length", new ArrayList<>(List.of("one", "two")));
        elsewhere(value);
        int bytes = inPlace(value, MOST).length;
        int room = bytes;
        while (!fits(value, room)) { // room for the longest form of the fields is asked for first
            room++;
        }
        assertThat(room).isBetween(bytes, bytes + 3 * 128);
        assertThat(fits(value, room - 1)).isFalse();
        assertKnownRefused(new Held(1, "x".repeat(MOST), null), NotInPlaceException.LONG);
        assertKnownRefused(new Held(1, "", new byte[MOST]), NotInPlaceException.LONG);
        assertKnownRefused(new Held(1, "", new int[MOST / 4]), NotInPlaceException.LONG);
        assertKnownRefused(
                new Held(1, "", new ArrayList<>(Collections.nCopies(MOST + 1, null))), NotInPlaceException.LONG);
        assertKnownRefused(
                new Held(1, "", new ArrayDeque<>(Collections.nCopies(MOST + 1, 1))), NotInPlaceException.LONG);
        assertKnownRefused("x".repeat(MOST), NotInPlaceException.LONG);
        assertThat(inPlace(value)).isEqualTo(elsewhere(value));
    }

    private boolean fits(Object value, int room) {
        try {
            inPlace(value, room);
            return true;
        } catch (NotInPlaceException tooLong) {
            assertThat(tooLong).isSameAs(NotInPlaceException.LONG);
            return false;
        }
    }

    @Test
    void batchWithoutRoomIsNoLastingReason() {
        Line value = new Line(1, 2);
        elsewhere(value);
        place.position(place.array().length - ByteWriter.SLACK - 4);
        byte[] array = place.array();
        assertRefused(value, NotInPlaceException.FULL);
        assertThat(NotInPlaceException.FULL.isPassing()).isTrue();
        assertThat(NotInPlaceException.CODE.isPassing()).isFalse();
        assertThat(place.array()).isSameAs(array);
    }

    @Test
    void deepGraphIsRefusedBeforeAnotherThreadGoesOn() {
        Chain first = new Chain();
        elsewhere(first);
        for (int i = 0; i < 1_000; i++) {
            Chain outer = new Chain();
            outer.next = first;
            first = outer;
        }
        Chain deep = first;
        assertThatThrownBy(() -> inPlace(deep, 8_000)).isSameAs(NotInPlaceException.LONG);
        assertThat(inPlace(new Chain())).isEqualTo(elsewhere(new Chain()));
    }

    @Test
    void failureLeavesThePositionAndTheEncoderUsable() {
        record NotGranted(int number) {}
        Held bad = new Held(1, "x", new NotGranted(1));
        Held good = new Held(1, "x", null);
        elsewhere(good);
        int from = place.position();
        assertThatThrownBy(() -> elsewhere(bad)).isInstanceOf(EncodeException.class);
        assertThatThrownBy(() -> inPlace(bad)).isInstanceOf(NotInPlaceException.class);
        assertThat(place.position()).isEqualTo(from);
        assertThat(inPlace(good)).isEqualTo(elsewhere(good));
    }

    @Test
    void plainAndStoreMessagesThatDescribeClassesAreRefused() {
        codec.encode(new Line(1, 2));
        place.beginInPlace(MOST);
        ScopedEncoder store = codec.newStoreEncoder((_, _) -> {});
        assertThatThrownBy(() -> store.encode(new Line(1, 2), Object.class, place))
                .isInstanceOf(NotInPlaceException.class);
        assertThat(place.position()).isZero();
    }

    /** A new built-in type is refused until somebody has looked at what runs while it is written. */
    @Test
    void onlyBuiltInTypesThatCallNobodyAreLetIn() {
        List<String> holders = new ArrayList<>();
        for (TypeCodec each : BuiltIns.BY_HEAD) {
            if (each != null && (each.head > 53 && each.head < 79)) {
                holders.add(each.type.getSimpleName());
            }
        }
        assertThat(holders)
                .containsExactly(
                        "KeyValueHolder",
                        "SimpleEntry",
                        "SimpleImmutableEntry",
                        "BigInteger",
                        "BigDecimal",
                        "UUID",
                        "URI",
                        "Date",
                        "BitSet",
                        "Locale",
                        "Currency",
                        "Optional",
                        "AtomicInteger",
                        "AtomicLong",
                        "AtomicBoolean",
                        "Instant",
                        "Duration",
                        "LocalDate",
                        "LocalTime",
                        "LocalDateTime",
                        "ZonedDateTime",
                        "OffsetDateTime",
                        "ZoneOffset",
                        "Period");
    }
}
