package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that were made to collide are refused in every kind of table, by counting; keys that only might are read. */
@Timeout(20)
class CollisionBombsTest {
    private static final int MANY = 20_000;
    private static final int HASH_MAP = 34;
    private static final int LINKED_HASH_MAP = 35;
    private static final int CONCURRENT_HASH_MAP = 37;
    private static final int HASH_SET = 26;
    private static final int LINKED_HASH_SET = 27;
    private static final int SET_OF = 32;
    private static final int MAP_OF = 33;
    private static final int HASHTABLE = BuiltIns.extended(6);
    private static final int COPY_ON_WRITE_SET = BuiltIns.extended(3);

    private final Codec codec = Codec.builder()
            .allow(Same.class, Ordered.class, Base.class, Derived.class, Point.class, Holder.class)
            .build();

    private record Same(int number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    private record Ordered(int number) implements Comparable<Ordered> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(Ordered other) {
            return Integer.compare(number, other.number);
        }
    }

    /** Comparable, but not to exactly its own class: a hash map does not use that. */
    private abstract static class Base implements Comparable<Base> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int compareTo(Base other) {
            return 0;
        }
    }

    private static final class Derived extends Base {}

    private record Point(int x, int y) {}

    private static final class Holder {
        private Object value;
    }

    private byte[] withHead(byte[] message, int plainHeadBytes, int head) {
        ByteWriter out = new ByteWriter(message.length + 1);
        out.writeByte(message[0]);
        if (head >= BuiltIns.EXTENDED_BASE) {
            out.writeByte(BuiltIns.EXTENDED);
            out.writeByte(head - BuiltIns.EXTENDED_BASE);
        } else {
            out.writeByte(head);
        }
        out.writeBytes(message, 1 + plainHeadBytes, message.length - 1 - plainHeadBytes);
        return out.toByteArray();
    }

    private byte[] setOf(int head, Collection<?> keys) {
        return withHead(codec.encode(new ArrayList<>(keys)), 1, head);
    }

    private byte[] mapOf(int head, Collection<?> keys) {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        keys.forEach(key -> map.put(key, true));
        byte[] bytes = withHead(codec.encode(map), 2, head);
        if (head != LINKED_HASH_MAP) {
            return bytes;
        }
        byte[] ordered = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, ordered, 0, 2);
        System.arraycopy(bytes, 2, ordered, 3, bytes.length - 2);
        return ordered;
    }

    private void assertRefused(byte[] bytes) {
        assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("comparisons of keys=")
                .hasMessageContaining("> limit=");
    }

    private static List<Object> same(int count) {
        return new ArrayList<>(IntStream.range(0, count).mapToObj(Same::new).toList());
    }

    /** Texts of two letters each that hash alike, many times over. */
    private static List<Object> collidingStrings(int count) {
        List<Object> strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            strings.add(text.toString());
        }
        return strings;
    }

    @ParameterizedTest
    @ValueSource(ints = {HASH_SET, LINKED_HASH_SET, SET_OF})
    void equalHashesAreRefusedInSets(int head) {
        assertRefused(setOf(head, same(MANY)));
    }

    @ParameterizedTest
    @ValueSource(ints = {HASH_MAP, LINKED_HASH_MAP, CONCURRENT_HASH_MAP, MAP_OF})
    void equalHashesAreRefusedInMaps(int head) {
        assertRefused(mapOf(head, same(MANY)));
    }

    @Test
    void equalHashesOfStringsAreRefusedWhereTablesDegradeToChains() {
        assertRefused(mapOf(HASHTABLE, collidingStrings(MANY)));
        assertRefused(setOf(SET_OF, collidingStrings(MANY)));
        assertRefused(mapOf(MAP_OF, collidingStrings(MANY)));
    }

    @Test
    void equalHashesOfStringsAreReadWhereTablesDegradeToTrees() {
        List<Object> strings = collidingStrings(5_000);

        assertThat(codec.decode(setOf(HASH_SET, strings), Object.class)).isEqualTo(new HashSet<>(strings));
        assertThat(codec.decode(mapOf(CONCURRENT_HASH_MAP, List.of()), Object.class))
                .isEqualTo(Map.of());
    }

    @Test
    void equalHashesOfTwoOrderedClassesTogetherAreRefused() {
        List<Object> keys = collidingStrings(MANY / 2);
        int hash = keys.getFirst().hashCode();
        for (long i = 0; i < MANY / 2; i++) {
            keys.add(i << 32 | (i ^ hash) & 0xFFFF_FFFFL);
        }
        assertThat(keys.getLast().hashCode()).isEqualTo(hash);

        assertRefused(setOf(HASH_SET, keys));
    }

    @Test
    void keysComparableToTheirParentAreRefused() {
        List<Object> keys = new ArrayList<>();
        IntStream.range(0, MANY).forEach(_ -> keys.add(new Derived()));

        assertRefused(setOf(HASH_SET, keys));
    }

    @Test
    void keysComparableToThemselvesAreRead() {
        List<Object> keys =
                new ArrayList<>(IntStream.range(0, MANY).mapToObj(Ordered::new).toList());

        assertThat(codec.decode(setOf(HASH_SET, keys), Object.class)).isEqualTo(new HashSet<>(keys));
    }

    /** No two hashes are equal, but together they fill one run of slots. */
    @Test
    void runsOfSlotsAreRefusedInImmutableSets() {
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            keys.add(i / 4 + i % 4 * 2 * MANY);
        }

        assertRefused(setOf(SET_OF, keys));
    }

    @Test
    void runsOfChainsAreRefusedInHashtables() {
        int chains = HashGuard.chains(MANY);
        List<Object> keys = new ArrayList<>(
                IntStream.range(0, MANY).mapToObj(i -> i * chains).toList());

        assertRefused(mapOf(HASHTABLE, keys));
    }

    /** Lists that differ in their last two elements only, a and b with one value of 31 a + b. */
    @Test
    void largeKeysCostMoreThanSmallOnes() {
        List<Object> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            List<Object> key = new ArrayList<>(IntStream.range(0, 500).boxed().toList());
            key.add(i);
            key.add(1_000_000 - 31 * i);
            keys.add(key);
        }

        assertRefused(setOf(HASH_SET, keys));
    }

    @Test
    void copyOnWriteSetsAreRefusedWhereAddingCostsTooMuch() {
        List<Object> keys = new ArrayList<>(IntStream.range(0, 3_000).boxed().toList());

        assertThat(codec.decode(setOf(COPY_ON_WRITE_SET, keys.subList(0, 1_000)), Object.class))
                .isInstanceOf(Set.class);
        assertRefused(setOf(COPY_ON_WRITE_SET, keys));
    }

    @Test
    void keysThatWaitForACycleAreCountedToo() {
        Holder holder = new Holder();
        Set<Object> set = new LinkedHashSet<>();
        holder.value = set;
        set.add(List.of(holder));
        byte[] cycle = codec.encode(set);
        List<Object> keys = new ArrayList<>(List.of(List.of(holder)));
        keys.addAll(same(MANY));
        List<Object> list = new ArrayList<>();
        holder.value = list;
        list.addAll(keys);
        byte[] bytes = withHead(codec.encode(list), 1, LINKED_HASH_SET);

        assertThat(codec.decode(cycle, Object.class)).isInstanceOf(Set.class);
        assertRefused(bytes);
    }

    @Test
    void honestKeysWithAWeakHashAreRead() {
        Set<Object> grid = new HashSet<>();
        Map<Object, Object> map = new HashMap<>();
        for (int x = 0; x < 200; x++) {
            for (int y = 0; y < 200; y++) {
                grid.add(new Point(x, y));
                map.put(new Point(x, y), "v");
            }
        }

        assertThat(RoundTrips.standalone(codec, grid)).isEqualTo(grid);
        assertThat(RoundTrips.standalone(codec, map)).isEqualTo(map);
    }
}
