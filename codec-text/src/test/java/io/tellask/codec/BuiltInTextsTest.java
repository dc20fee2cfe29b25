package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.builtin.BuiltInTypesTest;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.builtin.ClassObjectCodec;
import io.tellask.codec.builtin.LambdaCodec;
import io.tellask.codec.builtin.PassedReferenceCodec;
import io.tellask.codec.builtin.ProxyCodec;
import io.tellask.codec.builtin.WrappersTest;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.JsonEncoding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type of the table of built-ins that an encoding writes it reads back, as the same class. */
class BuiltInTextsTest {
    private static final Codec CODEC =
            Codec.builder().allow(TimeUnit.class, Character.UnicodeScript.class).build();

    record Copies(List<String> names, Collection<Integer> numbers, Object open, List<List<String>> nested) {}

    static Stream<Named<TypeCodec>> table() {
        return Arrays.stream(BuiltIns.BY_HEAD)
                .filter(Objects::nonNull)
                .filter(codec -> !Set.of(
                                LambdaCodec.READER,
                                ProxyCodec.READER,
                                PassedReferenceCodec.READER,
                                ClassObjectCodec.ONLY)
                        .contains(codec))
                .map(codec -> Named.of(codec.type.getTypeName(), codec));
    }

    private static Stream<Object> values() {
        return Stream.of(
                        BuiltInTypesTest.values(),
                        Stream.concat(WrappersTest.collections(), WrappersTest.maps())
                                .map(wrapping -> wrapping.wrap().apply(wrapping.inner())),
                        arrays(),
                        others())
                .flatMap(each -> each);
    }

    private static Stream<Object> arrays() {
        return Stream.of(
                new boolean[] {true, false},
                new byte[] {1, -1},
                new char[] {'a'},
                new short[] {1},
                new int[] {1, -1},
                new long[] {1, Long.MIN_VALUE},
                new float[] {1.5f},
                new double[] {-0.0},
                new Object[] {1, "a", null},
                new String[] {"a", null});
    }

    private static Stream<Object> others() {
        return Stream.of(
                Collections.nCopies(3, "x"),
                Collections.nCopies(0, null),
                Collections.nCopies(2, List.of(1, 2)),
                new ArrayDeque<>(List.of("a", "b")),
                new PriorityQueue<>(List.of(3, 1, 2)),
                new ConcurrentLinkedQueue<>(List.of("a")),
                new IdentityHashMap<>(Map.of("a", 1)),
                Collections.emptySortedSet(),
                new AtomicInteger(1),
                new AtomicLong(-1),
                new AtomicBoolean(true),
                new AtomicReference<>("a"),
                new StringBuilder("text"),
                Comparator.naturalOrder(),
                Comparator.reverseOrder(),
                String.CASE_INSENSITIVE_ORDER);
    }

    @ParameterizedTest
    @MethodSource("table")
    void typeComesBackFromJsonAndCbor(TypeCodec type) {
        List<Object> values = values().filter(
                        value -> type.type == value.getClass() || BuiltIns.of(value.getClass()) == type)
                .toList();
        assertThat(values)
                .as("values of %s among those of this test", type.type)
                .isNotEmpty();
        for (Object value : values) {
            for (Encoding encoding : List.of(JsonEncoding.of(CODEC), CborEncoding.of(CODEC))) {
                assertSame(encoding.decode(encoding.encode(value, Object.class), Object.class), value);
                List<Object> list = new ArrayList<>(Arrays.asList(value, null, value));
                List<?> back = (List<?>) encoding.decode(encoding.encode(list, Object.class), Object.class);
                assertSame(back.get(0), value);
                assertSame(back.get(2), value);
            }
        }
    }

    private static void assertSame(Object back, Object value) {
        assertThat(back).hasSameClassAs(CODEC.decode(CODEC.encode(value), Object.class));
        assertThat(CODEC.encode(back)).isEqualTo(CODEC.encode(value));
    }

    @Test
    void copiesComeBackWhereverTheyAreDeclared() {
        Copies copies = new Copies(
                Collections.nCopies(3, "x"),
                Collections.nCopies(2, 7),
                Collections.nCopies(1_000_000, List.of("y")),
                Collections.nCopies(2, Collections.nCopies(0, "z")));
        Codec codec = Codec.builder().allow(Copies.class).build();
        for (Encoding encoding : List.of(JsonEncoding.of(codec), CborEncoding.of(codec))) {
            byte[] bytes = encoding.encode(copies);
            Copies back = encoding.decode(bytes, Copies.class);

            assertThat(bytes).hasSizeLessThan(1_000);
            assertThat(back.names()).containsExactly("x", "x", "x").hasSameClassAs(copies.names());
            assertThat(back.numbers()).isEqualTo(copies.numbers());
            assertThat((List<?>) back.open()).hasSize(1_000_000);
            assertThat(back.nested()).isEqualTo(copies.nested());
        }
    }
}
