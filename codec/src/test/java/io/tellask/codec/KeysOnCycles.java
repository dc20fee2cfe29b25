package io.tellask.codec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** Small graphs with a key that reaches lists of 2^60 paths, through a list which is not finished when the key is read. */
public final class KeysOnCycles {
    private static final int LEVELS = 60;

    private KeysOnCycles() {}

    /** A key of the application: its hash visits what its components hold. */
    public record Held(Object content) implements Serializable {}

    /** Another one, with hooks. */
    public static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1;

        private final Object content;

        Hooked(Object content) {
            this.content = content;
        }

        private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
            out.defaultWriteObject();
        }

        private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public int hashCode() {
            return content.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hooked hooked && content.equals(hooked.content);
        }
    }

    /** Shapes in which the paths come behind the key: who reads in order hashes it too early. */
    static Stream<Named<Supplier<Object>>> behind() {
        return Stream.concat(
                shapes(content -> cycle(content, true)),
                Stream.of(
                        Named.of("behind a cycle", KeysOnCycles::keyBehindACycle),
                        Named.of("lists within each other", KeysOnCycles::listsWithinEachOther)));
    }

    /** Shapes in which they come before it: who reads in order hashes them. */
    public static Stream<Named<Supplier<Object>>> before() {
        return Stream.concat(
                shapes(content -> cycle(content, false)),
                Stream.of(
                        Named.of("without a cycle", () -> asHashSet(listOf(doubled()))),
                        Named.of("behind another key", () -> behindAnotherKey(new LinkedHashSet<>())),
                        Named.of("the list itself", KeysOnCycles::ownerAsKey),
                        Named.of("met before the list went on", KeysOnCycles::keyMetEarly),
                        Named.of("lists within each other", KeysOnCycles::listsAroundEachOther)));
    }

    private static Stream<Named<Supplier<Object>>> shapes(Function<Function<Object, Object>, Object> cycle) {
        return Stream.of(
                Named.of("in a HashSet", () -> cycle.apply(key -> unhashed(new HashSet<>(), key))),
                Named.of("in a LinkedHashSet", () -> cycle.apply(key -> unhashed(new LinkedHashSet<>(), key))),
                Named.of("in a HashMap", () -> cycle.apply(key -> unhashed(new HashMap<>(), key))),
                Named.of("in a Hashtable", () -> cycle.apply(key -> unhashed(new Hashtable<>(), key))),
                Named.of("in a ConcurrentHashMap", () -> cycle.apply(key -> unhashed(new ConcurrentHashMap<>(), key))),
                Named.of("in a Set.of", () -> cycle.apply(Set::of)),
                Named.of("in a Map.of", () -> cycle.apply(key -> Map.of(key, 1))),
                Named.of(
                        "in a record in a HashSet", () -> cycle.apply(key -> unhashed(new HashSet<>(), new Held(key)))),
                Named.of(
                        "in an object with hooks in a HashSet",
                        () -> cycle.apply(key -> unhashed(new HashSet<>(), new Hooked(key)))));
    }

    /** A table whose only key is hashed now, while it is small. */
    private static Object unhashed(Set<Object> keys, Object key) {
        keys.add(key);
        return keys;
    }

    private static Object unhashed(Map<Object, Object> map, Object key) {
        map.put(key, 1);
        return map;
    }

    /** A list with the table of a key that leads back to it, and with the paths. */
    private static Object cycle(Function<Object, Object> tableOf, boolean behind) {
        Object[] holder = new Object[1];
        List<Object> owner = new LinkedList<>();
        owner.add(holder);
        holder[0] = tableOf.apply(listOf(owner));
        owner.add(behind ? 1 : 0, doubled());
        return owner;
    }

    private static Object doubled() {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < LEVELS; i++) {
            list = new ArrayList<>(List.of(list, list));
        }
        return list;
    }

    private static List<Object> listOf(Object element) {
        return new ArrayList<>(Collections.singletonList(element));
    }

    private static Object keyBehindACycle() {
        Object[] holder = new Object[1];
        List<Object> owner = listOf(holder);
        List<Object> key = listOf(owner);
        holder[0] = key;
        Set<Object> keys = new HashSet<>(Set.of(key));
        owner.add(doubled());
        return new ArrayList<>(List.of(new Object[] {owner}, keys));
    }

    /** Each list holds the one around it twice, and the one within it by its identity. */
    private static Object listsWithinEachOther() {
        return lists(false);
    }

    /** The same, each with what leads outwards in front. */
    private static Object listsAroundEachOther() {
        return lists(true);
    }

    private static Object lists(boolean outerFirst) {
        List<Object> list = new LinkedList<>();
        List<Object> root = list;
        for (int i = 0; i < LEVELS; i++) {
            List<Object> within = new LinkedList<>();
            list.add(outerFirst ? list.size() : 0, new Object[] {within});
            within.add(list);
            within.add(list);
            list = within;
        }
        Object[] holder = new Object[1];
        list.add(outerFirst ? list.size() : 0, holder);
        holder[0] = outerFirst ? asHashSet(list) : Collections.singleton(list);
        return root;
    }

    /** A set of a key that is dear to hash: it is hashed while it is empty. */
    private static Object asHashSet(List<Object> key) {
        List<Object> parts = List.copyOf(key);
        key.clear();
        Set<Object> keys = new HashSet<>();
        keys.add(key);
        key.addAll(parts);
        return keys;
    }

    /** What the first key visits is counted already. */
    private static Object behindAnotherKey(Set<Object> keys) {
        List<Object> key = listOf(2);
        keys.add(listOf(1));
        keys.add(key);
        key.add(doubled());
        return keys;
    }

    private static Object ownerAsKey() {
        List<Object> owner = new LinkedList<>();
        Set<Object> keys = new HashSet<>();
        keys.add(owner);
        owner.add(doubled());
        owner.add(new Object[] {keys});
        return owner;
    }

    private static Object keyMetEarly() {
        List<Object> owner = new LinkedList<>();
        List<Object> key = listOf(owner);
        Set<Object> keys = new HashSet<>();
        keys.add(key);
        owner.add(new Object[] {key});
        owner.add(doubled());
        owner.add(new Object[] {keys});
        return owner;
    }
}
