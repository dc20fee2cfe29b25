package io.tellask.cipher;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cipher.kernel.Kernels;
import io.tellask.cipher.kernel.VectorKernel;
import io.tellask.test.Await;
import io.tellask.test.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The build runs this with and without the Vector API, which a stream begins to use in its middle. */
class AutomaticChoiceTest {
    @Test
    void streamGoesOnWhateverMakesIt() {
        Random random = new Random(Seed.given());
        byte[] key = Samples.key(random);
        StreamCipher oneByOne = StreamCipher.of(StreamAlgorithm.SALSA20, key, new byte[8]);
        StreamCipher cipher = StreamCipher.of(StreamAlgorithm.SALSA20, key, new byte[8]);
        byte[] text = new byte[1 << 16];
        int[] checked = {0};
        Await.until("the choice is made", () -> {
            Arrays.fill(text, (byte) 0);
            cipher.apply(text);
            byte[] block = new byte[64];
            oneByOne.seek(cipher.block() - 1);
            oneByOne.apply(block);
            assertThat(Arrays.copyOfRange(text, text.length - 64, text.length)).isEqualTo(block);
            return ++checked[0] > 100 && Kernels.hasChosen();
        });
        assertThat(Kernels.usesVectors())
                .as("narrow vectors need not win")
                .isEqualTo(Kernels.hasVectorModule() && (Kernels.usesVectors() || lanes() >= 8));
    }

    /** Touches the Vector API, so only where that is. */
    private static int lanes() {
        return new VectorKernel().batchBlocks();
    }
}
