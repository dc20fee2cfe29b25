package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.JsonEncoding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Small texts whose keys would take for ever to hash are refused, as the same messages of the codec are. */
@Timeout(120)
class TextBombsTest {
    private static final Codec CODEC = Codec.builder()
            .allow(KeysOnCycles.Held.class, KeysOnCycles.Hooked.class)
            .build();

    static Stream<Named<Supplier<Object>>> keysThatShareMuch() {
        return Stream.concat(KeysOnCycles.behind(), KeysOnCycles.before());
    }

    @ParameterizedTest
    @MethodSource("keysThatShareMuch")
    void keysThatShareMuchAreRefusedInJson(Supplier<Object> root) {
        assertRefused(JsonEncoding.of(CODEC), root.get());
    }

    @ParameterizedTest
    @MethodSource("keysThatShareMuch")
    void keysThatShareMuchAreRefusedInCbor(Supplier<Object> root) {
        assertRefused(CborEncoding.of(CODEC), root.get());
    }

    private record Same(int number) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    /** Keys that collide, of which each shares a list with the others. */
    private static Set<Object> keys() {
        List<Object> shared = new ArrayList<>(Collections.nCopies(100, 7));
        Set<Object> keys = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            keys.add(new ArrayList<>(List.of(new Same(i), shared)));
            keys.add(new Same(i));
        }
        return keys;
    }

    static Stream<Arguments> budgetsAndEncodings() {
        return Stream.of(
                        new BudgetOf("comparisons", limits -> limits::withComparisons),
                        new BudgetOf("objects", limits -> limits::withObjects),
                        new BudgetOf("depth", limits -> limits::withDepth))
                .flatMap(budget -> Stream.of(
                        Arguments.of(budget, Named.<Function<Codec, Encoding>>of("JSON", JsonEncoding::of)),
                        Arguments.of(budget, Named.<Function<Codec, Encoding>>of("CBOR", CborEncoding::of))));
    }

    /** A limit by its name, and how a codec gets it. */
    private record BudgetOf(String name, Function<CodecLimits, IntFunction<CodecLimits>> setter) {
        Codec at(int limit) {
            return Codec.builder()
                    .allow(Same.class)
                    .limits(setter.apply(CodecLimits.standard()).apply(limit))
                    .build();
        }
    }

    /** What a text takes is what its message takes, to the last key. */
    @ParameterizedTest
    @MethodSource("budgetsAndEncodings")
    void budgetsOfKeysHoldAtTheirEdge(BudgetOf budget, Function<Codec, Encoding> encoding) {
        Codec standard = Codec.builder().allow(Same.class).build();
        Set<Object> keys = keys();
        byte[] text = encoding.apply(standard).encode(keys, Object.class);
        int least = 1;
        for (int most = 1 << 22; least < most; ) {
            int middle = (least + most) / 2;
            if (isRead(encoding.apply(budget.at(middle)), text, budget)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }

        assertThat(least).isGreaterThan(1);
        assertThat(encoding.apply(budget.at(least)).decode(text, Object.class)).isEqualTo(keys);
    }

    private static boolean isRead(Encoding encoding, byte[] text, BudgetOf budget) {
        try {
            return encoding.decode(text, Object.class) != null;
        } catch (DecodeException e) {
            assertThat(e).hasMessageContaining("limits." + budget.name());
            return false;
        }
    }

    private static void assertRefused(Encoding encoding, Object root) {
        byte[] text = encoding.encode(root, Object.class);

        assertThatThrownBy(() -> encoding.decode(text, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("objects visited by hashing keys > limits.objects");
    }
}
