package io.tellask.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Numbers of fields, whose first byte tells their length: every length, its ends, and what is refused. */
class FieldNumbersTest {
    @Test
    void everyLengthComesBack() {
        for (int bits = 0; bits < Long.SIZE; bits++) {
            for (long number : new long[] {1L << bits, (1L << bits) - 1, -(1L << bits), -(1L << bits) - 1}) {
                assertThat(FieldNumbers.readLong(new ByteReader(written(number))))
                        .isEqualTo(number);
            }
        }
        assertThat(written(63)).hasSize(1);
        assertThat(written(64)).hasSize(2);
        assertThat(written(Long.MIN_VALUE)).hasSize(9);
    }

    @Test
    void numberIsReadWhereverTheMessageEnds() {
        for (int behind = 0; behind < 10; behind++) {
            for (int bits = 0; bits < Long.SIZE; bits++) {
                byte[] bytes = written(1L << bits);
                ByteReader in = new ByteReader(Arrays.copyOf(bytes, bytes.length + behind));

                assertThat(FieldNumbers.readLong(in)).isEqualTo(1L << bits);
                assertThat(in.remaining()).isEqualTo(behind);
            }
        }
    }

    @Test
    void cutNumberIsRefused() {
        for (int bits = 0; bits < Long.SIZE; bits += 3) {
            byte[] bytes = written(1L << bits);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> FieldNumbers.readLong(new ByteReader(cut)))
                        .isInstanceOf(DecodeException.class)
                        .hasMessageContaining("message ends early");
            }
        }
    }

    @Test
    void longerFormThanNeededIsRefused() {
        byte[] zeroInTwoBytes = {2, 0};
        byte[] oneInNineBytes = {0, 1, 0, 0, 0, 0, 0, 0, 0};
        for (byte[] bytes : new byte[][] {zeroInTwoBytes, oneInNineBytes}) {
            assertThatThrownBy(() -> FieldNumbers.readLong(new ByteReader(bytes)))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("longer than its value needs");
        }
    }

    @Test
    void numberThatIsTooLargeForItsFieldIsRefused() {
        assertThatThrownBy(() -> FieldNumbers.readInt(new ByteReader(written(1L << 31))))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> 4294967295");
        assertThatThrownBy(() -> FieldNumbers.readChar(new ByteReader(written(1L << 15))))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("> 65535");
    }

    private static byte[] written(long number) {
        ByteWriter out = new ByteWriter(16);
        FieldNumbers.writeLong(out, number);
        return out.toByteArray();
    }
}
