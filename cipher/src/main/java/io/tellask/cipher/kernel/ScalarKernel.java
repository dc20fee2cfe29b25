package io.tellask.cipher.kernel;

import java.util.Arrays;

/** One block at a time, with nothing but integers. Not thread-safe. */
public final class ScalarKernel implements BlockKernel {
    private final int[] words = new int[BlockFunction.WORDS];

    @Override
    public int batchBlocks() {
        return 1;
    }

    @Override
    public int leastBlocks() {
        return 1;
    }

    @Override
    public void generate(BlockFunction function, int[] state, long first, int blocks, byte[] out) {
        for (int block = 0; block < blocks; block++) {
            function.count(state, first + block);
            ScalarPermutation.permute(function, state, words);
            int at = block * BlockFunction.BLOCK_BYTES;
            for (int word = 0; word < BlockFunction.WORDS; word++) {
                LittleEndian.putInt(out, at + word * Integer.BYTES, words[word] + state[word]);
            }
        }
    }

    @Override
    public void wipe() {
        Arrays.fill(words, 0);
    }

    /** The permuted words of a state, as HSalsa20 and HChaCha20 take them: nothing is added. */
    public static int[] permuted(BlockFunction function, int[] state) {
        int[] permuted = new int[BlockFunction.WORDS];
        ScalarPermutation.permute(function, state, permuted);
        return permuted;
    }
}
