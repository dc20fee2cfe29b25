package io.tellask.codec.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.graph.HeadNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shapes that the elements of a collection take, and strings that are written once. */
class ElementShapesTest {
    private static final Codec TREES =
            Codec.builder().trackReferences(false).allow(Pair.class).build();

    record Pair(String first, String second) {}

    @Test
    void stringsOfOneLengthAreTheirCharactersAlone() {
        assertThat(hex(new ArrayList<>(List.of("ab", "cd")))).isEqualTo("00160b0861626364");
    }

    @Test
    void lengthsTakeFourBitsOrAByte() {
        assertThat(hex(new ArrayList<>(List.of("a", "bcd", "ef")))).isEqualTo("00160f052001616263646566");
        assertComesBack(new ArrayList<>(List.of("a", "b".repeat(48), "c")));
        assertComesBack(new LinkedHashSet<>(List.of("a", "b".repeat(17), "c".repeat(3))));
    }

    @Test
    void otherStringsTakeSlots() {
        assertComesBack(new ArrayList<>(Arrays.asList("a", null)));
        assertComesBack(new ArrayList<>(List.of("", "a")));
        assertComesBack(new ArrayList<>(List.of("a", "\u4e16")));
        assertComesBack(new ArrayList<>(List.of("a", "b".repeat(49))));
    }

    @Test
    void elementsOfOneClassHaveOneHead() {
        assertThat(hex(new ArrayList<>(List.of(1, 2, 3)))).isEqualTo("00160e12020406");
        assertComesBack(new ArrayList<>(List.of(new Pair("a", "b"), new Pair("c", null))));
        assertComesBack(new ArrayList<>(Arrays.asList(1, 2L, null)));
    }

    @Test
    void longStringIsWrittenOnce() {
        String text = "twice and twice again";
        byte[] bytes = TREES.encode(new Pair(text, new StringBuilder(text).toString()));

        assertThat(TREES.decode(bytes, Pair.class)).isEqualTo(new Pair(text, text));
        assertThat(Arrays.copyOfRange(bytes, bytes.length - 2, bytes.length))
                .containsExactly(HeadNumbers.BACK_REFERENCE, 1 + text.length());
    }

    @Test
    void distanceThatLeadsOutOfTheMessageOrToNoStringIsRefused() {
        byte[] bytes = TREES.encode(new Pair("twice and twice again", "twice and twice again"));
        for (byte distance : new byte[] {0, 1, 127}) {
            bytes[bytes.length - 1] = distance;
            assertThatThrownBy(() -> TREES.decode(bytes, Pair.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("repeated string");
        }
    }

    @Test
    void packedStringsThatCannotBeThereAreRefused() {
        for (String hex : List.of("00160b0061626364", "00160b0b6162", "00160b2861626364")) {
            assertThatThrownBy(() -> TREES.decode(HexFormat.of().parseHex(hex), List.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("packed strings");
        }
    }

    private static void assertComesBack(Object value) {
        assertThat(TREES.decode(TREES.encode(value), value.getClass())).isEqualTo(value);
    }

    private static String hex(Object value) {
        return HexFormat.of().formatHex(TREES.encode(value));
    }
}
