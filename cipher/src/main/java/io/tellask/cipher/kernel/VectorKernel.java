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
        Arrays.fill(out, 0, blocks * BlockFunction.BLOCK_BYTES, (byte) 0);
        add(function, state, first, blocks, out, 0, out, 0);
    }

    /** Adds whole batches of blocks to bytes of {@code source} without a buffer between; else as {@link #generate}. */
    @SuppressWarnings("checkstyle:ParameterNumber") // two ranges of one length
    void add(
            BlockFunction function,
            int[] state,
            long first,
            int blocks,
            byte[] source,
            int sourceOffset,
            byte[] target,
            int targetOffset) {
        System.arraycopy(state, 0, sameState, 0, BlockFunction.WORDS);
        for (int block = 0; block < blocks; block += LENGTH) {
            // not copied each time: reading all words at once right after one was written waits until all earlier
            // writes are in the cache
            function.count(state, first + block);
            function.count(sameState, first + block);
            switch (function.family()) {
                case SALSA -> VectorSalsa.generate(state, sameState, function.rounds(), words);
                case CHACHA -> VectorChaCha.generate(state, sameState, function.rounds(), words);
            }
            int at = block * BlockFunction.BLOCK_BYTES;
            VectorTransposition.add(words, quarters, source, sourceOffset + at, target, targetOffset + at);
        }
    }

    @Override
    public void wipe() {
        Arrays.fill(sameState, 0);
        Arrays.fill(words, 0);
        Arrays.fill(quarters, 0);
    }
}
