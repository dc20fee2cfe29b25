package io.tellask.cipher.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The Vector API, in JVMs that have it: with vectors of 128, 256 and 512 bits, as the build's executions limit them. */
class VectorKernelTest {
    @Test
    void makesTheBlocksOfTheScalarKernel() {
        KernelComparison.compare(new VectorKernel());
    }

    @Test
    void addsTheBytesThatTheScalarOneAdds() {
        Random random = new Random(Seed.given());
        byte[] key = new byte[300];
        random.nextBytes(key);
        for (int length = 0; length < 200; length++) {
            byte[] source = new byte[length + 3];
            random.nextBytes(source);
            byte[] expected = new byte[length + 5];
            byte[] made = new byte[length + 5];
            int keyOffset = random.nextInt(100);
            Xor.apply(key, keyOffset, source, 3, expected, 5, length);
            VectorXor.apply(key, keyOffset, source, 3, made, 5, length);
            assertThat(made).isEqualTo(expected);
            for (int at = 0; at < length; at++) {
                assertThat(expected[at + 5]).isEqualTo((byte) (source[at + 3] ^ key[keyOffset + at]));
            }
        }
    }
}
