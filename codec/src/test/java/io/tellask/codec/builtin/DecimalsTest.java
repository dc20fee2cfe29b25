package io.tellask.codec.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decimals that fit a long and those that do not have one form. */
class DecimalsTest {
    private static final Codec CODEC = Codec.standard();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "-1",
                "127",
                "128",
                "-128",
                "-129",
                "32767",
                "32768",
                "999999999999999999",
                "-999999999999999999",
                "1000000000000000000",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "-9223372036854775809",
                "123456789012345678901234567890"
            })
    void unscaledValueIsAsFewBytesAsItsTwosComplementHas(String digits) {
        BigInteger unscaled = new BigInteger(digits);
        for (int scale : new int[] {0, 2, -3, 40}) {
            BigDecimal value = new BigDecimal(unscaled, scale);
            ByteWriter expected = new ByteWriter(64);
            expected.writeByte(0);
            expected.writeByte(58);
            expected.writeZigZagInt(scale);
            expected.writeVarInt(unscaled.toByteArray().length);
            expected.writeBytes(unscaled.toByteArray(), 0, unscaled.toByteArray().length);

            byte[] bytes = Codec.builder().trackReferences(false).build().encode(value);

            assertThat(bytes).isEqualTo(expected.toByteArray());
            assertThat(CODEC.decode(bytes, BigDecimal.class)).isEqualTo(value);
        }
    }

    @Test
    void moreBytesThanNeededAreRead() {
        assertThat(decoded("003a040400000064")).isEqualTo(new BigDecimal("1.00"));
        assertThat(decoded("003a0404ffffff9c")).isEqualTo(new BigDecimal("-1.00"));
    }

    @Test
    void noBytesAreRefused() {
        assertThatThrownBy(() -> decoded("003a0400")).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> decoded("003a040201")).isInstanceOf(DecodeException.class);
    }

    private static BigDecimal decoded(String hex) {
        return CODEC.decode(HexFormat.of().parseHex(hex), BigDecimal.class);
    }
}
