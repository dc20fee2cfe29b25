package io.tellask.cipher.kernel;

import static io.tellask.cipher.kernel.VectorShape.LENGTH;

import java.util.Arrays;

/** As many blocks as a vector has lanes, by the Vector API. Only to be touched where {@link Kernels#hasVectorModule} says yes. Not thread-safe. */
public final class VectorKernel implements BlockKernel {
    private final int[] sameState = new int[BlockFunction.WORDS];
    private final int[] words = new int[BlockFunction.WORDS * LENGTH];
    private final int[] quarters = new int[BlockFunction.WORDS * LENGTH];

    @Override
    public int batchBlocks() {
        return LENGTH;
    }

    @Override
    public int leastBlocks() {
        return Math.max(2, LENGTH / 4);
    }

    @Override
    public void generate(BlockFunction function, int[] state, long first, int blocks, byte[] out) {
        for (int block = 0; block < blocks; block += LENGTH) {
            function.count(state, first + block);
            System.arraycopy(state, 0, sameState, 0, BlockFunction.WORDS);
            switch (function.family()) {
                case SALSA -> VectorSalsa.generate(state, sameState, function.rounds(), words);
                case CHACHA -> VectorChaCha.generate(state, sameState, function.rounds(), words);
            }
            VectorTransposition.blocks(words, quarters, out, block * BlockFunction.BLOCK_BYTES);
        }
    }

    @Override
    public void wipe() {
        Arrays.fill(sameState, 0);
        Arrays.fill(words, 0);
        Arrays.fill(quarters, 0);
    }
}
