package io.tellask.codec.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.Inside;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.Schema;
import io.tellask.codec.TypeOf;
import io.tellask.codec.UnknownClasses;
import io.tellask.codec.schema.Descriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is declared with type arguments holds what they say, or is refused with its place. */
class ElementTypesTest {
    record Misfit(TypeOf<?> declared, Object value, String path) {
        @Override
        public String toString() {
            return declared.type() + " from " + value.getClass().getSimpleName();
        }
    }

    static Stream<Misfit> misfits() {
        return Stream.of(
                new Misfit(new TypeOf<List<Integer>>() {}, new ArrayList<>(List.of(1, 2, "x")), "ArrayList[2]"),
                new Misfit(new TypeOf<List<Long>>() {}, List.of(1, 2), "ImmutableCollections$List12[0]"),
                new Misfit(new TypeOf<Collection<String>>() {}, Set.of(1), "ImmutableCollections$Set12[0]"),
                new Misfit(new TypeOf<Iterable<String>>() {}, List.of("a"), ""),
                new Misfit(new TypeOf<Map<String, Long>>() {}, new TreeMap<>(Map.of("a", 1)), "TreeMap[0].value"),
                new Misfit(new TypeOf<Map<Integer, String>>() {}, new HashMap<>(Map.of("a", "b")), "HashMap[0].key"),
                new Misfit(
                        new TypeOf<Map<String, List<Integer>>>() {},
                        new HashMap<>(Map.of("a", new ArrayList<>(List.of(1L)))),
                        "HashMap[0].value[0]"),
                new Misfit(
                        new TypeOf<List<? extends Number>>() {},
                        new ArrayList<>(Arrays.asList(1, 2L, "x")),
                        "ArrayList[2]"),
                new Misfit(new TypeOf<List<Integer>[]>() {}, new List<?>[] {List.of(1), List.of("x")}, "List[][1][0]"),
                new Misfit(new TypeOf<Optional<Integer>>() {}, Optional.of("x"), "Optional[0]"),
                new Misfit(new TypeOf<Map.Entry<Integer, Integer>>() {}, Map.entry(1, "x"), "KeyValueHolder[0].value"),
                new Misfit(
                        new TypeOf<List<Integer>>() {},
                        Collections.unmodifiableList(new ArrayList<>(List.of("x"))),
                        "Collections$UnmodifiableRandomAccessList[0]"),
                new Misfit(
                        new TypeOf<List<Integer>>() {},
                        Collections.nCopies(60_000_000, "x"),
                        "Collections$CopiesList[0]"),
                new Misfit(
                        new TypeOf<ConcurrentLinkedQueue<Integer>>() {},
                        new ConcurrentLinkedQueue<>(List.of("x")),
                        "ConcurrentLinkedQueue[0]"));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void misfitIsRefusedWithItsPath(Misfit misfit) {
        for (Schema schema : Schema.values()) {
            Codec codec = Codec.builder().schema(schema).build();
            byte[] bytes = codec.encode(misfit.value(), Object.class);
            if (misfit.path().isEmpty()) {
                assertThat(codec.decode(bytes, misfit.declared())).isEqualTo(misfit.value());
            } else {
                assertThatThrownBy(() -> codec.decode(bytes, misfit.declared()))
                        .isInstanceOfSatisfying(DecodeException.class, refused -> {
                            assertThat(refused.path()).isEqualTo(misfit.path());
                            assertThat(refused.offset()).isPositive();
                        })
                        .hasMessageContaining("which the declared type has here");
            }
        }
    }

    @Test
    void whatFitsComesIn() {
        Codec codec = Codec.standard();
        Map<String, List<Integer>> map = new HashMap<>(Map.of("a", new ArrayList<>(Arrays.asList(1, null))));
        map.put("null", null);

        assertThat(codec.decode(codec.encode(map), new TypeOf<Map<String, List<Integer>>>() {}))
                .isEqualTo(map);
        assertThat(codec.decode(codec.encode(List.of(1, "a")), new TypeOf<List<?>>() {}))
                .isEqualTo(List.of(1, "a"));
        assertThat(codec.decode(codec.encode(List.of(1, 2.0)), new TypeOf<List<Number>>() {}))
                .isEqualTo(List.of(1, 2.0));
    }

    /** Sharing makes a few bytes a tree of 2^60 elements: it is looked at once. */
    @Test
    void sharedElementsAreLookedAtInLinearTime() {
        List<Object> inner = new ArrayList<>(List.of(1));
        TypeOf<List<List<List<List<List<List<Integer>>>>>>> declared = new TypeOf<>() {};
        List<Object> level = inner;
        for (int i = 0; i < 5; i++) {
            level = new ArrayList<>(Collections.nCopies(20_000, level));
        }
        Codec codec = Codec.standard();

        assertThat(codec.decode(codec.encode(level), declared)).hasSize(20_000);
    }

    @Test
    void nodesOfUnknownClassesStay() {
        Codec keeping = Codec.builder().unknownClasses(UnknownClasses.KEEP).build();
        ObjectNode unknown =
                new ObjectNode(Inside.describe(new Descriptor(Descriptor.RECORD, "com.acme.Gone", List.of())));
        byte[] bytes = keeping.encode(new ArrayList<>(List.of(unknown)));

        List<?> back = keeping.decode(bytes, new TypeOf<List<CodecLimits>>() {});

        assertThat((Object) back.getFirst()).isInstanceOf(ObjectNode.class);
    }
}
