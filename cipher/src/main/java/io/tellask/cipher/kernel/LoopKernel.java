package io.tellask.cipher.kernel;

import java.util.Arrays;

/**
 * Many blocks by plain loops over arrays, one array for each word of the state, which the compiler turns into vector instructions without any flag: with
 * {@value #BATCH} blocks about three times as fast as one by one. Not thread-safe.
 *
 * <p>The arrays of a loop are always read and written at one index. With offsets of their own the compiler could not tell that they do not overlap, and
 * would leave the loop as it is.
 */
public final class LoopKernel implements BlockKernel {
    static final int BATCH = 256;

    static final int LEAST_BLOCKS = BATCH / 2;

    private final int[][] words = new int[BlockFunction.WORDS][BATCH];
    private final int[][] initial = new int[BlockFunction.WORDS][BATCH];

    @Override
    public int batchBlocks() {
        return BATCH;
    }

    @Override
    public int leastBlocks() {
        return LEAST_BLOCKS;
    }

    @Override
    public void generate(BlockFunction function, int[] state, long first, int blocks, byte[] out) {
        for (int block = 0; block < blocks; block += BATCH) {
            load(function, state, first + block);
            for (int round = 0; round < function.rounds(); round += 2) {
                switch (function.family()) {
                    case SALSA -> salsa(words);
                    case CHACHA -> chacha(words);
                }
            }
            store(out, block * BlockFunction.BLOCK_BYTES);
        }
    }

    private void load(BlockFunction function, int[] state, long first) {
        for (int word = 0; word < BlockFunction.WORDS; word++) {
            Arrays.fill(initial[word], state[word]);
        }
        int counter = function.counterWord();
        for (int lane = 0; lane < BATCH; lane++) {
            initial[counter][lane] = (int) (first + lane);
        }
        if (function.wideCounter()) {
            Arrays.fill(initial[counter + 1], (int) (first >>> 32));
        }
        for (int word = 0; word < BlockFunction.WORDS; word++) {
            System.arraycopy(initial[word], 0, words[word], 0, BATCH);
        }
    }

    private void store(byte[] out, int offset) {
        for (int word = 0; word < BlockFunction.WORDS; word++) {
            int[] permuted = words[word];
            int[] added = initial[word];
            int at = offset + word * Integer.BYTES;
            for (int lane = 0; lane < BATCH; lane++) {
                LittleEndian.putInt(out, at + lane * BlockFunction.BLOCK_BYTES, permuted[lane] + added[lane]);
            }
        }
    }

    private static void salsa(int[][] x) {
        salsaQuarter(x[0], x[4], x[8], x[12]);
        salsaQuarter(x[5], x[9], x[13], x[1]);
        salsaQuarter(x[10], x[14], x[2], x[6]);
        salsaQuarter(x[15], x[3], x[7], x[11]);
        salsaQuarter(x[0], x[1], x[2], x[3]);
        salsaQuarter(x[5], x[6], x[7], x[4]);
        salsaQuarter(x[10], x[11], x[8], x[9]);
        salsaQuarter(x[15], x[12], x[13], x[14]);
    }

    private static void salsaQuarter(int[] a, int[] b, int[] c, int[] d) {
        for (int lane = 0; lane < BATCH; lane++) {
            int first = a[lane];
            int last = d[lane];
            int second = b[lane] ^ Integer.rotateLeft(first + last, 7);
            int third = c[lane] ^ Integer.rotateLeft(second + first, 9);
            last ^= Integer.rotateLeft(third + second, 13);
            a[lane] = first ^ Integer.rotateLeft(last + third, 18);
            b[lane] = second;
            c[lane] = third;
            d[lane] = last;
        }
    }

    private static void chacha(int[][] x) {
        chachaQuarter(x[0], x[4], x[8], x[12]);
        chachaQuarter(x[1], x[5], x[9], x[13]);
        chachaQuarter(x[2], x[6], x[10], x[14]);
        chachaQuarter(x[3], x[7], x[11], x[15]);
        chachaQuarter(x[0], x[5], x[10], x[15]);
        chachaQuarter(x[1], x[6], x[11], x[12]);
        chachaQuarter(x[2], x[7], x[8], x[13]);
        chachaQuarter(x[3], x[4], x[9], x[14]);
    }

    private static void chachaQuarter(int[] a, int[] b, int[] c, int[] d) {
        for (int lane = 0; lane < BATCH; lane++) {
            int second = b[lane];
            int first = a[lane] + second;
            int last = Integer.rotateLeft(d[lane] ^ first, 16);
            int third = c[lane] + last;
            second = Integer.rotateLeft(second ^ third, 12);
            first += second;
            last = Integer.rotateLeft(last ^ first, 8);
            third += last;
            a[lane] = first;
            b[lane] = Integer.rotateLeft(second ^ third, 7);
            c[lane] = third;
            d[lane] = last;
        }
    }

    @Override
    public void wipe() {
        for (int word = 0; word < BlockFunction.WORDS; word++) {
            Arrays.fill(words[word], 0);
            Arrays.fill(initial[word], 0);
        }
    }
}
