package io.tellask.codec.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import io.tellask.test.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers of every length come back. */
class NumbersProperties {
    private static final long FIRST_SEED = Seed.given();

    @Test
    void varintsOfEveryLengthComeBack() {
        Random random = new Random(FIRST_SEED);
        ByteWriter out = new ByteWriter(16);
        for (int i = 0; i < 200_000; i++) {
            long value = random.nextLong() >>> random.nextInt(64);
            out.clear();
            out.writeVarLong(value);
            out.writeZigZagLong(~value);
            out.writeVarInt((int) value);
            out.writeZigZagInt((int) (value >> 7));
            ByteReader in = new ByteReader(out.toByteArray());

            assertThat(in.readVarLong() == value
                            && in.readZigZagLong() == ~value
                            && in.readVarInt() == (int) value
                            && in.readZigZagInt() == (int) (value >> 7)
                            && in.remaining() == 0)
                    .as("value=%d", value)
                    .isTrue();
        }
    }

    @Test
    void varintsAreReadTheSameWithAndWithoutBytesBehind() {
        for (int length = 1; length <= 11; length++) {
            byte[] bytes = new byte[length];
            java.util.Arrays.fill(bytes, (byte) 0xFF);
            bytes[length - 1] = 1;
            assertThat(readLong(bytes)).as("length=%d", length).isEqualTo(readLong(java.util.Arrays.copyOf(bytes, 30)));
            assertThat(readInt(bytes)).as("length=%d", length).isEqualTo(readInt(java.util.Arrays.copyOf(bytes, 30)));
        }
    }

    private static Object readLong(byte[] bytes) {
        try {
            return new ByteReader(bytes).readVarLong();
        } catch (DecodeException e) {
            return "refused";
        }
    }

    private static Object readInt(byte[] bytes) {
        try {
            return new ByteReader(bytes).readVarInt();
        } catch (DecodeException e) {
            return "refused";
        }
    }
}
