package io.tellask.codec.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.RoundTrips;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections on cycles: what is built last, and keys that reach what holds them. */
class CyclesTest {
    private final Codec codec =
            Codec.builder().allow(Node.class, Person.class, Named.class).build();

    /** Hashed by identity. */
    static class Node implements Serializable {
        Object link;
        Set<Node> set;
        List<Node> list;
        Map<Node, Node> map;
    }

    /** Hashed and ordered by what it holds. */
    static class Person implements Serializable, Comparable<Person> {
        final Named name;
        Object friends;

        Person(String name) {
            this.name = new Named(name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Person person && person.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public int compareTo(Person other) {
            return Comparator.comparing((Person each) -> each.name.text).compare(this, other);
        }
    }

    /** Comes behind {@code friends} on the wire, so that a key is met before it has its hash. */
    static class Named implements Serializable {
        String text;

        Named(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Named named && named.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    @ParameterizedTest
    @MethodSource("immutables")
    void immutableCollectionReachesItsOwner(Function<Object, Object> factory) {
        Node node = new Node();
        node.link = factory.apply(node);

        Node back = codec.decode(codec.encode(node), Node.class);

        assertThat(back.link.getClass()).isEqualTo(node.link.getClass());
        assertThat(contentOf(back.link).contains(back)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("immutables")
    void immutableCollectionAtTheRootReachesItself(Function<Object, Object> factory) {
        Node node = new Node();
        node.link = factory.apply(node);

        Object back = RoundTrips.session(codec, node.link, Object.class);

        Node backNode = (Node) contentOf(back).stream()
                .filter(each -> each instanceof Node)
                .findFirst()
                .orElseThrow();
        if (!(back instanceof Optional)) {
            assertThat(backNode.link).isSameAs(back);
        }
    }

    static Stream<Function<Object, Object>> immutables() {
        return Stream.of(
                List::of,
                each -> List.of(each, 1),
                each -> List.of(1, each, 2, 3),
                each -> Stream.of(null, each).toList(),
                Set::of,
                each -> Set.of(each, 1),
                each -> Set.of(each, 1, 2),
                each -> Map.of(each, 1),
                each -> Map.of("k", each),
                each -> Map.of("k", each, each, "v", 3, 4),
                each -> Map.entry("k", each),
                Optional::of,
                Collections::singletonList,
                Collections::singleton,
                each -> Collections.singletonMap(each, each),
                each -> Collections.unmodifiableList(new ArrayList<>(List.of(each))),
                each -> Collections.unmodifiableSet(new HashSet<>(List.of(each))),
                each -> Collections.unmodifiableMap(new HashMap<>(Map.of(each, each))));
    }

    private static Collection<?> contentOf(Object container) {
        return switch (container) {
            case Collection<?> elements -> elements;
            case Map<?, ?> map ->
                Stream.concat(map.keySet().stream(), map.values().stream()).toList();
            case Map.Entry<?, ?> entry -> List.of(entry.getKey(), entry.getValue());
            case Optional<?> optional -> optional.stream().toList();
            default -> throw new AssertionError(container);
        };
    }

    @Test
    void peersThatHoldEachOtherInImmutableSetsComeBack() {
        Node a = new Node();
        Node b = new Node();
        a.set = Set.of(b);
        b.set = Set.of(a);
        a.map = Map.of(a, b, b, a);

        Node back = codec.decode(codec.encode(a), Node.class);

        Node backB = back.set.iterator().next();
        assertThat(backB.set).containsExactly(back);
        assertThat(back.map).containsEntry(back, backB).containsEntry(backB, back);
    }

    @Test
    void immutableListsNestedInEachOtherAreBuiltInnerFirst() {
        Node node = new Node();
        node.link = List.of(List.of(List.of(node), Optional.of(List.of(node))), 1);

        Object back = RoundTrips.session(codec, node.link, Object.class);

        List<?> inner = (List<?>) ((List<?>) back).get(0);
        Node backNode = (Node) ((List<?>) inner.get(0)).get(0);
        assertThat(backNode.link).isSameAs(back);
        assertThat(((List<?>) ((Optional<?>) inner.get(1)).orElseThrow()).get(0))
                .isSameAs(backNode);
    }

    @Test
    void unmodifiableViewOfAListThatHoldsTheViewComesBack() {
        List<Object> list = new ArrayList<>();
        List<Object> view = Collections.unmodifiableList(list);
        list.add(view);
        list.add("x");

        List<Object> back = RoundTrips.session(codec, view, Object.class);

        assertThat(back.get(0)).isSameAs(back);
        assertThat(back.get(1)).isEqualTo("x");
    }

    @Test
    void listOverAnArrayThatHoldsTheListComesBack() {
        List<Object> list = Arrays.asList(null, 1);
        list.set(0, list);

        List<Object> back = RoundTrips.session(codec, list, Object.class);

        assertThat(back.get(0)).isSameAs(back);
        back.set(1, 2);
        assertThat(back).element(1).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("keyed")
    void keyThatReachesItsContainerIsFound(Function<Person, Object> factory) {
        Person ada = new Person("ada");
        ada.friends = factory.apply(ada);

        Person back = codec.decode(codec.encode(ada), Person.class);
        Object container = RoundTrips.session(codec, ada.friends, Object.class);

        assertThat(holds(back.friends, back)).isTrue();
        Person key = (Person) keysOf(container).iterator().next();
        assertThat(key.friends).isSameAs(container);
        assertThat(holds(container, key)).isTrue();
        assertThat(holds(container, new Person("ada"))).isTrue();
    }

    static Stream<Function<Person, Object>> keyed() {
        return Stream.of(
                each -> new HashSet<>(Set.of(each)),
                each -> new LinkedHashSet<>(Set.of(each)),
                each -> new TreeSet<>(Set.of(each)),
                each -> new ConcurrentSkipListSet<>(Set.of(each)),
                each -> new PriorityQueue<>(Set.of(each)),
                Set::of,
                each -> Set.of(each, new Person("bob")),
                each -> new HashMap<>(Map.of(each, 1)),
                each -> new LinkedHashMap<>(Map.of(each, 1)),
                each -> new TreeMap<>(Map.of(each, 1)),
                each -> new ConcurrentHashMap<>(Map.of(each, 1)),
                each -> new ConcurrentSkipListMap<>(Map.of(each, 1)),
                each -> new Hashtable<>(Map.of(each, 1)),
                each -> Map.of(each, 1),
                each -> Collections.unmodifiableSet(new HashSet<>(Set.of(each))),
                each -> Collections.synchronizedMap(new HashMap<>(Map.of(each, 1))));
    }

    private static Collection<?> keysOf(Object container) {
        return container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
    }

    private static boolean holds(Object container, Person key) {
        return keysOf(container).contains(key);
    }

    @Test
    void setsThatHashEachOtherInTheWrongOrderAreFilledAnew() {
        Set<Object> inner = new HashSet<>();
        Set<Object> outer = new HashSet<>();
        Person ada = new Person("ada");
        ada.friends = outer;
        List<Object> key = new ArrayList<>(List.of(inner));
        inner.add(ada);
        outer.add(key);

        List<Object> back = RoundTrips.session(codec, new ArrayList<>(List.of(inner, outer)), Object.class);

        Set<?> backInner = (Set<?>) back.get(0);
        Set<?> backOuter = (Set<?>) back.get(1);
        assertThat(backOuter.contains(List.of(backInner))).isTrue();
        Person backAda = (Person) backInner.iterator().next();
        assertThat(backInner.contains(backAda)).isTrue();
        assertThat(backAda.friends).isSameAs(backOuter);
    }

    @Test
    void keyThatReachesItsContainerThroughAFinishedListIsFound() {
        Node owner = new Node();
        Person ada = new Person("ada");
        ada.friends = owner;
        List<Object> list = new ArrayList<>(List.of(ada));
        owner.link = new ArrayList<>(List.of(list, new HashSet<>(Set.of(list))));

        Node back = codec.decode(codec.encode(owner), Node.class);

        List<?> both = (List<?>) back.link;
        assertThat(((Set<?>) both.get(1)).contains(both.get(0))).isTrue();
    }

    /** The reader that weighed a huge message has the same numbers for the objects of the next one. */
    @Test
    void keyOnACycleIsReadAfterAMessageThatSharesMuch() {
        List<Object> shared = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            shared = new ArrayList<>(List.of(shared, shared));
        }
        shared.add(new HashSet<>(Set.of(twice(new ArrayList<>()))));
        List<Object> owner = new ArrayList<>();
        owner.add(new Object[] {new HashSet<>(Set.of(new ArrayList<>(List.of(owner))))});

        codec.decode(codec.encode(shared), Object.class);
        List<?> back = (List<?>) codec.decode(codec.encode(owner), Object.class);

        Set<?> keys = (Set<?>) ((Object[]) back.get(0))[0];
        assertThat(keys.contains(List.of(back))).isTrue();
    }

    private static List<Object> twice(Object element) {
        return new ArrayList<>(List.of(element, element));
    }

    @Test
    void setThatIsAPartOfItsOwnKeyCannotExist() {
        List<Object> key = new ArrayList<>();
        Set<Object> set = Set.of(key, 1, 2);
        key.add(set);
        byte[] bytes = codec.encode(set);

        assertThatThrownBy(() -> codec.decode(bytes, Object.class)).isInstanceOf(DecodeException.class);
        assertThat(codec.decode(codec.encode(1), Object.class)).isEqualTo(1);
    }
}
