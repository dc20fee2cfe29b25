package io.tellask.cipher.kernel;

/** Makes blocks of a key stream. Keeps what it computes in arrays of its own until {@link #wipe}; not thread-safe. */
public sealed interface BlockKernel permits ScalarKernel, LoopKernel, VectorKernel {
    /** How many blocks it makes at once. */
    int batchBlocks();

    /** From how many blocks on a batch costs less than as many single blocks. */
    int leastBlocks();

    /**
     * Writes blocks to the start of {@code out}. Changes the counter of {@code state}.
     *
     * @param first the number of the first block
     * @param blocks a multiple of {@link #batchBlocks}; the low word of the counter must not wrap between them unless that is 1
     */
    void generate(BlockFunction function, int[] state, long first, int blocks, byte[] out);

    /** Overwrites what was kept of key streams. */
    void wipe();
}
