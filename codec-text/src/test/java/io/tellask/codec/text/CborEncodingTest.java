package io.tellask.codec.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of CBOR, and what bytes of other writers become. */
class CborEncodingTest {
    private static final CborEncoding CBOR = CborEncoding.of(Codec.standard());

    record Person(String name, int age) {}

    static final class Account implements Serializable {
        private String owner = "ada";
        private Account partner = this;
    }

    private static String hex(Object value) {
        return HexFormat.of().formatHex(CBOR.encode(value));
    }

    private static <T> T read(String hex, Class<T> type) {
        return CBOR.decode(HexFormat.of().parseHex(hex), type);
    }

    @Test
    void recordIsAMapOfItsFields() {
        assertThat(hex(new Person("Ada", 36))).isEqualTo("a2" + "63616765" + "1824" + "646e616d65" + "63416461");
        assertThat(read("a1646e616d6563416461", Person.class)).isEqualTo(new Person("Ada", 0));
    }

    @Test
    void cycleIsASharedMap() {
        assertThat(hex(new Account()))
                .isEqualTo("d81c" + "a2" + "656f776e6572" + "63616461" + "67706172746e6572" + "d81d00");
        Account back = read(hex(new Account()), Account.class);

        assertThat(back.partner).isSameAs(back);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "23, 17",
        "24, 1818",
        "-1, 20",
        "-256, 38ff",
        "65536, 1a00010000",
        "-2147483648, 3a7fffffff",
    })
    void integersHaveTheShortestForm(int value, String hex) {
        assertThat(hex(value)).isEqualTo(hex);
        assertThat(read(hex, Object.class)).isEqualTo(value);
        assertThat(read(hex, Long.class)).isEqualTo(value);
    }

    @Test
    void numbersKeepTheirKind() {
        assertThat(hex(1.5)).isEqualTo("fb3ff8000000000000");
        assertThat(hex(1.5f)).isEqualTo("fa3fc00000");
        assertThat(hex(Long.MIN_VALUE)).isEqualTo("3b7fffffffffffffff");
        assertThat(hex(BigInteger.TWO.pow(64))).isEqualTo("c249010000000000000000");
        assertThat(hex(BigInteger.TWO.pow(64).negate())).isEqualTo("3bffffffffffffffff");
        assertThat(hex(new BigDecimal("273.15"))).isEqualTo("c48221196ab3");
        for (Object value : new Object[] {
            Double.NaN,
            1.5f,
            Long.MAX_VALUE,
            BigInteger.TWO.pow(64),
            BigInteger.ONE,
            new BigDecimal("273.150"),
            'c',
            '\ud800'
        }) {
            assertThat(CBOR.decode(CBOR.encode(value, Object.class), Object.class))
                    .isEqualTo(value);
        }
    }

    @Test
    void otherWritersFormsAreTaken() {
        assertThat(read("f93e00", Double.class)).isEqualTo(1.5);
        assertThat(read("9f0102ff", Object.class)).isEqualTo(List.of(1, 2));
        assertThat(read("bf616101ff", Object.class)).isEqualTo(Map.of("a", 1));
        assertThat(read("7f61616162ff", String.class)).isEqualTo("ab");
        assertThat(read("d9d9f701", Integer.class)).isEqualTo(1);
        assertThat(read("1bffffffffffffffff", Object.class)).isEqualTo(new BigInteger("18446744073709551615"));
        assertThatThrownBy(() -> read("d8641903e8", Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("tag=100");
    }

    @Test
    void numbersOfSharedItemsAreNotCut() {
        for (String number : List.of("01", "1a80000000", "1b0000000100000000", "1b8000000000000000")) {
            assertThatThrownBy(() -> read("d81c81d81d" + number, Object.class))
                    .as(number)
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("to nothing");
        }
    }

    @Test
    void mapsHaveKeysOfAnyKind() {
        Map<Object, Object> map = new HashMap<>();
        map.put(7, "seven");
        map.put("@x", null);
        map.put(null, new byte[] {1});
        byte[] bytes = CBOR.encode(map, Object.class);
        Map<?, ?> back = (Map<?, ?>) CBOR.decode(bytes, Object.class);

        assertThat(new ArrayList<Object>(back.keySet())).containsExactlyInAnyOrder(7, "@x", null);
        assertThat((byte[]) back.get(null)).containsExactly(1);
    }

    @Test
    void halfASurrogatePairSurvives() {
        List<String> list = new ArrayList<>(Arrays.asList("a\ud800", "\udc00\ud83d\ude00"));
        Map<String, String> map = new HashMap<>(Map.of("\ud800", "\udc00"));

        for (Object value : List.of(list, map)) {
            assertThat(CBOR.decode(CBOR.encode(value), Object.class)).isEqualTo(value);
            assertThat(JsonEncoding.of(Codec.standard())
                            .decode(JsonEncoding.of(Codec.standard()).encode(value), Object.class))
                    .isEqualTo(value);
        }
    }

    @Test
    void oneGraphHasOneEncoding() {
        assertThat(CBOR.encode(new Account())).isEqualTo(CBOR.encode(new Account()));
        assertThat(CBOR.describe(Codec.standard().encode(new Person("Ada", 36))))
                .isNotEmpty();
    }

    @Test
    void bitsOfNaNAreKept() {
        float[] floats = {Float.intBitsToFloat(0x7f800001), Float.intBitsToFloat(0x7fc12345)};
        double[] doubles = {Double.longBitsToDouble(0x7ff0000000000001L)};
        float[] floatsBack = CBOR.decode(CBOR.encode(floats), float[].class);
        double[] doublesBack = CBOR.decode(CBOR.encode(doubles), double[].class);

        assertThat(Float.floatToRawIntBits(floatsBack[0])).isEqualTo(0x7f800001);
        assertThat(Float.floatToRawIntBits(floatsBack[1])).isEqualTo(0x7fc12345);
        assertThat(Double.doubleToRawLongBits(doublesBack[0])).isEqualTo(0x7ff0000000000001L);
    }
}
