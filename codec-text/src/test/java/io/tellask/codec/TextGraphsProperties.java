package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.test.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The values and random graphs of the codec's own tests come back through each text encoding. */
class TextGraphsProperties {
    private static final long FIRST_SEED = Seed.given();
    private static final int GRAPHS = 300;
    private static final int MANY_GRAPHS = 100_000;

    static Stream<Encoding> encodings() {
        return Stream.of(
                JsonEncoding.of(Graphs.CODEC), JsonEncoding.of(Graphs.CODEC).pretty(), CborEncoding.of(Graphs.CODEC));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void graphsComeBackWithTheirSharing(Encoding encoding) {
        sendGraphs(encoding, GRAPHS);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("encodings")
    void manyGraphsComeBack(Encoding encoding) {
        sendGraphs(encoding, MANY_GRAPHS);
    }

    private static void sendGraphs(Encoding encoding, int graphs) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + graphs; seed++) {
            Object root = new Graphs(seed, true).root();
            Class<?> declared = seed % 2 == 0 && isOfTests(root) ? root.getClass() : Object.class;
            Object back = encoding.decode(encoding.encode(root, declared), declared);
            String expected = GraphText.withoutIdentityOfStrings(root);
            if (!GraphText.withoutIdentityOfStrings(back).equals(expected)) {
                assertThat(GraphText.withoutIdentityOfStrings(back))
                        .as("seed=%d, encoding=%s", seed, encoding.mediaType())
                        .isEqualTo(expected);
            }
        }
    }

    /** Enums with bodies have classes of their own, which nothing is declared as. */
    private static boolean isOfTests(Object root) {
        return root != null && root.getClass().getName().startsWith("io.tellask") && !(root instanceof Enum);
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.builtin.BuiltInTypesTest#values")
    void builtInTypesComeBack(Object value) {
        Codec codec = Codec.builder()
                .allow(TimeUnit.class, Character.UnicodeScript.class)
                .build();
        List<Object> several = new ArrayList<>(Arrays.asList(null, value, value));

        for (Encoding encoding : List.of(JsonEncoding.of(codec), CborEncoding.of(codec))) {
            Object back = encoding.decode(encoding.encode(several, Object.class), Object.class);
            assertThat(back).isEqualTo(codec.decode(codec.encode(several), Object.class));
            assertThat(encoding.decode(
                            encoding.encode(value),
                            codec.decode(codec.encode(value), Object.class).getClass()))
                    .isEqualTo(value);
        }
    }
}
