package io.tellask.codec.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.JdkOracle;
import io.tellask.codec.RoundTrips;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of the application that extend collections of the JDK and add fields of their own. */
class UserCollectionsTest {
    private final Codec codec =
            Codec.builder().allowTree("io.tellask.codec").allow(Units.class).build();

    static class Tags extends ArrayList<String> {
        final String tag;

        Tags(String tag) {
            this.tag = tag;
        }
    }

    static class Chain extends LinkedList<String> {
        String tag;
    }

    static class Ring extends ArrayDeque<String> {
        String tag;
    }

    static class Pile extends Stack<String> {
        String tag;
    }

    static class Row extends Vector<String> {
        String tag;
    }

    static class Heap extends PriorityQueue<String> {
        String tag;

        Heap() {
            super(new Longest());
        }
    }

    record Longest() implements Comparator<String>, Serializable {
        @Override
        public int compare(String left, String right) {
            return left.length() != right.length()
                    ? Integer.compare(right.length(), left.length())
                    : left.compareTo(right);
        }
    }

    static class Bag extends HashSet<String> {
        String tag;
    }

    static class OrderedBag extends LinkedHashSet<String> {
        String tag;
    }

    static class SortedBag extends TreeSet<String> {
        String tag;

        SortedBag() {
            super(new Longest());
        }
    }

    static class Copied extends CopyOnWriteArrayList<String> {
        String tag;
    }

    static Stream<Collection<String>> collections() {
        List<Collection<String>> all = List.of(
                new Tags("sent"),
                new Chain(),
                new Ring(),
                new Pile(),
                new Row(),
                new Heap(),
                new Bag(),
                new OrderedBag(),
                new SortedBag(),
                new Copied());
        all.forEach(each -> each.addAll(List.of("a", "ccc", "bb", "d")));
        return all.stream();
    }

    private static Field tag(Object collection) throws ReflectiveOperationException {
        return collection.getClass().getDeclaredField("tag");
    }

    @ParameterizedTest
    @MethodSource("collections")
    void collectionKeepsElementsOrderAndFields(Collection<String> value) throws ReflectiveOperationException {
        if (!(value instanceof Tags)) {
            tag(value).set(value, "sent");
        }

        Collection<String> back = RoundTrips.session(codec, value, Object.class);

        assertThat(back).hasSameClassAs(value);
        assertThat(tag(back).get(back)).isEqualTo("sent");
        assertThat(List.copyOf(back)).isEqualTo(List.copyOf(JdkOracle.roundTrip(value)));
        back.add("eeee");
        assertThat(back).contains("eeee", "bb");
    }

    static class Index extends HashMap<String, Integer> {
        int extra = 5;
    }

    static class History extends LinkedHashMap<String, Integer> {
        final int most;

        History(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > most;
        }
    }

    static class Sorted extends TreeMap<String, Integer> {
        int extra = 6;

        Sorted() {
            super(new Longest());
        }
    }

    static class Units extends EnumMap<TimeUnit, Integer> {
        int extra = 7;

        Units() {
            super(TimeUnit.class);
        }
    }

    static class Table extends Hashtable<String, Integer> {
        int extra = 8;
    }

    static class Shared extends ConcurrentHashMap<String, Integer> {
        int extra = 9;
    }

    static class Skips extends ConcurrentSkipListMap<String, Integer> {
        int extra = 10;
    }

    static class Identities extends IdentityHashMap<String, Integer> {
        int extra = 11;
    }

    static class Settings extends Properties {
        int extra = 12;
    }

    private static <M extends Map<String, Integer>> M filled(M map) {
        map.putAll(Map.of("a", 1, "ccc", 3, "bb", 2));
        return map;
    }

    static Stream<Map<?, ?>> maps() {
        Units units = new Units();
        units.put(TimeUnit.DAYS, 1);
        Settings settings = new Settings();
        settings.setProperty("key", "value");
        return Stream.of(
                filled(new Index()),
                filled(new Sorted()),
                filled(new Table()),
                filled(new Shared()),
                filled(new Skips()),
                units,
                settings);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void mapKeepsEntriesOrderAndFields(Map<?, ?> value) {
        Map<?, ?> back = RoundTrips.session(codec, value, Object.class);

        assertThat(back)
                .hasSameClassAs(value)
                .hasToString(JdkOracle.roundTrip(value).toString());
        assertThat(back).usingRecursiveComparison().comparingOnlyFields("extra").isEqualTo(value);
        assertThat(back.equals(value)).isTrue();
    }

    @Test
    void accessOrderAndCapacityRuleOfALinkedMapStay() {
        History history = filled(new History(3));
        history.get("a");

        History back = RoundTrips.session(codec, history, Object.class);

        assertThat(List.copyOf(back.keySet())).isEqualTo(List.copyOf(history.keySet()));
        back.put("new", 4);
        assertThat(back).hasSize(3).containsKey("new");
    }

    @Test
    void identityMapFindsTheKeysThatItHolds() {
        Identities value = new Identities();
        value.put("a", 1);

        Identities back = RoundTrips.session(codec, value, Object.class);

        assertThat(back.get(back.keySet().iterator().next())).isEqualTo(1);
        assertThat(back.extra).isEqualTo(11);
    }

    /** Its hash is known only when all of its fields are. */
    static class Key implements Serializable {
        Object aOwner;
        List<String> zParts = new ArrayList<>(List.of("p", "q"));

        @Override
        public int hashCode() {
            return zParts.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.zParts.equals(zParts);
        }
    }

    static class Owners extends HashMap<Key, Object> {
        private transient int sizeWhenRead = -1;
        int extra = 3;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            sizeWhenRead = size();
        }
    }

    @Test
    void keyOnACycleThroughAMapOfTheApplicationIsFound() {
        Key key = new Key();
        Owners owners = new Owners();
        key.aOwner = owners;
        owners.put(key, "value");

        Key back = RoundTrips.session(codec, key, Object.class);

        Owners map = (Owners) back.aOwner;
        assertThat(map.get(back)).isEqualTo("value");
        assertThat(map.keySet().iterator().next()).isSameAs(back);
        assertThat(map.extra).isEqualTo(3);
        assertThat(map.sizeWhenRead).isEqualTo(1);
    }

    static class KeySet extends LinkedHashSet<Key> {
        int extra = 4;
    }

    @Test
    void elementOnACycleThroughASetOfTheApplicationIsFound() {
        Key key = new Key();
        KeySet set = new KeySet();
        key.aOwner = List.of(set);
        set.add(key);

        Key back = RoundTrips.session(codec, key, Object.class);

        KeySet found = (KeySet) ((List<?>) back.aOwner).get(0);
        assertThat(found.contains(back)).isTrue();
        assertThat(found.extra).isEqualTo(4);
    }

    static class Collision implements Serializable {
        final int number;

        Collision(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Collision collision && collision.number == number;
        }
    }

    static class Collisions extends HashSet<Collision> {}

    @Test
    void keysMadeToCollideAreRefusedInSubclassesToo() {
        Collisions value = new Collisions();
        for (int i = 0; i < 3_000; i++) {
            value.add(new Collision(i));
        }
        byte[] bytes = codec.encode(value);

        assertThatThrownBy(() -> codec.decode(bytes, Collisions.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("comparisons of keys");
    }
}
