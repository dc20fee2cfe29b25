package io.tellask.codec.hashing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.UnspeakableKey;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A key that throws where its table hashes or compares it is named, with the place and the method, and its exception. */
class FailingKeysTest {
    private static final Codec CODEC = Codec.builder()
            .allow(Moody.class, Owner.class, Uncomparable.class, MoodyOrder.class)
            .build();

    /** Set while objects are made and written, so that only reading fails. */
    private static boolean calm;

    private record Moody(int number) implements Serializable, Comparable<Moody> {
        @Override
        public int hashCode() {
            return calm || number < 2 ? 7 : fail("hash");
        }

        @Override
        public boolean equals(Object other) {
            return calm ? other instanceof Moody moody && moody.number == number : fail("equality") == 0;
        }

        @Override
        public int compareTo(Moody other) {
            return calm ? Integer.compare(number, other.number) : fail("order");
        }

        private static int fail(String what) {
            throw new IllegalStateException("no " + what + " today");
        }
    }

    private static final class Owner implements Serializable {
        private static final long serialVersionUID = 1;

        private Object table;
    }

    private record Uncomparable(int number) {}

    private record MoodyOrder() implements Comparator<Object>, Serializable {
        @Override
        public int compare(Object one, Object other) {
            return calm ? Integer.compare(one.hashCode(), other.hashCode()) : Moody.fail("order");
        }
    }

    private static byte[] written(Object value) {
        return CODEC.encode(value);
    }

    private static Object owner(Function<List<Moody>, Object> table, int... numbers) {
        Owner owner = new Owner();
        List<Moody> keys = new ArrayList<>();
        for (int number : numbers) {
            keys.add(new Moody(number));
        }
        owner.table = table.apply(keys);
        return owner;
    }

    private static DecodeException failureOf(Function<List<Moody>, Object> table, int... numbers) {
        calm = true;
        byte[] bytes = written(owner(table, numbers));
        calm = false;
        return catchThrowableOfType(DecodeException.class, () -> CODEC.decode(bytes, Object.class));
    }

    private static Map<Object, Object> filled(Map<Object, Object> map, List<Moody> keys) {
        keys.forEach(key -> map.put(key, "value"));
        return map;
    }

    static Stream<Function<List<Moody>, Object>> hashed() {
        return Stream.of(
                HashSet::new,
                LinkedHashSet::new,
                keys -> filled(new HashMap<>(), keys),
                keys -> filled(new ConcurrentHashMap<>(), keys),
                keys -> filled(new Hashtable<>(), keys),
                keys -> Map.copyOf(filled(new HashMap<>(), keys)));
    }

    @ParameterizedTest
    @MethodSource("hashed")
    void keyWithoutAHashIsNamed(Function<List<Moody>, Object> table) {
        DecodeException failure = failureOf(table, 2);

        assertThat(failure)
                .hasMessageContainingAll(
                        "a key of class=" + Moody.class.getName() + " cannot enter class=java.util.",
                        Moody.class.getName() + ".hashCode failed",
                        "no hash today")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(failure.path()).startsWith("FailingKeysTest$Owner.table[0]");
        assertThat(failure.offset()).isPositive();
    }

    @Test
    void keyOfAnImmutableSetWithoutAHashIsNamed() {
        DecodeException failure = failureOf(Set::copyOf, 2, 3, 4);

        assertThat(failure)
                .hasMessageContainingAll(
                        "a key cannot enter class=java.util.ImmutableCollections$SetN",
                        Moody.class.getName() + ".hashCode failed")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(failure.path()).isEqualTo("FailingKeysTest$Owner.table");
    }

    @Test
    void keysThatDoNotCompareAreNamed() {
        assertThat(failureOf(HashSet::new, 0, 1))
                .hasMessageContaining(Moody.class.getName() + ".equals failed")
                .hasCauseInstanceOf(IllegalStateException.class);
        for (Function<List<Moody>, Object> table : List.<Function<List<Moody>, Object>>of(
                TreeSet::new,
                PriorityQueue::new,
                keys -> filled(new TreeMap<>(), keys),
                keys -> filled(new ConcurrentSkipListMap<>(), keys))) {
            assertThat(failureOf(table, 0, 1))
                    .hasMessageContainingAll(Moody.class.getName() + ".compareTo failed", "offset=", "path=")
                    .hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void comparatorThatFailsIsNamed() {
        DecodeException failure = failureOf(
                keys -> {
                    TreeSet<Object> set = new TreeSet<>(new MoodyOrder());
                    set.addAll(keys);
                    set.add("text");
                    return set;
                },
                0);

        assertThat(failure).hasMessageContaining(MoodyOrder.class.getName() + ".compare failed");
    }

    /** Its entries enter when the message is complete, where the path to the key is not known any more. */
    @Test
    void keyOnACycleThatFailsIsReportedWithItsTable() {
        calm = true;
        Owner owner = new Owner();
        Set<Object> set = new HashSet<>();
        owner.table = set;
        set.add(List.of(owner));
        set.add(new Moody(2));
        byte[] bytes = written(owner);
        calm = false;

        assertThatThrownBy(() -> CODEC.decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("cannot enter class=java.util.HashSet", "Moody.hashCode failed", "offset=")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void keyThatItsTableDoesNotTakeIsNamed() {
        byte[] list = CODEC.encode(new ArrayList<>(List.of(new Uncomparable(1))));
        byte[] sorted = new byte[list.length + 1];
        sorted[0] = list[0];
        sorted[1] = 28;
        System.arraycopy(list, 2, sorted, 3, list.length - 2);
        byte[] nullKey = CODEC.encode(new HashMap<>(Collections.singletonMap(null, 1)));
        nullKey[1] = 37;

        assertThatThrownBy(() -> CODEC.decode(sorted, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll("a key of class=" + Uncomparable.class.getName(), "java.util.TreeSet");
        assertThatThrownBy(() -> CODEC.decode(nullKey, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContainingAll(
                        "a key of null cannot enter class=java.util.concurrent.ConcurrentHashMap",
                        "which does not take it");
    }

    @Test
    void keyWhoseExceptionFailsIsRefused() {
        Codec codec = Codec.builder().allow(UnspeakableKey.class).build();
        Stream<byte[]> sorted = Stream.of(UnspeakableKey.written(TreeSet::new, codec::encode));
        Stream.concat(UnspeakableKey.tables(codec::encode), sorted)
                .forEach(bytes -> assertThatThrownBy(() -> codec.decode(bytes, Object.class))
                        .isInstanceOf(DecodeException.class));
    }
}
