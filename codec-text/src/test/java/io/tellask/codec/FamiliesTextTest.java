package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.JsonEncoding;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parents with many children that point back to them come in as texts, too. */
@Timeout(120)
class FamiliesTextTest {
    private static final Codec CODEC = Codec.builder()
            .allow(Families.Parent.class, Families.Child.class, Families.Numbered.class, Families.Line.class)
            .build();

    private static List<Encoding> encodings() {
        return List.of(JsonEncoding.of(CODEC), CborEncoding.of(CODEC));
    }

    @ParameterizedTest
    @MethodSource("io.tellask.codec.Families#all")
    void textsBringFamilies(Function<Integer, Object> family) {
        for (Encoding encoding : encodings()) {
            assertComesBack(encoding, family, 10);
            assertComesBack(encoding, family, 5_000);
        }
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void textsBringALargeFamily(Encoding encoding) {
        assertComesBack(encoding, Families::inHashSet, 100_000);
    }

    private static void assertComesBack(Encoding encoding, Function<Integer, Object> family, int count) {
        byte[] text = encoding.encode(family.apply(count), Object.class);

        assertThat(Families.isWhole(encoding.decode(text, Object.class), count)).isTrue();
    }
}
