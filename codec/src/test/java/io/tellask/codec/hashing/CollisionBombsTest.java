package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.RoundTrips;
import io.tellask.codec.graph.HeadNumbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that were made to collide are refused in every kind of table, by counting; keys that only might are read. */
@Timeout(120)
class CollisionBombsTest {
    private static final int MANY = 20_000;
    private static final int HASH_MAP = 34;
    private static final int LINKED_HASH_MAP = 35;
    private static final int CONCURRENT_HASH_MAP = 37;
    private static final int HASH_SET = 26;
    private static final int LINKED_HASH_SET = 27;
    private static final int SET_OF = 32;
    private static final int MAP_OF = 33;
    private static final int HASHTABLE = HeadNumbers.extended(6);
    private static final int COPY_ON_WRITE_SET = HeadNumbers.extended(3);

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
        if (head >= HeadNumbers.EXTENDED_BASE) {
            out.writeByte(HeadNumbers.EXTENDED);
            out.writeByte(head - HeadNumbers.EXTENDED_BASE);
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
                .hasMessageContaining("> limits.comparisons=");
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

    /** Boxed elements cost as much as their bytes, of which there may be one for each. */
    @ParameterizedTest
    @ValueSource(ints = {HASH_SET, LINKED_HASH_SET, SET_OF})
    void fewLongKeysAreRefusedByTheirElements(int head) {
        assertRefused(setOf(head, longKeys(250, 4_000)));
    }

    @ParameterizedTest
    @ValueSource(ints = {HASH_MAP, LINKED_HASH_MAP, CONCURRENT_HASH_MAP, MAP_OF})
    void fewLongKeysAreRefusedInMaps(int head) {
        assertRefused(mapOf(head, longKeys(250, 4_000)));
    }

    @Test
    void fewLongKeysAreRefusedWhereAllAreCompared() {
        assertRefused(setOf(COPY_ON_WRITE_SET, longKeys(250, 4_000)));
        assertRefused(mapOf(HASHTABLE, longKeys(250, 4_000)));
    }

    /** Lists of equal hash that differ in their last element only. */
    private static List<Object> longKeys(int count, int length) {
        List<Object> keys = new ArrayList<>();
        for (Object text : collidingStrings(count)) {
            keys.add(new ArrayList<>(List.of(new LinkedList<>(Collections.nCopies(length, true)), text)));
        }
        return keys;
    }

    /** What the keys of small tables cost must not multiply where these are keys in turn. */
    @Test
    void collisionsWithinKeysMultiply() {
        List<Object> keys = new ArrayList<>(collidingStrings(8));
        for (int level = 0; level < 4; level++) {
            List<Object> outer = new ArrayList<>();
            for (Object text : collidingStrings(12)) {
                Set<Object> inner = new LinkedHashSet<>();
                keys.forEach(key -> inner.add(new ArrayList<>(List.of(key, text))));
                outer.add(inner);
            }
            keys = outer;
        }

        assertRefused(setOf(HASH_SET, keys));
    }

    /** A key of a few bytes that refers back to much. */
    @Test
    void backReferencesCostWhatTheyReferTo() {
        List<Object> one = new ArrayList<>(Collections.nCopies(20_000, true));
        List<Object> other = new ArrayList<>(one);
        List<Object> keys = new ArrayList<>();
        for (Object text : collidingStrings(250)) {
            keys.add(new ArrayList<>(List.of(keys.size() % 2 == 0 ? one : other, text)));
        }

        assertRefused(setOf(HASH_SET, keys));
    }

    @Test
    void repeatedStringsCostTheirLength() {
        String one = "x".repeat(1_000_000);
        String other = new StringBuilder(one).toString();
        List<Object> keys = new ArrayList<>();
        for (Object text : collidingStrings(1_000)) {
            keys.add(new ArrayList<>(List.of(keys.size() % 2 == 0 ? one : other, text)));
        }

        assertRefused(setOf(HASH_SET, keys));
    }

    @Test
    void comparisonsAreReadUpToTheLimit() {
        byte[] bytes = setOf(HASH_SET, same(1_000));
        int least = 1;
        int most = 1 << 22;
        while (least < most) {
            int middle = (least + most) / 2;
            if (isRead(bytes, middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }

        assertThat(least).isBetween(500_000, 4_000_000);
        assertThat(isRead(bytes, least)).isTrue();
        assertThat(isRead(bytes, least - 1)).isFalse();
    }

    private boolean isRead(byte[] bytes, int comparisons) {
        Codec limited = codec.toBuilder()
                .limits(codec.limits().withComparisons(comparisons))
                .build();
        try {
            return limited.decode(bytes, Object.class) != null;
        } catch (DecodeException e) {
            assertThat(e).hasMessageContaining("> limits.comparisons=" + comparisons);
            return false;
        }
    }

    /** A reader begins each message anew. */
    @Test
    void comparisonsOfMessagesDoNotAddUp() {
        byte[] bytes = setOf(HASH_SET, same(1_000));

        for (int i = 0; i < 20; i++) {
            assertThat(codec.decode(bytes, Object.class)).isInstanceOf(Set.class);
        }
    }

    @Test
    void honestMessagesDoNotPayForLaterBombs() {
        Codec trees = codec.toBuilder().trackReferences(false).build();
        Set<Object> keys = new HashSet<>();
        IntStream.range(0, 50_000).forEach(i -> keys.add(new Point(0, i)));
        byte[] honest = trees.encode(keys);
        byte[] bomb = withHead(trees.encode(new ArrayList<>(same(2_500))), 1, HASH_SET);

        for (int i = 0; i < 10; i++) {
            assertThat((Set<?>) trees.decode(honest, Object.class)).hasSize(50_000);
        }
        assertThatThrownBy(() -> trees.decode(bomb, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=");
    }

    /** Many keys, each alike with a few: the table grows, what a key costs does not. */
    @Test
    void fewAlikeKeysAreReadHoweverManyThereAre() {
        Set<Object> keys = new HashSet<>();
        for (int i = 0; i < 60_000; i++) {
            int sum = i / 6;
            keys.add(new Point(1_000 + i % 6, sum * 1_000 - 31 * (i % 6)));
        }

        assertThat(keys).hasSize(60_000);
        assertThat(RoundTrips.standalone(codec, keys)).isEqualTo(keys);
    }

    @Test
    void longKeysOfUnlikeHashesAreRead() {
        Set<Object> keys = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            List<Object> key = new ArrayList<>(Collections.nCopies(1_000, true));
            key.add(i);
            keys.add(key);
        }

        assertThat(RoundTrips.standalone(codec, keys)).isEqualTo(keys);
        assertThat(codec.decode(codec.encode(Set.copyOf(keys)), Object.class)).isEqualTo(keys);
    }

    @Test
    void setsOfSetsAreRead() {
        Set<Object> keys = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            Set<Object> key = new HashSet<>();
            for (int j = 0; j < 30; j++) {
                key.add(new Point(i, j));
            }
            keys.add(key);
        }

        assertThat(RoundTrips.standalone(codec, keys)).isEqualTo(keys);
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

    /** The hash of a point is {@code 31 * x + y}, which 600 by 600 points share by up to twenty. */
    @Test
    void honestKeysWithAWeakHashAreRead() {
        Set<Object> grid = new HashSet<>();
        Map<Object, Object> map = new HashMap<>();
        for (int x = 0; x < 600; x++) {
            for (int y = 0; y < 600; y++) {
                grid.add(new Point(x, y));
                if (x < 200) {
                    map.put(new Point(x, y), "v");
                }
            }
        }

        assertThat(RoundTrips.standalone(codec, grid)).isEqualTo(grid);
        assertThat(RoundTrips.standalone(codec, map)).isEqualTo(map);
    }

    /** Each key pays for as many comparisons, whichever keys these are; the first has the description of its class. */
    @Test
    void smallKeysAreReadAlikeByAsManyAsTheyPayForAndRefusedBeyond() {
        int paidFor = 2 * HashCostBudget.FREE_ALIKE_SMALL + 1;

        assertThat(isRead(setOf(HASH_SET, alike(1, paidFor)), 1)).isTrue();
        assertThat(isRead(setOf(HASH_SET, alike(1, paidFor + 8)), 1)).isFalse();
        assertThat(isRead(setOf(HASH_SET, alike(500, paidFor)), 1 << 20)).isTrue();
        assertThat(isRead(setOf(HASH_SET, alike(500, 2 * paidFor)), 1 << 20)).isFalse();
    }

    private static List<Object> alike(int groups, int each) {
        List<Object> keys = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            for (int i = 0; i < each; i++) {
                keys.add(new Point(100 + i, 500_000 + group * 1_000 - 31 * i));
            }
        }
        return keys;
    }

    /** Other keys pay for a bomb only so far as there are many of them: what is done stays linear in the message. */
    @Test
    void bombsAmongHonestKeysAreRefused() {
        List<Object> keys = alike(20_000, 1);
        keys.addAll(same(MANY));

        assertRefused(setOf(HASH_SET, keys));
    }
}
