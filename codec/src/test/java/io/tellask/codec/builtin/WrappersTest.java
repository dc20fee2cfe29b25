package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.graph.HeadNumbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrappers and views: those of the JDK that can travel keep what they wrap, the others are refused by name. */
public class WrappersTest {
    private final Codec codec = Codec.builder().allowClasses().build();

    /** A way to wrap, and a fresh thing to wrap. */
    public record Wrapping(String name, Object inner, UnaryOperator<Object> wrap) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static <T> Wrapping of(String name, T inner, java.util.function.Function<T, Object> wrap) {
        @SuppressWarnings("unchecked")
        UnaryOperator<Object> any = each -> wrap.apply((T) each);
        return new Wrapping(name, inner, any);
    }

    public static Stream<Wrapping> collections() {
        return Stream.of(
                of("unmodifiableCollection", list(), Collections::unmodifiableCollection),
                of("unmodifiableList", list(), Collections::unmodifiableList),
                of("unmodifiableList of links", new LinkedList<>(list()), Collections::unmodifiableList),
                of("unmodifiableSet", new HashSet<>(list()), Collections::unmodifiableSet),
                of("unmodifiableSortedSet", new TreeSet<>(list()), Collections::unmodifiableSortedSet),
                of("unmodifiableNavigableSet", new TreeSet<>(list()), Collections::unmodifiableNavigableSet),
                of("unmodifiableSequencedCollection", list(), Collections::unmodifiableSequencedCollection),
                of("unmodifiableSequencedSet", new LinkedHashSet<>(list()), Collections::unmodifiableSequencedSet),
                of("synchronizedCollection", list(), Collections::synchronizedCollection),
                of("synchronizedList", list(), Collections::synchronizedList),
                of("synchronizedList of links", new LinkedList<>(list()), Collections::synchronizedList),
                of("synchronizedSet", new HashSet<>(list()), Collections::synchronizedSet),
                of("synchronizedSortedSet", new TreeSet<>(list()), Collections::synchronizedSortedSet),
                of("synchronizedNavigableSet", new TreeSet<>(list()), Collections::synchronizedNavigableSet),
                of("checkedCollection", list(), each -> Collections.checkedCollection(each, String.class)),
                of("checkedList", list(), each -> Collections.checkedList(each, String.class)),
                of("checkedSet", new HashSet<>(list()), each -> Collections.checkedSet(each, String.class)),
                of("checkedQueue", new ArrayDeque<>(list()), each -> Collections.checkedQueue(each, String.class)),
                of("checkedSortedSet", new TreeSet<>(list()), each -> Collections.checkedSortedSet(each, String.class)),
                of("asLifoQueue", new ArrayDeque<>(list()), Collections::asLifoQueue));
    }

    public static Stream<Wrapping> maps() {
        return Stream.of(
                of("unmodifiableMap", map(), Collections::unmodifiableMap),
                of("unmodifiableSortedMap", new TreeMap<>(map()), Collections::unmodifiableSortedMap),
                of("unmodifiableNavigableMap", new TreeMap<>(map()), Collections::unmodifiableNavigableMap),
                of("unmodifiableSequencedMap", new LinkedHashMap<>(map()), Collections::unmodifiableSequencedMap),
                of("synchronizedMap", map(), Collections::synchronizedMap),
                of("synchronizedSortedMap", new TreeMap<>(map()), Collections::synchronizedSortedMap),
                of("synchronizedNavigableMap", new TreeMap<>(map()), Collections::synchronizedNavigableMap),
                of("checkedMap", map(), each -> Collections.checkedMap(each, String.class, Integer.class)),
                of(
                        "checkedSortedMap",
                        new TreeMap<>(map()),
                        each -> Collections.checkedSortedMap(each, String.class, Integer.class)));
    }

    private static List<String> list() {
        return new ArrayList<>(List.of("a", "b"));
    }

    private static Map<String, Integer> map() {
        return new HashMap<>(Map.of("a", 1, "b", 2));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void collectionAndItsWrapperStayConnected(Wrapping wrapping) {
        Object wrapper = wrapping.wrap().apply(wrapping.inner());
        List<?> back = (List<?>) codec.decode(codec.encode(Arrays.asList(wrapper, wrapping.inner())), Object.class);
        List<?> jdk = JdkOracle.roundTrip(new ArrayList<>(Arrays.asList(wrapper, wrapping.inner())));

        @SuppressWarnings("unchecked")
        Collection<Object> inner = (Collection<Object>) back.get(1);
        inner.add("z");
        assertThat(back.get(0)).hasSameClassAs(wrapper).hasSameClassAs(jdk.get(0));
        assertThat(((Collection<?>) back.get(0)).stream().map(each -> (Object) each))
                .contains("z")
                .hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void mapAndItsWrapperStayConnected(Wrapping wrapping) {
        Object wrapper = wrapping.wrap().apply(wrapping.inner());
        List<?> back = (List<?>) codec.decode(codec.encode(Arrays.asList(wrapping.inner(), wrapper)), Object.class);

        @SuppressWarnings("unchecked")
        Map<Object, Object> inner = (Map<Object, Object>) back.get(0);
        inner.put("z", 26);
        assertThat(back.get(1)).hasSameClassAs(wrapper);
        assertThat(((Map<?, ?>) back.get(1)).get("z")).isEqualTo(26);
    }

    @Test
    void checkedCollectionStillRefusesOtherClasses() {
        List<Object> back = cast(codec.decode(
                codec.encode(Collections.checkedList(new ArrayList<>(List.of("a")), String.class)), Object.class));

        assertThatThrownBy(() -> back.add(1)).isInstanceOf(ClassCastException.class);
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    @Test
    void listOverAnArrayKeepsItsConnection() {
        String[] array = {"a", "b"};
        List<Object> back =
                cast(codec.decode(codec.encode(new ArrayList<>(List.of(Arrays.asList(array), array))), Object.class));

        ((String[]) back.get(1))[0] = "changed";
        assertThat(back.get(0)).isEqualTo(List.of("changed", "b"));
        assertThatThrownBy(() -> WrappersTest.<List<Object>>cast(back.get(0)).set(0, 1))
                .isInstanceOf(ArrayStoreException.class);
    }

    @Test
    void setFromAMapKeepsTheKindOfItsMap() {
        Set<Object> byIdentity = Collections.newSetFromMap(new IdentityHashMap<>());
        String a = new String("a");
        byIdentity.add(a);
        byIdentity.add(new String("a"));

        Set<Object> back = cast(codec.decode(codec.encode(byIdentity), Object.class));

        assertThat(back).hasSameClassAs(byIdentity).hasSize(2);
        assertThat(back.contains(new String("a"))).isFalse();
        Set<Object> sequenced = Collections.newSequencedSetFromMap(new LinkedHashMap<>());
        sequenced.addAll(List.of(3, 1, 2));
        assertThat(RoundTrips.standalone(codec, sequenced))
                .hasSameClassAs(sequenced)
                .containsExactly(3, 1, 2);
    }

    @Test
    void submapsAreViewsOfTheirMap() {
        TreeMap<Integer, String> whole = new TreeMap<>(Map.of(1, "a", 2, "b", 3, "c"));

        List<Object> back = cast(codec.decode(
                codec.encode(new ArrayList<>(List.of(whole.headMap(3), whole, whole.descendingMap()))), Object.class));

        WrappersTest.<Map<Integer, String>>cast(back.get(1)).put(0, "z");
        assertThat(back.get(0)).isEqualTo(Map.of(0, "z", 1, "a", 2, "b"));
        assertThat(WrappersTest.<Map<Integer, String>>cast(back.get(2)).keySet())
                .containsExactly(3, 2, 1, 0);
        assertThatThrownBy(() ->
                        WrappersTest.<Map<Integer, String>>cast(back.get(0)).put(9, "x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void descendingSetComesBackAsASetOfItsOwnAsInTheJdk() {
        TreeSet<Integer> set = new TreeSet<>(List.of(1, 2, 3));

        assertThat(RoundTrips.standalone(codec, set.descendingSet())).containsExactly(3, 2, 1);
        assertThat(JdkOracle.roundTrip(set.descendingSet())).containsExactly(3, 2, 1);
    }

    @Test
    void emptyAndSingleCollectionsAreTheJdksOwn() {
        for (Object each : List.of(
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.emptySortedSet(),
                Collections.emptyNavigableMap(),
                Collections.singletonList(1),
                Collections.singleton(1),
                Collections.singletonMap(1, 2))) {
            assertThat(RoundTrips.standalone(codec, each)).isEqualTo(each).hasSameClassAs(each);
        }
        assertThat(RoundTrips.standalone(codec, Collections.emptyList())).isSameAs(Collections.emptyList());
    }

    @Test
    void accessOrderOfALinkedMapIsKept() {
        LinkedHashMap<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
        recent.put("a", 1);
        recent.put("b", 2);
        recent.get("a");

        Map<String, Integer> back = RoundTrips.standalone(codec, recent);

        assertThat(back.keySet()).containsExactly("b", "a");
        back.get("b");
        assertThat(back.keySet()).containsExactlyElementsOf(afterGet(JdkOracle.roundTrip(recent)));
    }

    private static Set<String> afterGet(Map<String, Integer> map) {
        map.get("b");
        return map.keySet();
    }

    @Test
    void viewsThatTheJdkCannotSerializeAreRefusedByName() {
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2));
        List<String> list = list();
        for (Object view : List.of(
                map.keySet(),
                map.values(),
                map.entrySet(),
                new TreeMap<>(map).values(),
                list.subList(0, 1),
                list.reversed(),
                new ArrayDeque<>(list).reversed(),
                map.entrySet().iterator().next(),
                Collections.unmodifiableMap(map).entrySet(),
                new WeakHashMap<>(),
                new DelayQueue<Delayed>(),
                list.iterator(),
                list.stream())) {
            assertThatThrownBy(() -> codec.encode(view))
                    .as(view.getClass().getName())
                    .isInstanceOf(EncodeException.class);
        }
    }

    @Test
    void wrapperAroundTheWrongKindIsDamaged() {
        byte[] bytes = codec.encode(Collections.unmodifiableList(new ArrayList<>()));
        byte[] forged = codec.encode(new ArrayList<>(List.of(1)));
        ByteWriter out = new ByteWriter(16);
        out.writeBytes(bytes, 0, 2);
        byte[] inner = codec.encode("no list");
        out.writeByte(HeadNumbers.STRING);
        out.writeBytes(inner, 1, inner.length - 1);

        assertThat(forged).isNotEmpty();
        assertThatThrownBy(() -> codec.decode(out.toByteArray(), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("wraps no");
    }

    @Test
    void partsOfASkipListComeBackWithTheWhole() {
        ConcurrentSkipListMap<String, Integer> whole = new ConcurrentSkipListMap<>(Map.of("a", 1, "b", 2, "c", 3));

        for (Map<String, Integer> part : List.of(
                whole.subMap("a", true, "b", true), whole.headMap("b"), whole.tailMap("b"), whole.descendingMap())) {
            List<?> back = (List<?>) codec.decode(codec.encode(Arrays.asList(part, whole)), Object.class);

            assertThat(back.get(0)).hasSameClassAs(part).isEqualTo(part);
            ((Map<?, ?>) back.get(1)).remove("b");
            assertThat(((Map<?, ?>) back.get(0)).containsKey("b")).isFalse();
        }
    }

    @Test
    void viewsThatCannotTravelAreRefusedWithWhatToSendInstead() {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>(map());

        for (Object view : List.of(
                map.keySet(), map.values(), map.entrySet(), map.headMap("b").keySet())) {
            assertThatThrownBy(() -> codec.encode(view))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("class=" + view.getClass().getName()
                            + " of the JDK is not Serializable; copy its elements into a list or set");
        }
    }
}
