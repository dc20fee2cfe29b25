package io.tellask.cipher.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.test.Seed;
import java.util.Random;

/** Compares the blocks of a kernel with those of the scalar one, for all functions and counters that matter. */
final class KernelComparison {
    private KernelComparison() {}

    static void compare(BlockKernel kernel) {
        Random random = new Random(Seed.given());
        for (BlockFunction.Family family : BlockFunction.Family.values()) {
            for (int rounds : new int[] {8, 12, 20}) {
                for (boolean wide : new boolean[] {true, false}) {
                    compare(kernel, new BlockFunction(family, rounds, wide), random);
                }
            }
        }
    }

    private static void compare(BlockKernel kernel, BlockFunction function, Random random) {
        int blocks = kernel.batchBlocks() * 2;
        long lastOfLowWord = (1L << 32) - blocks;
        long high = random.nextLong(1L << 30) << 32;
        for (long first : new long[] {0, 1, random.nextLong(1L << 31), lastOfLowWord, high + lastOfLowWord}) {
            if (function.wideCounter() || first <= lastOfLowWord) {
                int[] state = random.ints(BlockFunction.WORDS).toArray();
                byte[] expected = new byte[blocks * BlockFunction.BLOCK_BYTES];
                byte[] made = new byte[expected.length];
                new ScalarKernel().generate(function, state.clone(), first, blocks, expected);
                kernel.generate(function, state.clone(), first, blocks, made);
                assertThat(made).as("%s from block %d", function, first).isEqualTo(expected);
            }
        }
    }
}
