package io.tellask.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AesSivTest {
    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** RFC 5297, appendix A.1. */
    @Test
    void sealsAsTheSpecificationDoes() {
        AesSiv cipher = new AesSiv(
                hex("fffefdfc fbfaf9f8 f7f6f5f4 f3f2f1f0 f0f1f2f3 f4f5f6f7 f8f9fafb fcfdfeff"),
                hex("10111213 14151617 18191a1b 1c1d1e1f 20212223 24252627"));
        byte[] plain = hex("11223344 55667788 99aabbcc ddee");
        byte[] sealed = hex("85632d07 c6e8f37f 950acd32 0a2ecc93 40c02b96 90c4dc04 daef7f6a fe5c");

        assertThat(cipher.seal(plain, 0, plain.length)).isEqualTo(sealed);
        assertThat(cipher.open(sealed, 0, sealed.length)).isEqualTo(plain);
    }

    @Test
    void opensWhatItSealedOfAnyLengthAndNothingElse() {
        byte[] key = new byte[64];
        new Random(1).nextBytes(key);
        AesSiv cipher = new AesSiv(key, new byte[16]);
        for (int length = 0; length < 70; length++) {
            byte[] plain = new byte[length];
            new Random(length).nextBytes(plain);
            byte[] sealed = cipher.seal(plain, 0, length);
            assertThat(sealed).hasSize(length + AesSiv.TAG).isEqualTo(cipher.seal(plain, 0, length));
            assertThat(cipher.open(sealed, 0, sealed.length)).isEqualTo(plain);
            sealed[new Random(length).nextInt(sealed.length)] ^= 4;
            assertThat(cipher.open(sealed, 0, sealed.length)).isNull();
        }
        assertThat(cipher.open(new byte[15], 0, 15)).isNull();
    }
}
