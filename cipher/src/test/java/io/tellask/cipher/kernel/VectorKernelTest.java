package io.tellask.cipher.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
        try (Arena arena = Arena.ofConfined()) {
            for (int length = 0; length < 200; length++) {
                byte[] source = new byte[length + 3];
                random.nextBytes(source);
                MemorySegment expected = arena.allocate(length + 3);
                MemorySegment made = arena.allocate(length + 3);
                int keyOffset = random.nextInt(100);
                Xor.apply(key, keyOffset, MemorySegment.ofArray(source), expected, 3, length);
                VectorXor.apply(key, keyOffset, MemorySegment.ofArray(source), made, 3, length);
                assertThat(made.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }
}
