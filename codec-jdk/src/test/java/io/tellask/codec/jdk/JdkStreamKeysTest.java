package io.tellask.codec.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.HookedClasses;
import io.tellask.codec.JdkBytes;
import io.tellask.codec.KeysOnCycles;
import java.io.Serializable;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of granted classes in JDK streams are asked for their hash before a table takes them. */
@Timeout(60)
class JdkStreamKeysTest {
    private static final Codec CODEC = Codec.builder()
            .allow(
                    KeysOnCycles.Held.class,
                    KeysOnCycles.Hooked.class,
                    Same.class,
                    Ordered.class,
                    Plain.class,
                    Point.class,
                    Holder.class,
                    TimeUnit.class,
                    HookedClasses.Annotated.class,
                    HookedClasses.Named.class,
                    HookedClasses.External.class,
                    HookedClasses.Side.class,
                    HookedClasses.SideProxy.class,
                    HookedClasses.Tags.class)
            .build();

    private record Same(int number) implements Serializable {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    private record Ordered(int number) implements Serializable, Comparable<Ordered> {
        @Override
        public int hashCode() {
            return 7;
        }

        @Override
        public int compareTo(Ordered other) {
            return Integer.compare(number, other.number);
        }
    }

    private static final class Plain implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private record Point(int x, int y) implements Serializable {}

    private static final class Holder implements Serializable {
        private static final long serialVersionUID = 1;

        private Object value;

        @Override
        public int hashCode() {
            return value.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    private static List<Object> same(int count) {
        return new ArrayList<>(IntStream.range(0, count).mapToObj(Same::new).toList());
    }

    private static Map<Object, Object> filled(Map<Object, Object> map, Collection<?> keys) {
        keys.forEach(key -> map.put(key, true));
        return map;
    }

    static Stream<Function<Collection<?>, Object>> tables() {
        return Stream.of(
                HashSet::new,
                LinkedHashSet::new,
                Set::copyOf,
                keys -> filled(new HashMap<>(), keys),
                keys -> filled(new LinkedHashMap<>(), keys),
                keys -> filled(new ConcurrentHashMap<>(), keys),
                keys -> filled(new Hashtable<>(), keys),
                keys -> Map.copyOf(filled(new HashMap<>(), keys)));
    }

    private static void assertRefused(Object table) {
        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(JdkBytes.of(table), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> limits.comparisons=");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void collidingKeysOfAGrantedClassAreRefused(Function<Collection<?>, Object> table) {
        assertRefused(table.apply(same(2_500)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void keysThatWereReadBeforeTheTableAreCounted(Function<Collection<?>, Object> table) {
        List<Object> keys = same(2_500);

        assertRefused(new Object[] {keys, table.apply(keys)});
    }

    @ParameterizedTest
    @MethodSource("tables")
    void keysThatDoNotCollideAreRead(Function<Collection<?>, Object> table) {
        List<Object> points = new ArrayList<>();
        for (int x = 0; x < 150; x++) {
            for (int y = 0; y < 31; y++) {
                points.add(new Point(x, y));
            }
        }
        Object original = table.apply(points);

        assertThat(JdkStreams.of(CODEC).decode(JdkBytes.of(original), Object.class))
                .isEqualTo(original);
    }

    @Test
    void weakHashesComparableKeysAndIdentitiesAreRead() {
        Set<Object> grid = new HashSet<>();
        IntStream.range(0, 90_000).forEach(i -> grid.add(new Point(i / 300, i % 300)));
        Set<Object> ordered =
                new HashSet<>(IntStream.range(0, 3_000).mapToObj(Ordered::new).toList());
        Set<Object> identities = new HashSet<>(
                IntStream.range(0, 3_000).mapToObj(_ -> new Plain()).toList());

        assertThat(JdkStreams.of(CODEC).decode(JdkBytes.of(grid), Object.class)).isEqualTo(grid);
        assertThat(JdkStreams.of(CODEC).decode(JdkBytes.of(ordered), Object.class))
                .isEqualTo(ordered);
        assertThat((Set<?>) JdkStreams.of(CODEC).decode(JdkBytes.of(identities), Object.class))
                .hasSize(3_000);
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.KeysOnCycles#before")
    void keysThatShareMuchAreRefused(Supplier<Object> root) {
        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(JdkBytes.of(root.get()), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }

    /** Each key is a list of one list, which all of them share. */
    @Test
    void visitsOfKeysAreReadUpToTheLimit() {
        int keys = 200;
        int shared = 1_000;
        List<Object> numbers = new ArrayList<>(Collections.nCopies(shared, 7));
        Set<Object> set = new HashSet<>();
        for (int i = 0; i < keys; i++) {
            set.add(new ArrayList<>(List.of(numbers, i)));
        }
        byte[] stream = JdkBytes.of(set);
        int visits = keys * (1 + 1 + shared + 1);

        assertThat(JdkStreams.of(withLimits(visits, Integer.MAX_VALUE)).decode(stream, Object.class))
                .isEqualTo(set);
        assertThatThrownBy(() ->
                        JdkStreams.of(withLimits(visits - 1, Integer.MAX_VALUE)).decode(stream, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects=" + (visits - 1));
    }

    private static Codec withLimits(int objects, int comparisons) {
        return CODEC.toBuilder()
                .limits(CODEC.limits().withObjects(objects).withComparisons(comparisons))
                .build();
    }

    /** The count of objects before a key is the same, whatever they are. */
    @Test
    void keysAreCountedBehindObjectsOfAllKinds() {
        HookedClasses.Annotated annotated = new HookedClasses.Annotated();
        annotated.note = List.of("note");
        HookedClasses.External external = new HookedClasses.External();
        external.held = new int[][] {{1}, {2}};
        HookedClasses.Tags tags = new HookedClasses.Tags();
        tags.add(TimeUnit.DAYS);
        RuntimeException exception = new IllegalStateException("m", new Error("c"));
        List<Object> before = List.of(
                annotated,
                new HookedClasses.Named(),
                external,
                HookedClasses.Side.LEFT,
                tags,
                TimeUnit.DAYS,
                TimeUnit.HOURS,
                exception,
                new String[] {"a", "b", "a"},
                new Object[0][],
                java.time.Instant.EPOCH,
                java.util.EnumSet.of(TimeUnit.DAYS),
                Collections.unmodifiableList(new ArrayList<>(List.of(1L, 2.5, 'c', true))),
                "x".repeat(70_000),
                new java.math.BigDecimal("1.5"),
                new java.util.TreeMap<>(Map.of("k", List.of())));

        assertThat(JdkStreams.of(CODEC).decode(JdkBytes.of(before), List.class)).hasSize(before.size());
        assertRefused(new Object[] {before, new HashSet<>(same(2_500))});
    }

    @Test
    void keyOnACycleThatHasNoHashYetIsRefusedAsByTheJdk() {
        Holder outer = new Holder();
        Holder key = new Holder();
        key.value = "hash";
        outer.value = new HashMap<>(Map.of(key, outer));
        key.value = outer.value;

        assertThatThrownBy(() -> JdkStreams.of(CODEC).decode(JdkBytes.of(key), Object.class))
                .isInstanceOf(DecodeException.class);
    }

    /** The address literal keeps the test itself from asking a name server. */
    @Test
    void urlWithinATableIsRefused() throws Exception {
        URL url = URI.create("http://127.0.0.1:1/x").toURL();
        byte[] bytes = JdkBytes.of(new HashMap<>(Map.of(url, 1)));
        Codec granting = Codec.builder().allow(URL.class).build();

        assertThatThrownBy(() -> JdkStreams.of(granting).decode(bytes, Map.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=java.net.URL within a table");
    }
}
